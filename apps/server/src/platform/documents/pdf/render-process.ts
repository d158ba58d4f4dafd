import { writeFile } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFonts } from './fonts.ts';
import { withGlyphFallback } from './glyph-fallback.ts';
import type { PdfDocument } from './model.ts';
import { preparePdfInput } from './pdf-input.ts';

/**
 * A warm renderer process: it loads compiler and fonts once and renders one document after another, until it has used
 * much memory, which the compiler does not free.
 */

/** For a very large table the tags cost more than they help. */
const TAGGED_ROWS = 2000;
/** After a document with more rows the compiler's cache is emptied. */
const REMEMBERED_ROWS = 500;
/** The number of further documents for which the compiler keeps cached results. */
const REMEMBERED_DOCUMENTS = 5;
const MAX_MEMORY = 700_000_000;
const MAX_REASON = 500;

// When memory runs out, the kernel should end this process, not the database or the server. Rendering continues where
// the system does not allow the setting.
if (process.platform === 'linux') writeFile('/proc/self/oom_score_adj', '1000', () => undefined);

const folder = import.meta.dirname;
const data = join(folder, 'data.json');
const main = { mainFilePath: join(folder, 'document.typ') };
const fonts = readFonts();
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts.files }] });
const legible = withGlyphFallback(fonts.coverage);
// The process is killed at the end, which would otherwise lose the compiled code.
flushCompileCache();

interface Drawing {
  bytes: Uint8Array<ArrayBuffer>;
  /** The reason why the paper does not meet the accessibility standard, if it does not. */
  untagged?: string;
}

function draw(document: PdfDocument): Drawing {
  const rows = document.blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 0), 0);
  compiler.mapShadow(data, Buffer.from(JSON.stringify(preparePdfInput(document, legible))));
  try {
    if (rows > TAGGED_ROWS) return { bytes: new Uint8Array(compiler.pdf(main, { pdfTags: false })) };
    try {
      return { bytes: new Uint8Array(compiler.pdf(main, { pdfStandard: 'ua-1' })) };
    } catch (error) {
      // A paper that works less well with a screen reader is better than none.
      return { bytes: new Uint8Array(compiler.pdf(main)), untagged: (error as Error).message.slice(0, MAX_REASON) };
    }
  } finally {
    compiler.evictCache(rows > REMEMBERED_ROWS ? 0 : REMEMBERED_DOCUMENTS);
  }
}

/** The answer for a document, or the message of an error. `last`: the process ends after it. */
export type Answer = (Drawing | { error: string }) & { last: boolean };

process.on('message', (document: PdfDocument) => {
  let drawn: Drawing | { error: string };
  try {
    drawn = draw(document);
  } catch (error) {
    drawn = { error: (error as Error).message.slice(0, MAX_REASON) };
  }
  const answer: Answer = { ...drawn, last: process.memoryUsage.rss() > MAX_MEMORY };
  process.send?.(answer, () => {
    if (answer.last) process.disconnect();
  });
});
