import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './model.ts';

/** At most one document per core is drawn at once; the others wait their turn. */
const AT_ONCE = Math.max(1, availableParallelism());
const WORKER_MEMORY_MB = 1024;

let running = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
}

function draw(document: PdfDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: document,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The PDF worker ended with code ${code}`)));
  });
}

/** A tagged PDF (PDF/UA-1) of a document, drawn by Typst in a worker of its own. */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  await turn();
  try {
    return await draw(document);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
