import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { PREPARED_POSTGRES, startPrepared } from '../apps/server/src/testing/global-setup.ts';
import { SETS } from './mutants/sets.ts';

/**
 * Mutation tests (docs/decisions/0278-mutants-by-stryker.md): Stryker makes small changes of the code, each of which
 * has to fail a test. `npm run mutants -- domain dates` judges one folder of a set by the tests in it, further words only
 * the files of these names in it; without a folder all of the set by all of its tests, which takes hours. `--sample=10`
 * runs a tenth of the mutants, drawn at random. The last report, with every survivor in its place, is
 * reports/mutation/mutation.html.
 *
 * Packages find each other by links into this checkout, so its files are changed in place and restored at the end:
 * there must be no uncommitted changes, and `git checkout .` restores the files after a kill.
 */
const {
  values: { sample },
  positionals: [name = 'domain', folder = '', ...names],
} = parseArgs({ allowPositionals: true, options: { sample: { type: 'string' } } });
const set = SETS[name];
if (!set) throw new Error(`No set ${name}: ${Object.keys(SETS).join(', ')}`);
if (execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { encoding: 'utf8' }) !== '') {
  throw new Error('Commit first: the files are changed in place');
}
process.env.PIMIS_MUTANTS = `${name}:${folder}`;
if (sample) process.env.PIMIS_MUTANTS_SAMPLE = sample;
const files = new Set<string>();
for (const pattern of set.files) {
  const isLeftOut = pattern.startsWith('!');
  for (const file of globSync(isLeftOut ? pattern.slice(1) : pattern)) {
    if (isLeftOut) files.delete(file);
    else if (file.includes(`${folder}/`) && (names.length === 0 || names.includes(basename(file)))) files.add(file);
  }
}

// A mutant that hangs ends its worker: the next one must not prepare a database again.
const prepared = set.database ? await startPrepared() : null;
if (prepared) process.env[PREPARED_POSTGRES] = prepared.url;

const stryker = new Stryker({
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  plugins: [
    '@stryker-mutator/vitest-runner',
    ...['ignored.ts', 'sample.ts'].map((file) => join(import.meta.dirname, 'mutants', file)),
  ],
  ignorers: ['texts'],
  mutate: [...files],
  inPlace: true,
  coverageAnalysis: 'perTest',
  // A constant of a module is set before the first test: its mutant would run all tests of all pages.
  ignoreStatic: set.inBrowser === true,
  concurrency: availableParallelism(),
  // Beside other work, tests of a database become several times slower, and would count as hanging. In the browser, a
  // test has its own limit (mutants/vitest.config.ts).
  timeoutMS: set.database ? 60_000 : set.inBrowser ? 15_000 : 5_000,
  reporters: ['clear-text', 'html', 'progress-append-only'],
  clearTextReporter: { logTests: false, allowColor: false, allowEmojis: false },
  thresholds: { high: 100, low: set.least, break: null },
  ignorePatterns: ['data', 'test-results'],
  disableTypeChecks: false,
  checkers: sample ? ['sample'] : [],
});
const results = await stryker.runMutationTest().catch(async (error: unknown) => {
  await prepared?.stop();
  throw error;
});
await prepared?.stop();

const counted = results.filter(
  ({ status, static: isConstant }) =>
    // A page sets its constants before it learns which mutant is active.
    status !== 'Ignored' && status !== 'CompileError' && !(set.inBrowser && isConstant),
);
const found = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout' || status === 'RuntimeError');
const share = counted.length === 0 ? 100 : (100 * found.length) / counted.length;
process.stdout.write(`${name}: ${found.length} of ${counted.length} mutants fail a test, ${share.toFixed(1)} %\n`);
process.exitCode = share < set.least ? 1 : 0;
