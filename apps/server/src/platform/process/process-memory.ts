import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { REPORTS_MEMORY } from './processes.ts';

/** Bounds the memory of processes that work for the server. */

/** The preference of Linux to kill such a process, at most 1000. */
const SCORE = '500';
const LOOKED_AT_MS = 200;

/** A system without memory ends this process before the server. */
export function endFirst(pid: number): void {
  if (!REPORTS_MEMORY) return;
  writeFile(`/proc/${pid}/oom_score_adj`, SCORE).catch(() => {
    // It has ended, or the system does not allow it: then the system chooses by size alone.
  });
}

/** Returns the memory of a process in bytes; 0 if the system does not report it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined || !REPORTS_MEMORY) return 0;
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    // The process has just ended; the caller receives that error.
    return 0;
  }
}

/** Calls `tooLarge` while the process uses more; the caller ends the watch. Tests lower a bound. */
export function watchMemory(child: ChildProcess, bound: { bytes: number }, tooLarge: () => void): NodeJS.Timeout {
  return setInterval(() => {
    void memoryOf(child.pid).then((bytes) => {
      if (bytes > bound.bytes) tooLarge();
    });
  }, LOOKED_AT_MS);
}
