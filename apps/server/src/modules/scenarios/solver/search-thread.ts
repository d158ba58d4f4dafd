import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { type Prices, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { SEARCHES, searches } from './searches.ts';
import type { SolveTask } from './solve-process.ts';
import type { Searched } from './best-found.ts';

/** The thread that searches on beside the solver, from its prices until the process ends or the time is over. */
flushCompileCache();
const { problem, seconds } = workerData as SolveTask;

parentPort?.once('message', (prices: Prices) => {
  const ends = performance.now() + seconds * 1_000;
  let best = 0n;
  for (const taken of searches(problem, prices, { seconds, first: SEARCHES + 1 })) {
    const value = valueOfChoice(problem, taken);
    if (value > best) parentPort?.postMessage({ taken: [...taken], value } satisfies Searched);
    if (value > best) best = value;
    if (performance.now() >= ends) break;
  }
});
