import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sets.ts';

const PAGE = join(ROOT, 'docs', 'mutants.md');

export type Part = 'Domain' | 'Server';

export interface PageRow {
  /** The file, with the line where it is known. */
  where: string;
  code: string;
  mutant: string;
  reason: string | null;
}

export interface FileResult {
  file: string;
  mutants: number;
  found: number;
}

export const percent = (found: number, all: number) => (all === 0 ? 100 : (100 * found) / all).toFixed(1);

const code = (text: string) =>
  `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', 'ˋ').replaceAll('|', '\\|').replaceAll('](', '] (')}\``;

/** Replaces one part of docs/mutants.md; each of the two runs writes its own. */
export function writePart(
  part: Part,
  intro: string,
  files: readonly FileResult[],
  survivors: readonly PageRow[],
): void {
  const text = `## ${part}

${intro}

| file | mutants | found | share |
| --- | --- | --- | --- |
${files.map(({ file, mutants, found }) => `| ${file} | ${mutants} | ${found} | ${percent(found, mutants)} % |`).join('\n')}

Survivors:

| where | code | mutant | reason |
| --- | --- | --- | --- |
${survivors.map((row) => `| ${row.where} | ${code(row.code)} | ${code(row.mutant)} | ${row.reason ?? 'not judged yet'} |`).join('\n')}
`;
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(`## ${part}\n`);
  const next = page.indexOf('\n## ', begin + 1);
  if (begin < 0) throw new Error(`${PAGE} has no part ${part}`);
  writeFileSync(PAGE, `${page.slice(0, begin)}${text}${next < 0 ? '' : page.slice(next)}`);
}
