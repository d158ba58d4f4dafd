import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { endFirst, watchMemory } from '../../process/process-memory.ts';
import { bareEnvironment, lowerPriority, REPORTS_MEMORY } from '../../process/processes.ts';
import { traced } from '../../watching/tracing.ts';
import type { PdfDocument } from './model.ts';
import type { Answer } from './render-process.ts';

/** One warm renderer per core, but at least two; documents wait while all suitable renderers are busy. */
export const RENDERERS = Math.max(2, availableParallelism());
/** Papers with more rows count as large; one renderer is always reserved for the others. */
export const LARGE_ROWS = 500;
const LARGE_AT_ONCE = RENDERERS - 1;
/** Papers with more rows are refused: nobody reads them, and each row needs about 150 kB of memory. */
export const MOST_ROWS = 5_000;
/** Rendering keeps a core busy. Calls have priority, but a user waits for the paper too. */
const DRAWING_PRIORITY = 5;
const HEAP_MB = 1024;
/** A renderer that uses more bytes is killed and its paper fails. Tests lower the limit. */
export const MEMORY_BOUND = { bytes: 2 * 1024 ** 3 };
/** A paper that takes longer fails: about twenty times the longest known time. */
const MAX_MS = 300_000;

const KILLED_TWICE = () => new Error('Two PDF renderers were killed; the system may lack memory');

interface Wanted {
  document: PdfDocument;
  large: boolean;
  /** A renderer that drew it has died. */
  isSecond: boolean;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

const idle: ChildProcess[] = [];
const waiting: Wanted[] = [];
const started = new Set<ChildProcess>();
let drawingLarge = 0;
const counts = { drawn: 0, failed: 0 };

/** Papers since the start of this process, those that wait, and the renderers that work. */
export const renderState = () => ({ ...counts, waiting: waiting.length, busy: started.size - idle.length });

// A process in the middle of a rendering cannot react to a message.
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** The renderer processes, the busy ones first. */
export function renderProcesses(): number[] {
  const busy = [...started].filter((child) => !idle.includes(child));
  return [...busy, ...idle].flatMap(({ pid }) => pid ?? []);
}

/** Gives the next document to a renderer; starts a new renderer while there are fewer than allowed. */
function next(): void {
  const at = waiting.findIndex(({ large }) => !large || drawingLarge < LARGE_AT_ONCE);
  const wanted = waiting[at];
  if (!wanted) return;
  const child = idle.pop() ?? (started.size < RENDERERS ? start() : null);
  if (!child) return;
  waiting.splice(at, 1);
  work(child, wanted);
}

/** Rendering runs in a process, so that its load, its memory and its crashes do not affect the server. */
function start(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'render-process.ts'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.add(child);
  if (child.pid !== undefined) {
    lowerPriority(child.pid, DRAWING_PRIORITY);
    endFirst(child.pid);
  }
  // The caller who waits for the paper receives the error. An idle renderer is replaced when needed.
  child.on('error', () => {
    if (child.pid === undefined) started.delete(child);
  });
  child.once('exit', () => {
    started.delete(child);
    forget(child);
    next();
  });
  return child;
}

function forget(child: ChildProcess): void {
  const at = idle.indexOf(child);
  if (at >= 0) idle.splice(at, 1);
}

/** Logs that memory of renderers is not limited where the system does not report it. */
export function warnOfUnboundedMemory(log: Pick<Context['log'], 'warn'>, reportsMemory = REPORTS_MEMORY): void {
  if (!reportsMemory) log.warn('this system does not report the memory of processes: that of papers is not bounded');
}

function work(child: ChildProcess, wanted: Wanted): void {
  const { document, large, resolve, reject } = wanted;
  if (large) drawingLarge += 1;
  const done = (answer: Answer) => {
    settle();
    counts['error' in answer ? 'failed' : 'drawn'] += 1;
    if ('error' in answer) reject(new Error(`The PDF was not drawn: ${answer.error}`));
    else {
      if (answer.untagged) process.emitWarning(`A PDF without its standard: ${answer.untagged}`);
      resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength));
    }
    // A renderer that announced its last paper is about to end. An idle renderer does not keep the server process
    // alive.
    if (!answer.last) {
      child.unref();
      child.channel?.unref();
      idle.push(child);
    }
    next();
  };
  const died = (cause: Error | number | null, signal?: NodeJS.Signals) => {
    settle();
    // It was killed from outside, for example by a system short of memory. A paper that crashes its renderer fails at
    // the second try.
    if (signal === 'SIGKILL' && !grown && !isLate && !wanted.isSecond) {
      waiting.unshift({ ...wanted, isSecond: true });
      next();
      return;
    }
    counts.failed += 1;
    if (grown) reject(new ApiError('PaperTooLarge'));
    else if (wanted.isSecond && signal === 'SIGKILL')
      reject(new ApiError('ServiceUnavailable', { cause: KILLED_TWICE() }));
    else reject(cause instanceof Error ? cause : new Error(`The PDF renderer ended with ${signal ?? cause}`));
    // Only now is its place among the large papers free.
    next();
  };
  let grown = false;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, MAX_MS);
  const watched = watchMemory(child, MEMORY_BOUND, () => {
    grown = true;
    child.kill('SIGKILL');
  });
  const settle = () => {
    if (large) drawingLarge -= 1;
    clearTimeout(late);
    clearInterval(watched);
    child.off('message', done);
    child.off('error', died);
    child.off('exit', died);
  };
  child.on('message', done);
  child.on('error', died);
  child.on('exit', died);
  child.ref();
  child.channel?.ref();
  child.send(document);
}

/** The paper has too many rows. Error: PaperTooLarge. */
export function boundRows(rows: number): void {
  if (rows > MOST_ROWS) throw new ApiError('PaperTooLarge');
}

/** The number of rows in all tables of a document. */
function rowsOf({ blocks }: PdfDocument): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0);
}

/** Returns a tagged PDF (PDF/UA-1) of a document; Typst renders it in another process. Error: PaperTooLarge. */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  const rows = rowsOf(document);
  // A report counts its rows before it starts; group lines and sums come on top.
  if (rows > 2 * MOST_ROWS) throw new ApiError('PaperTooLarge');
  const drawn = () =>
    new Promise<Buffer>((resolve, reject) => {
      waiting.push({ document, large: rows > LARGE_ROWS, isSecond: false, resolve, reject });
      next();
    });
  return traced('paper', { 'pimis.paper.rows': rows }, drawn);
}
