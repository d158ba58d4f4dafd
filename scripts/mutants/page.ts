import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sets.ts';

const PAGE = join(ROOT, 'docs', 'mutants.md');

export type Part = 'Domain';

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

/** The least share of mutants that fail a test, in per cent: of each folder of the domain. */
const LEAST_PERCENT = 92;

/** Whether fewer mutants of these files fail a test than have to; of no mutants none are missing. */
export function findsTooFew(files: readonly FileResult[]): boolean {
  const mutants = files.reduce((sum, file) => sum + file.mutants, 0);
  const found = files.reduce((sum, file) => sum + file.found, 0);
  return found * 100 < mutants * LEAST_PERCENT;
}

export const percent = (found: number, all: number) => (all === 0 ? 100 : (100 * found) / all).toFixed(1);

const code = (text: string) =>
  `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', 'ˋ').replaceAll('|', '\\|').replaceAll('](', '] (')}\``;

/** What the page says of one file: its line of the first table, and the lines of its survivors. */
export interface FileRows {
  result: FileResult;
  survivors: readonly string[];
}

export const survivorLine = (row: PageRow): string =>
  `| ${row.where} | ${code(row.code)} | ${code(row.mutant)} | ${row.reason ?? 'not judged yet'} |`;

/** Where a part begins and ends. */
function placeOf(page: string, part: Part): { begin: number; end: number } {
  const begin = page.indexOf(`## ${part}\n`);
  if (begin < 0) throw new Error(`${PAGE} has no part ${part}`);
  const next = page.indexOf('\n## ', begin + 1);
  return { begin, end: next < 0 ? page.length : next };
}

/** The files of one part as the page shows them now. */
export function readPart(part: Part): ReadonlyMap<string, FileRows> {
  const page = readFileSync(PAGE, 'utf8');
  const { begin, end } = placeOf(page, part);
  const lines = page.slice(begin, end).split('\n');
  const survivors = Map.groupBy(
    lines.filter((line) => line.includes(' | `')),
    (line) => /^\| ([^ :]+)/.exec(line)?.[1] ?? '',
  );
  return new Map(
    lines.flatMap((line) => {
      const [, file, mutants, found] = /^\| (\S+) \| (\d+) \| (\d+) \| \S+ % \|$/.exec(line) ?? [];
      if (file === undefined) return [];
      const result = { file, mutants: Number(mutants), found: Number(found) };
      return [[file, { result, survivors: survivors.get(file) ?? [] }]];
    }),
  );
}

/** Replaces one part of docs/mutants.md; each of the two runs writes its own. */
export function writePart(part: Part, intro: string, files: readonly FileRows[]): void {
  const text = `## ${part}

${intro}

| file | mutants | found | share |
| --- | --- | --- | --- |
${files.map(({ result: { file, mutants, found } }) => `| ${file} | ${mutants} | ${found} | ${percent(found, mutants)} % |`).join('\n')}

Survivors:

| where | code | mutant | reason |
| --- | --- | --- | --- |
${files.flatMap(({ survivors }) => survivors).join('\n')}
`;
  const page = readFileSync(PAGE, 'utf8');
  const { begin, end } = placeOf(page, part);
  writeFileSync(PAGE, `${page.slice(0, begin)}${text}${page.slice(end)}`);
}
