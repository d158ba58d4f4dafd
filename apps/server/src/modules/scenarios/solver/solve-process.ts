import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Prices, Problem } from '@pimis/domain/portfolio/scenario/problem';
import { BestFound, type Found, type Searched, type Solved } from './best-found.ts';

/**
 * A process for one proposal. The solver and the searches beside it are threads, because they never yield to the event
 * loop: the main thread passes on what they find and ends the process with the server.
 */

/** What the process is given. */
export interface SolveTask {
  problem: Problem;
  seconds: number;
}

export type SolverMessage =
  | { kind: 'found'; found: Found }
  | { kind: 'solved'; solved: Solved }
  | { kind: 'failed'; reason: string };

/** What the thread of the solver says. Searches go by its prices. */
export type FromSolver = Exclude<SolverMessage, { kind: 'failed' }> | { kind: 'prices'; prices: Prices };

const MAX_REASON = 500;

// The process is killed in the end, which keeps nothing that was compiled; its threads do the same.
flushCompileCache();

process.once('disconnect', () => process.exit());
process.once('message', (task: SolveTask) => {
  const best = new BestFound();
  const send = (message: SolverMessage) => {
    process.send?.(message, () => {
      if (message.kind !== 'found') process.disconnect();
    });
  };
  const start = (file: URL) =>
    new Worker(file, { workerData: task }).once('error', (error: Error) =>
      send({ kind: 'failed', reason: error.message.slice(0, MAX_REASON) }),
    );
  const solver = start(new URL('./solver-thread.ts', import.meta.url));
  const search = start(new URL('./search-thread.ts', import.meta.url));
  solver.on('message', (message: FromSolver) => {
    if (message.kind === 'prices') search.postMessage(message.prices);
    else if (message.kind === 'found') send({ kind: 'found', found: best.found(message.found) });
    else send({ kind: 'solved', solved: best.solved(message.solved) });
  });
  search.on('message', (searched: Searched) => {
    const found = best.searched(searched);
    if (found) send({ kind: 'found', found });
  });
});
