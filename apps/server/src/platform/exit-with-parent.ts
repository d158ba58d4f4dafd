import { commandOf, isAlive, KNOWS_COMMANDS, parentOf, startOf } from './processes.ts';

const LOOK_MS = 500;
const GENERATIONS = 4;
let watching = false;

/** The npm that runs this script: npm, then perhaps a shell, then we. */
function npmAbove(): number | undefined {
  let pid: number | undefined = process.ppid;
  for (let step = 0; step < GENERATIONS && pid !== undefined && pid > 1; step += 1) {
    if (/\bnpm\b/.test(commandOf(pid) ?? '')) return pid;
    pid = parentOf(pid);
  }
  return undefined;
}

/**
 * Whoever ends `npm start` means the server. npm hands its signals on to a shell that does not, so that the server
 * would live on, unseen: it looks whether its npm is there still, and ends as if it had got the signal itself. A server
 * that was started without npm belongs to nobody and stays.
 */
export function exitWithNpm(): void {
  if (watching || process.env.npm_lifecycle_event === undefined) return;
  const npm = KNOWS_COMMANDS ? npmAbove() : process.ppid;
  if (npm === undefined) return;
  watching = true;
  exitWithProcess(npm);
}

/** Ends this process as by a signal when another has ended, however that ended. */
export function exitWithProcess(pid: number): void {
  const began = startOf(pid);
  const looking = setInterval(() => {
    if (isAlive(pid) && startOf(pid) === began) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  looking.unref();
}
