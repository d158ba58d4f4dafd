import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { type Found, solve, type Solved } from './model.ts';

/**
 * A process for one proposal. The solver runs in a worker thread, because it never yields to the event loop: the main
 * thread passes on what it finds and ends the process with the server.
 */
export interface Wanted {
  problem: Problem;
  seconds: number;
}

export type SolverMessage =
  | { kind: 'found'; found: Found }
  | { kind: 'solved'; solved: Solved }
  | { kind: 'failed'; reason: string };

const MAX_REASON = 500;

function pass(): void {
  process.once('disconnect', () => process.exit());
  process.once('message', (wanted: Wanted) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: wanted });
    const send = (message: SolverMessage, last: boolean) => {
      process.send?.(message, () => {
        if (last) process.disconnect();
      });
    };
    thread.on('message', (message: SolverMessage) => send(message, message.kind !== 'found'));
    thread.once('error', (error: Error) => send({ kind: 'failed', reason: error.message.slice(0, MAX_REASON) }, true));
  });
}

async function work({ problem, seconds }: Wanted): Promise<void> {
  const post = (message: SolverMessage) => parentPort?.postMessage(message);
  const solved = await solve(problem, { seconds, onFound: (found) => post({ kind: 'found', found }) });
  post({ kind: 'solved', solved });
}

if (isMainThread) pass();
else await work(workerData as Wanted);
