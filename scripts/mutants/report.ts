import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { KEPT } from './accepted-survivors.ts';
import { type FileResult, type FileRows, findsTooFew, percent, readPart, survivorLine, writePart } from './page.ts';
import { folderOf } from './sets.ts';
import { type Judged, type Mutant, OUTCOMES_FILE } from './work.ts';

export interface Outcome extends Mutant {
  state: Judged['state'];
}

const isFound = ({ state }: Outcome) => state === 'killed' || state === 'endless';

const NAMED = KEPT.flatMap(({ reason, mutants }) => mutants.map((key) => ({ key, reason })));
const REASONS: ReadonlyMap<string, string> = new Map(NAMED.map(({ key, reason }) => [key, reason]));

type Outcomes = Readonly<Record<string, readonly Outcome[]>>;

function storedOutcomes(): Outcomes {
  return existsSync(OUTCOMES_FILE) ? (JSON.parse(readFileSync(OUTCOMES_FILE, 'utf8')) as Outcomes) : {};
}

/** Prints the share of one file, and its survivors without a reason. Stores them, so that no interruption loses them. */
export function reportFile(file: string, of: readonly Outcome[]): void {
  writeFileSync(OUTCOMES_FILE, JSON.stringify({ ...storedOutcomes(), [file]: of }));
  console.log(`${percent(of.filter(isFound).length, of.length)} % of ${of.length}: ${file}`);
  for (const one of of) {
    if (!isFound(one) && !REASONS.has(one.key)) console.log(`  ${one.state} at line ${one.line}: ${one.key}`);
  }
}

/**
 * Prints the total and returns the exit code. The page has the last result of every file, and its folders are judged: of
 * the files of one run alone too few may be found.
 */
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
  const results = writePage(files, storedOutcomes());
  const few = [...Map.groupBy(results, ({ file }) => folderOf(file))].filter(([, of]) => findsTooFew(of));
  for (const [folder] of few) console.log(`too few are found in ${folder}`);
  return few.length === 0 && unnamed === 0 && stale.length === 0 ? 0 : 1;
}

/** What the page says of a file that was judged. */
function rowsOf(file: string, of: readonly Outcome[]): FileRows {
  return {
    result: { file, mutants: of.length, found: of.filter(isFound).length },
    survivors: of
      .filter((one) => !isFound(one))
      .map(({ line, original, replacement, key }) =>
        survivorLine({
          where: `${file}:${line}`,
          code: original,
          mutant: replacement,
          reason: REASONS.get(key) ?? null,
        }),
      ),
  };
}

/**
 * Writes the page and returns its results; a file without a stored result keeps what the page says. One without either is
 * named.
 */
function writePage(files: readonly string[], stored: Outcomes): FileResult[] {
  const former = readPart('Domain');
  const rows = files.flatMap((file) => (stored[file] ? rowsOf(file, stored[file]) : (former.get(file) ?? [])));
  const left = files.filter((file) => !stored[file] && !former.has(file));
  const sum = (of: 'mutants' | 'found') => rows.reduce((total, { result }) => total + result[of], 0);
  const [mutants, found] = [sum('mutants'), sum('found')];
  writePart(
    'Domain',
    `What \`npm run mutants\` found when it last judged each file of the domain's rules: ${found} of ${mutants} changes of the code
(${percent(found, mutants)} %) fail a test${left.length === 0 ? '' : `; not judged yet: ${left.join(', ')}`}. The reasons stand in scripts/mutants/accepted-survivors.ts.`,
    rows,
  );
  return rows.map(({ result }) => result);
}
