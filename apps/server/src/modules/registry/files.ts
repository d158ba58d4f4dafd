import { Readable } from 'node:stream';
import { type CellValue, detectDelimiter, stripBom, writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { ApiError } from '../../platform/errors.ts';
import { CsvError, csvRecords } from './csv.ts';
import { escapeText, MAX_ROW } from './sheet.ts';
import { unpackedSize, workbookRows } from './workbook.ts';

/** Tables as files: CSV (comma or semicolon, UTF-8 or Windows-1250) and XLSX, the same columns both ways. */

export type FileFormat = 'csv' | 'xlsx';

const ZIP_MARK = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const LINE_END = 0x0a;
const SHEET = 'Подаци';
const DELIMITERS: readonly string[] = [',', ';'];

/** A row of a file with its number as people count it: the header is row 1. */
export interface FileRow {
  row: number;
  cells: string[];
  /** Places of cells that hold no value but an error. */
  broken: number[];
}

/** A text that a spreadsheet would take for a formula has an apostrophe before it; so has one that looks like that. */
const FORMULA = /^'*[=+\-@|\t\r\n]/;

function protect(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function unprotect(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: what spreadsheets of this country have long written.
    return iconv.decode(bytes, 'win1250');
  }
}

function* csvRows(bytes: Buffer): Generator<FileRow> {
  const text = stripBom(decode(bytes));
  if (text.includes('\0')) throw new CsvError('no text');
  const found = detectDelimiter(text.slice(0, 20_000));
  const delimiter = DELIMITERS.includes(found) ? found : ',';
  let row = 0;
  for (const cells of csvRecords(text, delimiter)) {
    row += 1;
    if (row > MAX_ROW) throw new CsvError('too many rows');
    yield { row, cells: cells.map(unprotect), broken: [] };
  }
}

function isXlsx(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP_MARK.length).equals(ZIP_MARK);
}

/** About how many rows a file has, to tell progress by; undefined where that shows only in reading. */
export function guessRows(bytes: Buffer): number | undefined {
  if (isXlsx(bytes)) return undefined;
  let lines = 1;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}

/** What of a file is read, unpacked. */
export function readSize(bytes: Buffer): number {
  return isXlsx(bytes) ? unpackedSize(bytes) : bytes.length;
}

async function* allRows(bytes: Buffer): AsyncGenerator<FileRow> {
  try {
    yield* isXlsx(bytes) ? workbookRows(bytes) : csvRows(bytes);
  } catch (error) {
    throw new ApiError('InvalidImportFormat', { cause: error });
  }
}

/** Rows of a file of either kind; the kind shows in its first bytes. Blank rows are left out. Error: InvalidImportFormat. */
export async function* readRows(bytes: Buffer): AsyncGenerator<FileRow> {
  for await (const row of allRows(bytes)) {
    if (row.broken.length > 0 || row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

/** A file of rows, made while it is read. Texts that a spreadsheet would take for a formula are kept from it. */
export function writeRows(format: FileFormat, header: string[], rows: AsyncIterable<CellValue[]>): Readable {
  const written = format === 'csv' ? protect : escapeText;
  async function* all() {
    if (format === 'xlsx') yield header as CellValue[];
    for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? written(cell) : cell));
  }
  const stream =
    format === 'csv' ? writeCsvStream(all(), { headers: header, bom: true }) : writeXlsxStream(all(), { name: SHEET });
  return Readable.fromWeb(stream as never);
}
