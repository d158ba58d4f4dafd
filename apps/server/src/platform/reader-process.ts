import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

/**
 * Reading of files that strangers send, in a process of its own: what such a file makes of a parser (hours, all memory, a
 * crash) is bounded, and whoever answers a call meanwhile goes first.
 */

const HEAP_MB = 256;

/** A process that is given the file by its input and tells of it by its output. */
export interface Reader {
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** Waits until it ends. Error: whatever ended it early. */
  ended: Promise<void>;
}

/** Starts a script as a reader, to be killed when it takes longer than `maxMs`. */
export function startReader(script: string, args: readonly string[], maxMs: number): Reader {
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // It is given neither secrets nor a network address to use them at.
    env: compiled ? { NODE_COMPILE_CACHE: compiled } : {},
    timeout: maxMs,
    killSignal: 'SIGKILL',
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The reading of a file ended with ${signal ?? code}`));
    });
  });
  return { process: child, ended };
}

/** What a reader is given, within the bounds of its memory. Called by the script of one. */
export function givenFile(): Promise<Buffer> {
  new Worker(join(import.meta.dirname, 'bounded-memory.ts')).unref();
  return buffer(process.stdin);
}
