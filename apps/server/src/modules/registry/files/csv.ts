import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { detectDelimiter } from 'hucre/csv';
import type { Encoding } from '@pimis/domain/text/encoding';
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts';
import { MAX_COLUMNS, MAX_ROW } from './worksheet.ts';

/** Reads tables as texts with csv-parse (RFC 4180; any of three line ends), in pieces and with limits. */

class CsvError extends Error {}

/** Three times the maximum of a cell in a workbook. */
const MAX_CELL = 100_000;
/** Yields to the event loop between pieces of a large file. */
const PIECE_BYTES = 16 * 1024;
/** Cells and bytes of a row: more than any of our tables has. */
const MAX_PIECES = 64;
const MAX_RECORD = MAX_PIECES * PIECE_BYTES;
/** Enough text to recognize the separator. */
const SAMPLE = 20_000;
const DELIMITERS: readonly string[] = [',', ';', '\t'];

/** A first line with which Excel declares the separator. */
const SEPARATOR_LINE = /^\ufeff?sep=(.)(?:\r\n?|\n)/i;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Refuses a text with more lines than a sheet has rows before reading it; blank lines count. */
function boundLines(bytes: Buffer, encoding: string): void {
  const wide = encoding.startsWith('utf-16');
  const low = encoding === 'utf-16be' ? 1 : 0;
  let lines = 0;
  for (let at = low, before = 0; at < bytes.length; at += wide ? 2 : 1) {
    const unit = wide && bytes[at - 2 * low + 1] !== 0 ? 0 : (bytes[at] ?? 0);
    if (unit === RETURN || (unit === LINE_FEED && before !== RETURN)) lines += 1;
    before = unit;
  }
  if (lines > MAX_ROW) throw new CsvError('too many lines');
}

/** The separator of a text, and whether its first line names it. */
function separatorOf(bytes: Buffer, encoding: string): { delimiter: string; isNamed: boolean } {
  // The sample may end within a character, which is not an error of the file.
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE));
  const named = SEPARATOR_LINE.exec(sample)?.[1];
  if (named !== undefined) return { delimiter: named, isNamed: true };
  const found = detectDelimiter(sample);
  return { delimiter: DELIMITERS.includes(found) ? found : ',', isNamed: false };
}

/**
 * The text in pieces. The parser's limit for a row does not count separators, so rows without an end are stopped here.
 */
async function* textOf(
  bytes: Buffer,
  encoding: string,
  { rowsSoFar, onRead }: { rowsSoFar: () => number; onRead: (share: number) => void },
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let [rows, pieces] = [0, 0];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: at + PIECE_BYTES < bytes.length });
    if (text.includes('\0')) throw new CsvError('no text');
    onRead(Math.min(1, (at + PIECE_BYTES) / bytes.length));
    yield text;
    await yieldToEventLoop();
    pieces = rowsSoFar() === rows ? pieces + 1 : 0;
    rows = rowsSoFar();
    if (pieces > MAX_PIECES) throw new CsvError('too long a row');
  }
}

/**
 * Every row of a text, also blank ones; `onRead` receives the share that was read. Errors: CsvError for too many or too
 * long cells, csv-parse's, TypeError.
 */
export async function* csvRecords(
  bytes: Buffer,
  encoding: Encoding,
  onRead: (share: number) => void = () => undefined,
): AsyncGenerator<string[]> {
  boundLines(bytes, encoding);
  const { delimiter, isNamed } = separatorOf(bytes, encoding);
  // The line counts as a row, so that the rows after it keep their numbers.
  if (isNamed) yield [''];
  const parser = parse({
    delimiter,
    from_line: isNamed ? 2 : 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // People write quotation marks within cells without doubling them.
    relax_quotes: true,
    max_record_size: MAX_RECORD,
  });
  // An error of the text reaches the parser and is handled below.
  const progress = { rowsSoFar: () => parser.info.records, onRead };
  pipeline(Readable.from(textOf(bytes, encoding, progress)), parser, () => undefined);
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (cells.length > MAX_COLUMNS) throw new CsvError('too many columns');
    if (cells.some((cell) => cell.length > MAX_CELL)) throw new CsvError('too long a cell');
    yield cells;
  }
}
