import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { bareEnvironment, lowerPriority } from '../process/processes.ts';

/**
 * Parses uploaded files in a process of its own: time, memory and crashes of a parser are bounded, and requests of the
 * server have priority.
 */

const HEAP_MB = 256;

/** A process that reads a file from its standard input and writes its results to its standard output. */
export interface ParserProcess {
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** Waits until it ends. Error: the reason if it ended early. */
  ended: Promise<void>;
}

/** Starts a script at the lowest priority and kills it after `maxMs`. */
export function spawnParser(script: string, args: readonly string[], maxMs: number): ParserProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, script, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: bareEnvironment(),
    timeout: maxMs,
    killSignal: 'SIGKILL',
  });
  if (child.pid !== undefined) lowerPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The parser ended with ${signal ?? code}`));
    });
  });
  return { process: child, ended };
}

/** The file of this parser process, with the memory limit active. The script calls it. */
export function readInput(): Promise<Buffer> {
  new Worker(join(import.meta.dirname, 'parser-memory-limit.ts')).unref();
  return buffer(process.stdin);
}
