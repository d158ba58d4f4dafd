import { existsSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Processes of this machine, as the system reports them. */

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Gives a process a lower priority (a higher number). One that is lower already stays, as under a service with `Nice=`:
 * only root may raise it.
 */
export function lowerPriority(pid: number, priority: number): void {
  if (getPriority(pid) < priority) setPriority(pid, priority);
}

/**
 * Names the folder in which Node keeps compiled code for processes beside this one, unless the environment names
 * another.
 */
export function keepCompiledCode(folder: string, env: NodeJS.ProcessEnv = process.env): void {
  env.NODE_COMPILE_CACHE ||= folder;
}

/**
 * The environment of a process that only needs its input: without secrets and addresses, only with the folder of Node's
 * compiled code, which halves its start time (docs/performance.md).
 */
export function bareEnvironment({ NODE_COMPILE_CACHE }: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** The fields after the program's name, which may contain any character: state, parent and so on (proc(5)). */
function statOf(pid: number): string[] {
  const text = read(pid, 'stat') ?? '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const PARENT = 1;
const START = 19;

/** The start time of a process in the kernel's ticks; it distinguishes processes with the same number. */
export function startOf(pid: number): number | undefined {
  const text = statOf(pid)[START];
  return text === undefined ? undefined : Number(text);
}

export function parentOf(pid: number): number | undefined {
  const text = statOf(pid)[PARENT];
  return text === undefined ? undefined : Number(text);
}

/** The command line, separated by blanks; undefined if this system does not report it. */
export function commandOf(pid: number): string | undefined {
  return read(pid, 'cmdline')?.replaceAll('\0', ' ').trim();
}

export const KNOWS_COMMANDS = existsSync('/proc/self/cmdline');

/** Returns whether this system reports memory of processes (Linux). */
export const REPORTS_MEMORY = existsSync('/proc/self/status');
