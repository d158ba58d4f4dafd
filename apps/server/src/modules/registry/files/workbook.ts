import { posix } from 'node:path';
import { cutText } from '@pimis/domain/text/cut';
import { type Archive, openArchive } from '../../../platform/documents/unzip.ts';
import { type XmlHandler, XmlReader } from '../../../platform/documents/xml-tokenizer.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { FileRow, Reading } from './file-rows.ts';
import { builtInFormat, FIRST_OWN_FORMAT, type NumberFormat, showsNumber } from './number-format.ts';
import { MAX_CELL_LENGTH, SheetReader, type Workbook } from './worksheet.ts';

/**
 * Reads XLSX workbooks (ECMA-376) of users. A few kilobytes may unpack to gigabytes, so every part has a limit and is
 * unpacked in pieces; only the shared texts are held completely.
 */

const MEGABYTE = 1024 * 1024;
/** Limits of unpacked bytes: the sheet, the shared texts, each small part. */
const MAX_SHEET = 512 * MEGABYTE;
const MAX_TEXTS = 64 * MEGABYTE;
const MAX_PART = 8 * MEGABYTE;
const LAST_DAY = 2_958_465;
const DAY_TEXT = 'YYYY-MM-DD'.length;
/** The most sheets that are offered, and the most characters of their names. */
const MAX_SHEETS = 200;
const SHEET_NAME = 100;

interface NamedSheet {
  name: string;
  path: string;
  hidden: boolean;
}

export class WorkbookError extends Error {}

/** The library takes 15 MB of memory, so it is loaded with the first workbook. */
const library = () => import('hucre');

class Parts {
  private readonly archive: Archive;

  constructor(archive: Archive) {
    this.archive = archive;
  }

  has(path: string): boolean {
    return this.archive.entries.has(path);
  }

  size(path: string): number {
    return this.archive.entries.get(path)?.uncompressedSize ?? 0;
  }

  /** Passes a part to the handler; yields the number of bytes read after each piece. */
  async *read(path: string, handler: XmlHandler, maxBytes: number): AsyncGenerator<number> {
    let come = 0;
    const reader = new XmlReader(handler);
    for await (const chunk of this.archive.unpack(path, maxBytes)) {
      reader.write(chunk);
      come += chunk.length;
      yield come;
    }
    reader.end();
  }

  /** Every tag of a part. */
  async tags(
    path: string,
    onTag: (name: string, attributes: Readonly<Record<string, string>>) => void,
    maxBytes = MAX_PART,
  ): Promise<void> {
    const handler = { open: onTag, close: () => undefined, text: () => undefined };
    for await (const _ of this.read(path, handler, maxBytes));
  }

  /** Parts that a part refers to: kind (the last word of its name), id and path. */
  async relations(path: string): Promise<{ kind: string; id: string; path: string }[]> {
    const folder = posix.dirname(path);
    const found: { kind: string; id: string; path: string }[] = [];
    await this.tags(posix.join(folder, '_rels', `${posix.basename(path)}.rels`), (name, { Type, Id, Target }) => {
      if (name !== 'Relationship' || Type === undefined || Target === undefined) return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      found.push({ kind: posix.basename(Type), id: Id ?? '', path: target });
    });
    return found;
  }
}

/** The unpacked size of all parts, because a workbook may name its sheet's part freely; unknown sizes count as zero. */
export async function unpackedSize(bytes: Buffer): Promise<number> {
  try {
    let total = 0;
    const { entries } = await openArchive(bytes);
    for (const { uncompressedSize } of entries.values()) total += uncompressedSize;
    return total;
  } catch {
    return 0;
  }
}

async function readTexts(parts: Parts, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = false;
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    close(name) {
      if (name === 'si') texts.push(text);
      else if (name === 'rPh') phonetic = false;
      else if (name === 't') inText = false;
    },
    text(piece) {
      if (!inText) return;
      text += piece;
      if (text.length > MAX_CELL_LENGTH) throw new WorkbookError('text too long');
    },
  };
  for await (const _ of parts.read(path, handler, MAX_TEXTS));
  return texts;
}

