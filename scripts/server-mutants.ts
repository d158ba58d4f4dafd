import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { migrate } from '../apps/server/src/platform/migrate.ts';
// The types of what it provides.
import '../apps/server/src/testing/global-setup.ts';
import { databaseUrl } from '../apps/server/src/testing/template.ts';
import {
  type FileResult,
  type FileRows,
  findsTooFew,
  percent,
  readPart,
  survivorLine,
  writePart,
} from './mutants/page.ts';
import type { ServerMutant } from './mutants/server/server-mutant.ts';
import { SERVER_MUTANTS } from './mutants/server-mutants.ts';
import { ROOT } from './mutants/sets.ts';
import { CACHE } from './mutants/work.ts';

/*
 * Mutants of the server's conditions in TypeScript and SQL, chosen by hand: each is written into its file, its tests
 * run, and the file is restored. Arguments choose files; `--left` chooses those that no run has killed yet. Each mutant
 * takes some seconds, so no check includes the run. Exit code 1 if one without a reason survives, or one with a reason
 * is killed. It writes its part of docs/mutants.md.
 */

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

/** Milliseconds; a slow machine must not kill a mutant. */
const PATIENCE = 600_000;

/** Keeps its database and compiled modules for all mutants. */
const vitest = await createVitest('test', {
  project: ['api'],
  bail: 1,
  watch: false,
  reporters: [{}],
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
});

/** Brings functions and views of the database that each test file copies to what their files say now. */
async function installSql(): Promise<void> {
  const { postgresUrl, templateName } = vitest.getProjectByName('api').getProvidedContext();
  await migrate(databaseUrl(postgresUrl, templateName));
}

/** The first failure of these tests; null when all pass. */
async function failureOf(tests: readonly string[]): Promise<string | null> {
  const files = await vitest.globTestSpecifications(tests.map((test) => join(ROOT, test)));
  const { unhandledErrors } = await vitest.runTestSpecifications(files);
  const modules = files.flatMap(({ testModule }) => testModule ?? []);
  const failed = modules.flatMap((module) => [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allTests('failed')].map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message}`),
  ]);
  const [first] = [...unhandledErrors.map(String), ...failed];
  if (first !== undefined) return first;
  return modules.length === tests.length ? null : 'not all of them ran';
}

/** Test files that are known to pass without any mutant; a failure there would count as a killed one. */
const passing = new Set<string>();

async function isKilled({ file, from, to, tests }: ServerMutant): Promise<boolean> {
  const unknown = tests.filter((test) => !passing.has(test));
  const failure = unknown.length === 0 ? null : await failureOf(unknown);
  if (failure !== null) throw new Error(`${unknown.join(' ')} fails without any mutant: ${failure}`);
  for (const test of unknown) passing.add(test);
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
  const isSql = file.endsWith('.sql');
  restore = () => {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    vitest.invalidateFile(path);
    if (isSql) await installSql();
    return (await failureOf(tests)) !== null;
  } finally {
    restore();
    if (isSql) await installSql();
  }
}

/** What the page says of a file of which these mutants have a result. */
const rowsOf = (file: string, judged: readonly ServerMutant[]): FileRows => ({
  result: { file, mutants: judged.length, found: judged.filter(wasKilled).length },
  survivors: judged
    .filter((mutant) => !wasKilled(mutant))
    .map(({ from, to, reason }) => survivorLine({ where: file, code: from, mutant: to, reason })),
});

/**
 * Writes the part of docs/mutants.md and returns its results; a file of which not every mutant has a result keeps what the
 * page says of more.
 */
function writePage(): FileResult[] {
  const former = readPart('Server');
  const rows = [...Map.groupBy(SERVER_MUTANTS, ({ file }) => file)].flatMap(([file, of]) => {
    const own = rowsOf(
      file,
      of.filter((mutant) => wasKilled(mutant) !== undefined),
    );
    const known = former.get(file);
    const kept = known && own.result.mutants < Math.min(known.result.mutants, of.length) ? known : own;
    return kept.result.mutants === 0 ? [] : kept;
  });
  const sum = (of: 'mutants' | 'found') => rows.reduce((total, { result }) => total + result[of], 0);
  const [mutants, found] = [sum('mutants'), sum('found')];
  const left = SERVER_MUTANTS.length - mutants;
  writePart(
    'Server',
    `What \`npm run mutants:server\` found when it last judged each file: ${found} of ${mutants} changes
(${percent(found, mutants)} %) fail a test${left === 0 ? '' : `; ${left} more of the list have not run yet`}. The list, with the reasons, is
in scripts/mutants/server.`,
    rows,
  );
  return rows.map(({ result }) => result);
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
  const killed = await isKilled(mutant);
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
await vitest.close();
const killed = chosen.filter(wasKilled).length;
console.log(`${killed} of ${chosen.length} mutants are found; ${wrong} are not as named.`);
// Of the files of one run alone too few may be killed.
const few = findsTooFew(writePage());
if (few) console.log('too few are found');
process.exitCode = wrong === 0 && !few ? 0 : 1;
