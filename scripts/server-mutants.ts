import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { percent, writePart } from './mutants/page.ts';
import { SERVER_MUTANTS, type ServerMutant } from './mutants/server-mutants.ts';
import { ROOT } from './mutants/sets.ts';
import { CACHE } from './mutants/work.ts';

/*
 * Mutants of the server's conditions in TypeScript and SQL, chosen by hand: each is written into its file, its tests
 * run, and the file is restored. Arguments choose files; `--left` chooses those that no run has killed yet. Each mutant
 * takes some seconds, so no check includes the run. Exit code 1 if one without a reason survives, or one with a reason
 * is killed. docs/mutants.md is written when every mutant has a result.
 */

/** The least share of killed mutants, in per cent. */
const LEAST_PERCENT = 92;

const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const RESULTS = join(CACHE, 'server-results.json');

const nameOf = ({ file, from, to }: ServerMutant) => `${file}: ${from} -> ${to}`.replaceAll(/\s+/g, ' ');
const results: Record<string, boolean> = existsSync(RESULTS)
  ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, boolean>)
  : {};
/** Whether the last run killed it; undefined without a run. */
const wasKilled = (mutant: ServerMutant) => results[nameOf(mutant)];

let restore = () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    restore();
    process.exit(1);
  });
}

const passes = (tests: readonly string[]): boolean =>
  spawnSync(process.execPath, [vitest, 'run', '--project', 'api', '--bail', '1', ...tests], { cwd: ROOT }).status === 0;

/** Test files that are known to pass without any mutant; a failure there would count as a killed one. */
const passing = new Set<string>();

function isKilled({ file, from, to, tests }: ServerMutant): boolean {
  const unknown = tests.filter((test) => !passing.has(test));
  if (unknown.length > 0 && !passes(unknown)) throw new Error(`${unknown.join(' ')} fails without any mutant`);
  for (const test of unknown) passing.add(test);
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
  restore = () => writeFileSync(path, text);
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    return !passes(tests);
  } finally {
    restore();
  }
}

/** Writes the part of docs/mutants.md, when every mutant has a result. */
function writePage(): void {
  if (SERVER_MUTANTS.some((mutant) => wasKilled(mutant) === undefined)) return;
  const killed = SERVER_MUTANTS.filter(wasKilled).length;
  const files = [...Map.groupBy(SERVER_MUTANTS, ({ file }) => file)];
  writePart(
    'Server',
    `What \`npm run mutants:server\` found when it last ran: ${killed} of ${SERVER_MUTANTS.length} changes
(${percent(killed, SERVER_MUTANTS.length)} %) fail a test. The list, with the reasons, is scripts/mutants/server-mutants.ts.`,
    files.map(([file, of]) => ({ file, mutants: of.length, found: of.filter(wasKilled).length })),
    SERVER_MUTANTS.filter((mutant) => !wasKilled(mutant)).map(({ file, from, to, reason }) => ({
      where: file,
      code: from,
      mutant: to,
      reason,
    })),
  );
}

const words = process.argv.slice(2).filter((word) => word !== '--left');
const onlyLeft = process.argv.includes('--left');
const chosen = SERVER_MUTANTS.filter(
  (mutant) =>
    (words.length === 0 || words.some((word) => mutant.file.includes(word))) && !(onlyLeft && wasKilled(mutant)),
);

mkdirSync(CACHE, { recursive: true });
let wrong = 0;
for (const mutant of chosen) {
  const killed = isKilled(mutant);
  results[nameOf(mutant)] = killed;
  writeFileSync(RESULTS, JSON.stringify(results));
  if (killed !== (mutant.reason === null)) wrong += 1;
  const text = killed
    ? mutant.reason
      ? 'killed, but named'
      : 'killed'
    : mutant.reason
      ? 'survived, named'
      : 'SURVIVED';
  console.log(`${text} ${nameOf(mutant)}`);
}
const killed = chosen.filter(wasKilled).length;
console.log(`${killed} of ${chosen.length} mutants are found; ${wrong} are not as named.`);
writePage();
const judged = SERVER_MUTANTS.filter((mutant) => wasKilled(mutant) !== undefined);
const few = judged.filter(wasKilled).length * 100 < judged.length * LEAST_PERCENT;
if (few) console.log(`fewer than ${LEAST_PERCENT} % are found`);
process.exitCode = wrong === 0 && !few ? 0 : 1;
