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
