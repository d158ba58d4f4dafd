import { appendFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { it, vi } from 'vitest';
import { collection, type CollectedTest } from './collector.ts';
import { ROOT, testFiles } from './sets.ts';
import { RESULTS_FILE, type Judged, type Work, WORK_FILE } from './work.ts';

/*
 * Judges mutants in one process: collects the tests of the domain, runs them once to see which of them reach which mutant,
 * then runs for each mutant those that reach it until one fails. A mutant of code that runs when its module is loaded gets
 * modules of its own.
 */

interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

/** What instrumented code reads and counts; the name is the instrumenter's. */
interface Switch {
  activeMutant?: string;
  currentTestId?: string;
  /** Set when it is known which test reaches what: counting on would take half of the time. */
  isCovered?: boolean;
  mutantCoverage?: Coverage;
  hitCount?: number;
  hitLimit?: number;
}

const holder = globalThis as typeof globalThis & { __stryker__?: Switch };
holder.__stryker__ = { mutantCoverage: { static: {}, perTest: {} } };
const control = holder.__stryker__;

/** Properties draw the same values in every run, not too many, and do not shrink what fails: a mutant is killed by any failure. */
fc.configureGlobal({ seed: 20_260_504, endOnFailure: true, numRuns: 25 });

/** A loop that a mutant has made endless ends when it has met the mutant so many times more often than without. */
const HIT_FACTOR = 10;
const HITS_AT_LEAST = 10_000;

/** Processor time of a test that is no lowest level any more: a walk through whole workflows. */
const LONG_MS = 300;

interface KnownTest extends CollectedTest {
  key: string;
  /** Milliseconds. */
  took: number;
}

async function load(files: readonly string[]): Promise<CollectedTest[]> {
  const own = collection();
  own.tests = [];
  for (const file of files) {
    own.file = file;
    await (import(join(ROOT, file)) as Promise<unknown>);
  }
  return own.tests;
}

/** Answers the name of the first test that fails. */
async function firstFailing(tests: readonly CollectedTest[]): Promise<string | null> {
  for (const test of tests) {
    try {
      await test.run();
    } catch {
      return `${test.file}: ${test.name}`;
    }
  }
  return null;
}

it('judges mutants', { timeout: 0 }, async () => {
  const work = JSON.parse(readFileSync(WORK_FILE, 'utf8')) as Work;
  const report = (judged: Judged) => appendFileSync(RESULTS_FILE, `${JSON.stringify(judged)}\n`);

  const known: KnownTest[] = (await load(testFiles(work.folders))).map((test, index) => ({
    ...test,
    key: String(index),
    took: 0,
  }));
  for (const test of known) {
    control.currentTestId = test.key;
    const begun = process.cpuUsage();
    await test.run();
    test.took = process.cpuUsage(begun).user / 1000;
  }
  delete control.currentTestId;
  control.isCovered = true;
  const { static: atLoad, perTest } = structuredClone(control.mutantCoverage) ?? { static: {}, perTest: {} };
  /** Tests named after the file first, then cheap ones. */
  const inOrder = (tests: readonly KnownTest[], file: string) => {
    const stem = basename(file, '.ts');
    const named = (test: KnownTest) => (basename(test.file).startsWith(stem) ? 0 : 1);
    return tests.filter((test) => test.took < LONG_MS).toSorted((a, b) => named(a) - named(b) || a.took - b.took);
  };
  const fileOf = new Map(work.mutants.map(({ id, file }) => [id, file]));

  const judge = async (id: string): Promise<Judged> => {
    const reached = inOrder(
      known.filter(({ key }) => perTest[key]?.[id] !== undefined),
      fileOf.get(id) ?? '',
    );
    if (reached.length === 0 && !atLoad[id]) return { id, state: 'not reached', by: null };
    const hits = Math.max(0, ...reached.map(({ key }) => perTest[key]?.[id] ?? 0), atLoad[id] ?? 0);
    control.hitLimit = Math.max(hits * HIT_FACTOR, HITS_AT_LEAST);
    control.hitCount = 0;
    control.activeMutant = id;
    try {
      const by = await firstFailing(reached);
      if (by !== null) return { id, state: 'killed', by };
      if (!atLoad[id]) return { id, state: 'survived', by: null };
      return await judgeAtLoad(id);
    } finally {
      delete control.activeMutant;
    }
  };

  /** Tests that reach the file, with modules that are loaded while the mutant is active: one file of tests after the other. */
  const judgeAtLoad = async (id: string): Promise<Judged> => {
    const reaching = inOrder(reachingFile(fileOf.get(id) ?? ''), fileOf.get(id) ?? '');
    for (const file of new Set(reaching.map((test) => test.file))) {
      vi.resetModules();
      control.hitCount = 0;
      try {
        const by = await firstFailing(await load([file]));
        if (by !== null) return { id, state: 'killed', by };
      } catch (error) {
        return { id, state: 'killed', by: `loading: ${String(error)}` };
      }
    }
    return { id, state: 'survived', by: null };
  };

  const reaching = new Map<string, KnownTest[]>();
  /** Tests that reach anything of the file; all, when it is met at its load alone. */
  function reachingFile(file: string): KnownTest[] {
    const found = reaching.get(file);
    if (found) return found;
    const ids = work.mutants.filter((one) => one.file === file).map(({ id }) => id);
    const tests = known.filter(({ key }) => ids.some((id) => perTest[key]?.[id] !== undefined));
    reaching.set(file, tests.length > 0 ? tests : known);
    return reaching.get(file) ?? [];
  }

  const files = [...new Set(work.mutants.map(({ file }) => file))];
  for (const file of files) {
    const ids = work.mutants.filter((one) => one.file === file && !work.done.includes(one.id)).map(({ id }) => id);
    for (const id of ids) {
      report({ id, state: 'begun', by: null });
      const begun = performance.now();
      report({ ...(await judge(id)), took: Math.round(performance.now() - begun) });
    }
    // What a mutant leaves behind in a module would kill those after it.
    const left = await firstFailing(reachingFile(file));
    if (left !== null) throw new Error(`Mutants of ${file} left something behind: ${left} fails without any.`);
  }
});
