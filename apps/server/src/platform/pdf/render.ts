import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import type { PdfDocument } from './model.ts';
import type { Answer } from './render-process.ts';

/** One warm renderer per core; what comes while all are busy waits its turn. */
export const RENDERERS = Math.max(1, availableParallelism());
/** Drawing keeps a core busy: whoever answers a call meanwhile goes first, but somebody waits for the paper too. */
const DRAWING_PRIORITY = 5;
const HEAP_MB = 1024;
/** A paper that takes longer is given up: some twenty times what the longest one takes. */
const MAX_MS = 300_000;

interface Wanted {
  document: PdfDocument;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

const idle: ChildProcess[] = [];
const waiting: Wanted[] = [];
const started = new Set<ChildProcess>();

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
  const wanted = waiting[0];
  if (!wanted) return;
  const child = idle.pop() ?? (started.size < RENDERERS ? start() : null);
  if (!child) return;
  waiting.shift();
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

function work(child: ChildProcess, { document, resolve, reject }: Wanted): void {
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
    reject(cause instanceof Error ? cause : new Error(`The PDF renderer ended with ${signal ?? cause}`));
  };
  const late = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  const settle = () => {
    clearTimeout(late);
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

/** A tagged PDF (PDF/UA-1) of a document, drawn by Typst beside the calls of others. */
export function renderPdf(document: PdfDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    waiting.push({ document, resolve, reject });
    next();
  });
}
