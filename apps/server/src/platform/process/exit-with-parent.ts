import { constants } from 'node:os';
import { commandOf, isAlive, KNOWS_COMMANDS, parentOf, startOf } from './processes.ts';

const LOOK_MS = 500;
const GENERATIONS = 4;
let watching = false;

/** The npm process above this script: there may be a shell between them. */
function npmAbove(): number | undefined {
  let pid: number | undefined = process.ppid;
  for (let step = 0; step < GENERATIONS && pid !== undefined && pid > 1; step += 1) {
    if (/\bnpm\b/.test(commandOf(pid) ?? '')) return pid;
    pid = parentOf(pid);
  }
  return undefined;
}

/**
 * Ends the server when `npm start` ends. npm sends signals to a shell that does not pass them on, and the server would
 * keep running unnoticed. The server therefore checks whether its npm still runs and otherwise ends as on a signal. A
 * server started without npm is not affected.
 */
export function exitWithNpm(): void {
  if (watching || process.env.npm_lifecycle_event === undefined) return;
  const npm = KNOWS_COMMANDS ? npmAbove() : process.ppid;
  if (npm === undefined) return;
  watching = true;
  exitWithProcess(npm);
}

/**
 * Ends this process when the one that has started it with a channel ends for any reason: the system then closes the
 * channel. A process that was started without one is not affected.
 */
export function exitWithChannel(exitCode: number): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.exit(exitCode));
  // The work of the process decides how long it lives, not the channel.
  process.channel?.unref();
  if (!process.connected) process.exit(exitCode);
}

const SIGNAL_BASE = 128;

/**
 * Makes a signal end this process normally, with the exit code that shells expect, so that its exit handlers run: for
 * example, to end a database that only this process uses.
 */
export function exitAtSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(SIGNAL_BASE + constants.signals[signal]));
  }
}

/** Ends this process as by a signal when another process has ended for any reason. */
export function exitWithProcess(pid: number): void {
  const began = startOf(pid);
  const looking = setInterval(() => {
    if (isAlive(pid) && startOf(pid) === began) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  looking.unref();
}
