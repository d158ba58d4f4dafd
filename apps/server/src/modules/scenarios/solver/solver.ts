import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { endFirst, watchMemory } from '../../../platform/process/process-memory.ts';
import { bareEnvironment, lowerPriority } from '../../../platform/process/processes.ts';
import type { Found, Solved } from './solve.ts';
import type { SolverMessage, SolveTask } from './solve-process.ts';

/** The longest search; after it the best choice so far is returned with its bound. */
export const SOLVE_SECONDS = 30;
/** How long the process may take until its first choice (a process of low priority starts late), and after it. */
const BOUNDS = { startMs: 120_000, searchMs: (SOLVE_SECONDS + 10) * 1000 };
const HEAP_MB = 512;
/** A process that uses more bytes is killed and its proposal fails. */
const MEMORY_BOUND = { bytes: 1024 ** 3 };
const PRIORITY = 10;

const running = new Set<{ kill: () => void }>();

process.on('exit', () => {
  for (const one of running) one.kill();
});

/** Processes that work on a proposal now. */
export const solverCount = (): number => running.size;

/**
 * Solves a problem in a separate process, whose load, memory and crashes do not affect the server. `onFound` is called
 * for each better choice or bound; the process is killed when `signal` aborts. Tests lower `bounds`. Error: the reason
 * if there is no answer.
 */
export function solveInProcess(
  problem: Problem,
  {
    onFound,
    signal,
    seconds = SOLVE_SECONDS,
    bounds = BOUNDS,
  }: { onFound: (found: Found) => void; signal: AbortSignal; seconds?: number; bounds?: typeof BOUNDS },
): Promise<Solved> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'solve-process.ts'), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: bareEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const kill = () => child.kill('SIGKILL');
    const entry = { kill };
    running.add(entry);
    if (child.pid !== undefined) {
      lowerPriority(child.pid, PRIORITY);
      endFirst(child.pid);
    }
    let end: () => void = () => undefined;
    let latest: Found | null = null;
    const endLate = () => {
      // A choice that is still in the channel arrives before the process ends.
      end = () => {
        if (latest) resolve({ ...latest, proven: false });
      };
      kill();
    };
    let late = setTimeout(endLate, bounds.startMs);
    const watched = watchMemory(child, MEMORY_BOUND, kill);
    signal.addEventListener('abort', kill, { once: true });
    const settle = () => {
      child.removeAllListeners('message');
      running.delete(entry);
      clearTimeout(late);
      clearInterval(watched);
      signal.removeEventListener('abort', kill);
    };
    const note = (found: Found) => {
      if (!latest) {
        clearTimeout(late);
        late = setTimeout(endLate, bounds.searchMs);
      }
      latest = found;
      onFound(found);
    };
    child.on('message', (message: SolverMessage) => {
      if (message.kind === 'found') return note(message.found);
      if (message.kind === 'solved') end = () => resolve(message.solved);
      else end = () => reject(new Error(`The solver failed: ${message.reason}`));
      // The process will send nothing more; its slot becomes free when it ends.
      clearTimeout(late);
      kill();
    });
    // If the process does not start, sending to it fails as well: both errors need a listener.
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', (code, by) => {
      settle();
      end();
      // After an answer this changes nothing.
      reject(new Error(`The solver ended with ${by ?? code}`));
    });
    if (signal.aborted) kill();
    else child.send({ problem, seconds } satisfies SolveTask);
  });
}
