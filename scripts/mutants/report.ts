import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT } from './kept.ts';
import { ROOT } from './sets.ts';
import { type Judged, type Mutant, OUTCOMES_FILE } from './work.ts';

/** Of a hundred mutants as many are found, at least. */
const LEAST_PERCENT = 92;

const PAGE = join(ROOT, 'docs', 'mutants.md');

export interface Outcome extends Mutant {
  state: Judged['state'];
}

const isFound = ({ state }: Outcome) => state === 'killed' || state === 'endless';
const percent = (found: number, all: number) => (all === 0 ? 100 : (100 * found) / all).toFixed(1);

const NAMED = KEPT.flatMap(({ reason, mutants }) => mutants.map((key) => ({ key, reason })));
const REASONS: ReadonlyMap<string, string> = new Map(NAMED.map(({ key, reason }) => [key, reason]));

/** Prints the share of one file, and its survivors without a reason. */
export function reportFile(file: string, of: readonly Outcome[]): void {
  console.log(`${percent(of.filter(isFound).length, of.length)} % of ${of.length}: ${file}`);
  for (const one of of) {
    if (!isFound(one) && !REASONS.has(one.key)) console.log(`  ${one.state} at line ${one.line}: ${one.key}`);
  }
}

/** Prints the sum and answers the exit code. The page tells of every file as it was last judged. */
export function report(outcomes: readonly Outcome[], files: readonly string[]): number {
  const byFile = Map.groupBy(outcomes, ({ file }) => file);
  const survivors = outcomes.filter((one) => !isFound(one));
  const unnamed = survivors.filter(({ key }) => !REASONS.has(key)).length;
  const found = outcomes.length - survivors.length;
  console.log(
    `${percent(found, outcomes.length)} % of ${outcomes.length} mutants are found; ${unnamed} have no reason.`,
  );
  const left = new Set(survivors.map(({ key }) => key));
  const stale = NAMED.filter(({ key }) => byFile.has(key.split(' | ')[0] ?? '') && !left.has(key));
  for (const { key } of stale) console.log(`named, but found by now, or gone: ${key}`);
  writePage(byFile, files);
  const enough = found * 100 >= outcomes.length * LEAST_PERCENT;
  return enough && unnamed === 0 && stale.length === 0 ? 0 : 1;
}

/** Keeps the outcomes for later runs; the page is written once every file of rules has been judged. */
function writePage(judged: ReadonlyMap<string, readonly Outcome[]>, files: readonly string[]): void {
  const stored: Record<string, readonly Outcome[]> = existsSync(OUTCOMES_FILE)
    ? (JSON.parse(readFileSync(OUTCOMES_FILE, 'utf8')) as Record<string, Outcome[]>)
    : {};
  const all = new Map(files.map((file) => [file, judged.get(file) ?? stored[file]] as const));
  const known = new Map([...all].flatMap(([file, of]) => (of ? [[file, of] as const] : [])));
  writeFileSync(OUTCOMES_FILE, JSON.stringify(Object.fromEntries(known)));
  const survivors = [...known.values()].flat().filter((one) => !isFound(one));
  if (known.size === files.length) writeFileSync(PAGE, pageOf(known, survivors));
}

const code = (text: string) => `\`${text.replaceAll('`', 'ˋ').replaceAll('|', '\\|').replaceAll('](', '] (')}\``;

function pageOf(byFile: ReadonlyMap<string, readonly Outcome[]>, survivors: readonly Outcome[]): string {
  const all = [...byFile.values()].flat();
  const files = [...byFile].map(([file, of]) => {
    const found = of.filter(isFound).length;
    return `| ${file} | ${of.length} | ${found} | ${percent(found, of.length)} % |`;
  });
  const kept = survivors.map(
    ({ file, line, original, replacement, key }) =>
      `| ${file}:${line} | ${code(original)} | ${code(replacement)} | ${REASONS.get(key) ?? 'not judged yet'} |`,
  );
  const found = all.filter(isFound).length;
  return `<!-- Written by \`npm run mutants\`; reasons stand in scripts/mutants/kept.ts. -->
# Mutants

What \`npm run mutants\` found when it last judged the rules of the domain: ${found} of ${all.length} changes of the code
(${percent(found, all.length)} %) fail a test. How, and why so: docs/decisions/0165-mutation-tests.md.

## Files

| file | mutants | found | share |
| --- | --- | --- | --- |
${files.join('\n')}

## Survivors

| where | code | mutant | reason |
| --- | --- | --- | --- |
${kept.join('\n')}
`;
}
