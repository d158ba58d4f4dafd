import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PdfDocument } from './model.ts';

/** Draws one document and ends: what the compiler keeps in memory ends with it. */

const TAGGED_ROWS = 2000;
const folder = dirname(fileURLToPath(import.meta.url));
const fonts = join(dirname(createRequire(import.meta.url).resolve('source-sans/package.json')), 'TTF');

const document = workerData as PdfDocument;
const rows = document.blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0);
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [fonts] }] });
compiler.mapShadow(join(folder, 'data.json'), Buffer.from(JSON.stringify(document)));
const pdf = compiler.pdf(
  { mainFilePath: join(folder, 'document.typ') },
  // Tags of a very large table cost more than they help (documents page).
  rows > TAGGED_ROWS ? { pdfTags: false } : { pdfStandard: 'ua-1' },
);
const bytes = new Uint8Array(pdf);
parentPort?.postMessage(bytes, [bytes.buffer]);
