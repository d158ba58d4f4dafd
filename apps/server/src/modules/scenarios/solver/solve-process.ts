import { flushCompileCache } from 'node:module';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { type Found, type Solved, solve } from './solve.ts';

/** A process for one proposal, because the solver never yields to the event loop and would block the server. */

export type SolveTask = Readonly<{ problem: Problem; seconds: number }>;

export type SolverMessage =
  | { kind: 'found'; found: Found }
  | { kind: 'solved'; solved: Solved }
  | { kind: 'failed'; reason: string };

const MAX_REASON = 500;

// The process will be killed, which would lose the compile cache, so it is written now.
flushCompileCache();

const server = process.ppid;
const send = (message: SolverMessage) =>
  process.send?.(message, () => {
    if (message.kind !== 'found') process.disconnect();
  });

process.once('message', ({ problem, seconds }: SolveTask) => {
  solve(problem, {
    seconds,
    onFound: (found) => send({ kind: 'found', found }),
    // The solver never yields to the event loop, so the end of the server is noticed only by asking for it.
    onStep: () => void (process.ppid === server || process.exit()),
  }).then(
    (solved) => send({ kind: 'solved', solved }),
    (error: Error) => send({ kind: 'failed', reason: error.message.slice(0, MAX_REASON) }),
  );
});
