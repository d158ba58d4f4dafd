import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { TELLS_MEMORY } from '../processes.ts';
import type { PdfDocument } from './model.ts';
import type { Answer } from './render-process.ts';

/** One warm renderer per core, but two at least; what comes while all that may draw it are busy waits its turn. */
export const RENDERERS = Math.max(2, availableParallelism());
/** Papers of more rows are large: one renderer is always left to the others. */
export const LARGE_ROWS = 500;
const LARGE_AT_ONCE = RENDERERS - 1;
/** Papers of more rows are not drawn: nobody reads them, and each row takes some 150 kB of memory. */
export const MOST_ROWS = 5_000;
/** Drawing keeps a core busy: whoever answers a call meanwhile goes first, but somebody waits for the paper too. */
const DRAWING_PRIORITY = 5;
const HEAP_MB = 1024;
/** A renderer that takes more bytes than this is ended, and its paper given up. Tests lower it. */
export const MEMORY_BOUND = { bytes: 2 * 1024 ** 3 };
const LOOKED_AT_MS = 200;
/** A paper that takes longer is given up: some twenty times what the longest one takes. */
const MAX_MS = 300_000;

interface Wanted {
  document: PdfDocument;
  large: boolean;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

const idle: ChildProcess[] = [];
const waiting: Wanted[] = [];
const started = new Set<ChildProcess>();
let drawingLarge = 0;

// One in the middle of a drawing hears of nothing before it is done.
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** The processes of the renderers, those that draw first. */
export function renderProcesses(): number[] {
  const busy = [...started].filter((child) => !idle.includes(child));
  return [...busy, ...idle].flatMap(({ pid }) => pid ?? []);
}

/** Gives the next document to a renderer, to a new one while there are fewer than there may be. */
function next(): void {
  const at = waiting.findIndex(({ large }) => !large || drawingLarge < LARGE_AT_ONCE);
  const wanted = waiting[at];
  if (!wanted) return;
  const child = idle.pop() ?? (started.size < RENDERERS ? start() : null);
  if (!child) return;
  waiting.splice(at, 1);
  work(child, wanted);
}

/** A process: what a drawing takes of the processor and of memory, and how it may die, is not the server's. */
function start(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'render-process.ts'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.add(child);
  if (child.pid !== undefined) setPriority(child.pid, DRAWING_PRIORITY);
  // What went wrong is told to whoever waits for the paper; an idle renderer is replaced when it is needed.
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

/** Tells in the log that the memory of renderers is not bounded, where the system does not tell what they take. */
export function warnOfUnboundedMemory(log: Pick<Context['log'], 'warn'>, tellsMemory = TELLS_MEMORY): void {
  if (!tellsMemory) log.warn('this system does not tell the memory of processes: that of papers is not bounded');
}

/** Bytes of memory that a process takes; 0 where the system does not tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined || !TELLS_MEMORY) return 0;
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    // It has just ended: whoever waits for its paper hears of that.
    return 0;
  }
}

/** What a renderer takes of memory is bounded by ending it. */
function watch(child: ChildProcess, tooLarge: () => void): NodeJS.Timeout {
  return setInterval(() => {
    void memoryOf(child.pid).then((bytes) => {
      if (bytes > MEMORY_BOUND.bytes) tooLarge();
    });
  }, LOOKED_AT_MS);
}

function work(child: ChildProcess, { document, large, resolve, reject }: Wanted): void {
  if (large) drawingLarge += 1;
  const done = (answer: Answer) => {
    settle();
    if ('error' in answer) reject(new Error(`The PDF was not drawn: ${answer.error}`));
    else {
      if (answer.untagged) process.emitWarning(`A PDF without its standard: ${answer.untagged}`);
      resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength));
    }
    // One that says that it was its last paper is ending; an idle renderer keeps no process alive.
    if (!answer.last) {
      child.unref();
      child.channel?.unref();
      idle.push(child);
    }
    next();
  };
  const died = (cause: Error | number | null, signal?: NodeJS.Signals) => {
    settle();
    if (grown) reject(new ApiError('PaperTooLarge'));
    else reject(cause instanceof Error ? cause : new Error(`The PDF renderer ended with ${signal ?? cause}`));
    // Only now is its place among the large ones free.
    next();
  };
  let grown = false;
  const late = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  const watched = watch(child, () => {
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

/** A paper of so many rows is too large to be drawn. Error: PaperTooLarge. */
export function boundRows(rows: number): void {
  if (rows > MOST_ROWS) throw new ApiError('PaperTooLarge');
}

/** Rows of all tables of a document. */
function rowsOf({ blocks }: PdfDocument): number {
  return blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0);
}

/** A tagged PDF (PDF/UA-1) of a document, drawn by Typst beside the calls of others. Error: PaperTooLarge. */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  const rows = rowsOf(document);
  // Lines of groups and sums come on top of the rows that a report counts before it begins.
  if (rows > 2 * MOST_ROWS) throw new ApiError('PaperTooLarge');
  return new Promise((resolve, reject) => {
    waiting.push({ document, large: rows > LARGE_ROWS, resolve, reject });
    next();
  });
}
