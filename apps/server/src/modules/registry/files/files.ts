import { Readable } from 'node:stream';
import { encodingOf } from '@pimis/domain/text/encoding';
import { ApiError } from '../../../platform/errors.ts';
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts';
import { csvRecords } from './csv.ts';
import { type FileRow, newReading, type Reading } from './file-rows.ts';
import { unpackedSize, workbookRows } from './workbook.ts';

/**
 * Tables as files: CSV (comma, semicolon or tab; UTF-8, UTF-16 or a code page of Windows) and XLSX, with the same
 * columns in imports and exports.
 */

const ZIP_MARK = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Puts an apostrophe before a text that a spreadsheet would take for a formula, or that looks escaped already. */
const FORMULA = /^'*[=+\-@|\t\r\n]/;

function protect(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function unprotect(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** Rows of a table without its header. */
export const MAX_ROWS = 200_000;
/** How many rows are searched for the header. */
export const HEADER_ROWS = 40;
const ROWS_AT_A_TIME = 250;

async function* csvRows(bytes: Buffer, reading: Reading): AsyncGenerator<FileRow> {
  let row = 0;
  reading.sheet = null;
  const found = reading.encoding === null ? encodingOf(bytes) : { encoding: reading.encoding, doubtful: false };
  // A file with zero bytes is not text.
  if (!found) throw new ApiError(bytes.includes(0) ? 'InvalidImportFormat' : 'MixedEncoding');
  Object.assign(reading, found);
  for await (const cells of csvRecords(bytes, found.encoding, (share) => (reading.share = share))) {
    row += 1;
    yield { row, cells: cells.map(unprotect), broken: [] };
  }
}

function isXlsx(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP_MARK.length).equals(ZIP_MARK);
}

/** The unpacked size limit of a file. */
export async function readSize(bytes: Buffer): Promise<number> {
  return isXlsx(bytes) ? unpackedSize(bytes) : bytes.length;
}

async function* allRows(bytes: Buffer, reading: Reading): AsyncGenerator<FileRow> {
  try {
    yield* isXlsx(bytes) ? workbookRows(bytes, reading) : csvRows(bytes, reading);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('InvalidImportFormat', { cause: error });
  }
}

/**
 * Rows of a CSV or XLSX file; its first bytes show which. Blank rows are left out. Errors: InvalidImportFormat,
 * MixedEncoding, UnknownSheet.
 */
export async function* readRows(bytes: Buffer, reading: Reading = newReading()): AsyncGenerator<FileRow> {
  let read = 0;
  for await (const row of allRows(bytes, reading)) {
    read += 1;
    if (read % ROWS_AT_A_TIME === 0) await yieldToEventLoop();
    if (row.broken.length > 0 || row.odd || row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

/** Rows as CSV, as a stream. Texts that a spreadsheet would take for a formula are escaped. */
export function csvFile(header: string[], rows: AsyncIterable<string[]>, delimiter: ',' | ';' = ','): Readable {
  async function* all() {
    for await (const row of rows) yield row.map(protect);
  }
  async function* file() {
    // The library takes 15 MB of memory, so it is loaded with the first workbook.
    yield* (await import('hucre/csv')).writeCsvStream(all(), { headers: header, bom: true, delimiter });
  }
  return Readable.from(file(), { objectMode: false });
}
