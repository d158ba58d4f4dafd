import { existsSync, readFileSync } from 'node:fs';

/** Processes of this machine, as far as they can be known without owning them. */

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** What stands after the name of the program, which may hold anything: state, parent and so on (proc(5)). */
function statOf(pid: number): string[] {
  const text = read(pid, 'stat') ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const PARENT = 1;
const START = 19;

/** When the process began, in the kernel's ticks: it tells it from a later one of the same number. */
export function startOf(pid: number): number | undefined {
  const text = statOf(pid)[START];
  return text === undefined ? undefined : Number(text);
}

export function parentOf(pid: number): number | undefined {
  const text = statOf(pid)[PARENT];
  return text === undefined ? undefined : Number(text);
}

/** The command line, its parts parted by blanks; undefined where this system does not tell. */
export function commandOf(pid: number): string | undefined {
  return read(pid, 'cmdline')?.replaceAll('\0', ' ').trim();
}

export const KNOWS_COMMANDS = existsSync('/proc/self/cmdline');

/** Does this system tell what a process takes of memory (Linux)? */
export const TELLS_MEMORY = existsSync('/proc/self/status');
