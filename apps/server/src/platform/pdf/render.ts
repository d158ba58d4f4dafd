import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './model.ts';
import type { Answer } from './worker.ts';

/** One warm renderer per core; what comes while all are busy waits its turn. */
export const RENDERERS = Math.max(1, availableParallelism());
const WORKER_MEMORY_MB = 1024;

interface Wanted {
  document: PdfDocument;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

const idle: Worker[] = [];
const waiting: Wanted[] = [];
let started = 0;

/** Gives the next document to a renderer, to a new one while there are fewer than there may be. */
function next(): void {
  const wanted = waiting[0];
  if (!wanted) return;
  const worker = idle.pop() ?? (started < RENDERERS ? start() : null);
  if (!worker) return;
  waiting.shift();
  work(worker, wanted);
}

function start(): Worker {
  started += 1;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  });
  // What went wrong is told to whoever waits for the paper; an idle renderer is replaced when it is needed.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    started -= 1;
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    next();
  });
  return worker;
}

function work(worker: Worker, { document, resolve, reject }: Wanted): void {
  const done = (answer: Answer) => {
    settle();
    if ('error' in answer) reject(new Error(`The PDF was not drawn: ${answer.error}`));
    else {
      if (answer.untagged) process.emitWarning(`A PDF without its standard: ${answer.untagged}`);
      resolve(Buffer.from(answer.bytes.buffer));
    }
    // An idle renderer keeps no process alive.
    worker.unref();
    idle.push(worker);
    next();
  };
  const died = (cause: Error | number) => {
    settle();
    reject(cause instanceof Error ? cause : new Error(`The PDF renderer ended with code ${cause}`));
  };
  const settle = () => {
    worker.off('message', done);
    worker.off('error', died);
    worker.off('exit', died);
  };
  worker.on('message', done);
  worker.on('error', died);
  worker.on('exit', died);
  worker.ref();
  worker.postMessage(document);
}

/** A tagged PDF (PDF/UA-1) of a document, drawn by Typst beside the calls of others. */
export function renderPdf(document: PdfDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    waiting.push({ document, resolve, reject });
    next();
  });
}
