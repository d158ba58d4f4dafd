import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { solve } from './solve.ts';
import type { FromSolver, SolveTask } from './solve-process.ts';

/** The thread of the solver. */
flushCompileCache();
const { problem, seconds } = workerData as SolveTask;
const post = (message: FromSolver) => parentPort?.postMessage(message);
const solved = await solve(problem, {
  seconds,
  onPrices: (prices) => post({ kind: 'prices', prices }),
  onFound: (found) => post({ kind: 'found', found }),
});
post({ kind: 'solved', solved });
