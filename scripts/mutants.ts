import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instrument } from './mutants/instrument.ts';
import { type Outcome, report, reportFile } from './mutants/report.ts';
import { folderOf, logicFiles, ROOT } from './mutants/sets.ts';
import { CACHE, type Judged, RESULTS_FILE, type Work, WORK_FILE } from './mutants/work.ts';

/*
 * Mutation tests of the rules of the domain (docs/decisions/0165-mutation-tests.md): changes the code in every small way
 * that the instrumenter knows and runs the tests that reach the change. `npm run mutants -- guards decimal` takes files whose
 * path holds one of the words; without words, all. docs/mutants.md tells of every file as it was last judged.
 */

/** A mutant that says nothing for so long does not come back. */
const SILENCE_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const CONFIG = join(import.meta.dirname, 'mutants', 'vitest.config.ts');
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

function judgements(): Judged[] {
  if (!existsSync(RESULTS_FILE)) return [];
  return readFileSync(RESULTS_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Judged);
}

/** The last judgement of each mutant. */
const latest = () => new Map(judgements().map((judged) => [judged.id, judged]));

/** One process of tests, until it ends or is silent for too long; answers its exit code, null when it was ended. */
function session(): Promise<number | null> {
  const child = spawn(process.execPath, [vitest, 'run', '--config', CONFIG], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  // Its workers are of its group, and none of them outlives this process.
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const stop = () => {
    end();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  const watch = setInterval(() => {
    if (!existsSync(RESULTS_FILE) || Date.now() - statSync(RESULTS_FILE).mtimeMs < SILENCE_MS) return;
    if (judgements().at(-1)?.state === 'begun') end();
  }, LOOK_EVERY_MS);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      clearInterval(watch);
      for (const signal of SIGNALS) process.off(signal, stop);
      done(code);
    });
  });
}

const words = process.argv.slice(2);
const files = logicFiles().filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
mkdirSync(CACHE, { recursive: true });

/** Judges the mutants of one file by the tests of its folder; what is not judged runs as it is written. */
async function judge(file: string): Promise<Outcome[]> {
  rmSync(RESULTS_FILE, { force: true });
  const work: Work = { ...(await instrument([file])), folders: [folderOf(file)], done: [] };
  for (;;) {
    const judged = latest();
    const open = [...judged.values()].filter(({ state }) => state === 'begun');
    for (const { id } of open) appendFileSync(RESULTS_FILE, `${JSON.stringify({ id, state: 'endless', by: null })}\n`);
    work.done = [...judged.keys()];
    writeFileSync(WORK_FILE, JSON.stringify(work));
    const code = await session();
    if (code === 0) break;
    // Ended in the middle of a mutant: it is endless, and the rest goes on without it.
    if (code !== null || ![...latest().values()].some(({ state }) => state === 'begun')) process.exit(code ?? 1);
  }
  const last = latest();
  return work.mutants.map((mutant) => ({ ...mutant, state: last.get(mutant.id)?.state ?? 'not reached' }));
}

const outcomes: Outcome[] = [];
for (const file of files) {
  const judged = await judge(file);
  reportFile(file, judged);
  outcomes.push(...judged);
}
process.exitCode = report(outcomes, logicFiles());
