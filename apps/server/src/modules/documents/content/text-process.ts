import { posix } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { encodingOf } from '@pimis/domain/text/encoding';
import { readInput } from '../../../platform/documents/parser-process.ts';
import { type Archive, openArchive } from '../../../platform/documents/unzip.ts';
import { XmlReader } from '../../../platform/documents/xml-tokenizer.ts';

/**
 * A process that extracts the text of a PDF, DOCX, TXT or CSV file. Its starter (texts.ts) limits the time, memory and
 * crashes that a user's file can cause. Arguments: extension, largest number of characters.
 */

/** The unpacked size limit of a DOCX. */
const MAX_UNPACKED = 64 * 1024 * 1024;
const [extension = '', most = '0'] = process.argv.slice(2);
const MAX_LETTERS = Number(most);

async function* ofPdf(bytes: Buffer): AsyncGenerator<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) yield item.hasEOL ? `${item.str}\n` : item.str;
    yield '\n';
    page.cleanup();
  }
}

/** The usual path of a DOCX's text; a package names its own (ISO 29500-2, 8.3). */
const USUAL_MAIN = 'word/document.xml';
/** Other parts whose text is visible on the pages. */
const BESIDE = ['header', 'footer', 'footnotes', 'endnotes'];

/** The parts that a relationships file names, with the last word of their type. */
async function relationsOf(archive: Archive, part: string): Promise<{ type: string; path: string }[]> {
  const folder = part === '' ? '' : posix.dirname(part);
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!archive.entries.has(list)) return [];
  const found: { type: string; path: string }[] = [];
  const reader = new XmlReader({
    open: (name, { Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      // A target may be absolute, from the root of the package.
      found.push({ type: posix.basename(Type), path: posix.resolve('/', folder, Target).slice(1) });
    },
    close: () => undefined,
    text: () => undefined,
  });
  for await (const chunk of archive.unpack(list, MAX_UNPACKED)) reader.write(chunk);
  reader.end();
  return found;
}

async function* ofPart(archive: Archive, part: string): AsyncGenerator<string> {
  let said: string[] = [];
  let inText = false;
  const reader = new XmlReader({
    open: (name) => {
      inText = name === 't';
      if (name === 'tab' || name === 'br') said.push(' ');
    },
    close: (name) => {
      inText = false;
      if (name === 'p') said.push('\n');
    },
    text: (text) => {
      if (inText) said.push(text);
    },
  });
  for await (const chunk of archive.unpack(part, MAX_UNPACKED)) {
    reader.write(chunk);
    yield said.join('');
    said = [];
  }
  reader.end();
  yield said.join('');
}

/** The text of the main part, of headers and footers, and of notes. */
async function* ofDocx(bytes: Buffer): AsyncGenerator<string> {
  const archive = await openArchive(bytes);
  const named = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.path;
  const main = named !== undefined && archive.entries.has(named) ? named : USUAL_MAIN;
  yield* ofPart(archive, main);
  const beside = (await relationsOf(archive, main)).filter(({ type }) => BESIDE.includes(type));
  for (const part of new Set(beside.map(({ path }) => path))) {
    if (archive.entries.has(part)) yield* ofPart(archive, part);
  }
}

/** The largest size of a letter in UTF-8 or UTF-16. */
const LETTER_BYTES = 4;

/** A text of mixed encodings is read as UTF-8, so that most of it is found. */
function ofPlainText(whole: Buffer): string[] {
  const bytes = whole.subarray(0, MAX_LETTERS * LETTER_BYTES);
  const encoding = encodingOf(bytes)?.encoding ?? 'utf-8';
  // The last letter may be incomplete.
  return [new TextDecoder(encoding).decode(bytes, { stream: true })];
}

const READERS: Readonly<Record<string, (bytes: Buffer) => AsyncIterable<string> | Iterable<string>>> = {
  pdf: ofPdf,
  docx: ofDocx,
  txt: ofPlainText,
  csv: ofPlainText,
};

const bytes = await readInput();
let letters = 0;
for await (const text of READERS[extension]?.(bytes) ?? []) {
  process.stdout.write(text.slice(0, MAX_LETTERS - letters));
  letters += text.length;
  if (letters >= MAX_LETTERS) break;
}