/** The number format of each cell style; undefined for formats that depend on the spreadsheet's language. */
async function readFormats(parts: Parts, path: string): Promise<(NumberFormat | undefined)[]> {
  const { isDateFormat } = await library();
  const own = new Map<string, NumberFormat>();
  const styles: (NumberFormat | undefined)[] = [];
  let inCells = false;
  const handler: XmlHandler = {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt' && Number(numFmtId) >= FIRST_OWN_FORMAT)
        own.set(numFmtId, { code: formatCode, isDay: isDateFormat(formatCode) });
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) styles.push(own.get(numFmtId) ?? builtInFormat(numFmtId));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
    text: () => undefined,
  };
  for await (const _ of parts.read(path, handler, MAX_PART));
  return styles;
}

/** The sheet of that name, or the first visible one. */
function chosenSheet(sheets: readonly NamedSheet[], wanted: string | null): NamedSheet {
  if (wanted !== null) {
    const named = sheets.find(({ name }) => name === wanted);
    if (!named) throw new ApiError('UnknownSheet');
    return named;
  }
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
  if (!first) throw new WorkbookError('no sheet');
  return first;
}

async function readWorkbook(parts: Parts, reading: Reading): Promise<{ workbook: Workbook; sheet: string }> {
  const { formatValue, serialToDate } = await library();
  const book = (await parts.relations('')).find(({ kind }) => kind === 'officeDocument')?.path;
  if (book === undefined) throw new WorkbookError('no workbook');
  let since1904 = false;
  const listed: (Omit<NamedSheet, 'path'> & { id: string })[] = [];
  await parts.tags(book, (name, { date1904, id, name: called = '', state = 'visible' }) => {
    if (name === 'workbookPr') since1904 = date1904 === '1' || date1904 === 'true';
    if (name === 'sheet' && id !== undefined && listed.length < MAX_SHEETS)
      listed.push({ name: cutText(called, SHEET_NAME), id, hidden: state !== 'visible' });
  });
  const relations = await parts.relations(book);
  const paths = new Map(relations.filter(({ kind }) => kind === 'worksheet').map(({ id, path }) => [id, path]));
  const sheets = listed.flatMap(({ id, ...sheet }) => {
    const path = paths.get(id);
    return path === undefined ? [] : [{ ...sheet, path }];
  });
  const { name: read, path: sheet } = chosenSheet(sheets, reading.sheet);
  reading.sheet = read;
  reading.sheets = sheets.map(({ name }) => name);
  const part = (wanted: string) => {
    const path = relations.find(({ kind }) => kind === wanted)?.path;
    return path !== undefined && parts.has(path) ? path : undefined;
  };
  const texts = part('sharedStrings');
  const styles = part('styles');
  const formats = styles === undefined ? [] : await readFormats(parts, styles);
  const workbook: Workbook = {
    texts: texts === undefined ? [] : await readTexts(parts, texts),
    isDay: (style) => formats[style]?.isDay === true,
    showsNumber: (style, number) => showsNumber(number, formats[style]?.code ?? '', formatValue),
    dayOf: (serial) =>
      serial >= 0 && serial <= LAST_DAY ? serialToDate(serial, since1904).toISOString().slice(0, DAY_TEXT) : undefined,
  };
  return { workbook, sheet };
}

/** Numbered rows of the wanted sheet or the first, without blank rows. */
export async function* workbookRows(bytes: Buffer, reading: Reading): AsyncGenerator<FileRow> {
  const parts = new Parts(await openArchive(bytes));
  const { workbook, sheet } = await readWorkbook(parts, reading);
  const rows = new SheetReader(workbook);
  for await (const come of parts.read(sheet, rows, MAX_SHEET)) {
    reading.share = Math.min(1, come / Math.max(1, parts.size(sheet)));
    yield* rows.taken();
  }
}
