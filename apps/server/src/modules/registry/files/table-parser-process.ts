import { ENCODINGS } from '@pimis/domain/text/encoding';
import { cutText } from '@pimis/domain/text/cut';
import { writeFrame } from '../../../platform/documents/message-framing.ts';
import { ApiError } from '../../../platform/errors.ts';
import { readInput } from '../../../platform/documents/parser-process.ts';
import { HEADER_ROWS, MAX_ROWS, readRows } from './files.ts';
import { type FileRow, newReading } from './file-rows.ts';
import { REFUSALS, type ParserMessage } from './table-parser-messages.ts';

/**
 * A process that parses a table (parse-table.ts) and sends its rows as JSON frames. Arguments: the wanted sheet (the
 * first by default) and encoding (found by itself by default); empty for none.
 */

/** Rows and characters in a frame; small frames keep the receiver responsive. */
const FRAME_ROWS = 500;
const FRAME_LENGTH = 64 * 1024;
/** Longer cells are cut; no cell of our tables has a thousand characters. */
const CELL_LENGTH = 8_000;
/** More than any row of our tables has. */
const ROW_LENGTH = 256 * 1024;

const cut = (cell: string) => (cell.length > CELL_LENGTH ? `${cutText(cell.trim(), CELL_LENGTH)}…` : cell);

/** A row for a frame, and its number of characters. Error: InvalidImportFormat. */
function framed({ cells, ...row }: FileRow): { row: FileRow; length: number } {
  const shown = cells.map(cut);
  const length = shown.reduce((sum, cell) => sum + cell.length, 0);
  if (length > ROW_LENGTH) throw new ApiError('InvalidImportFormat');
  return { row: { ...row, cells: shown }, length };
}

const [, , sheetWanted = '', encodingWanted = ''] = process.argv;
const wanted = () => newReading(sheetWanted || null, ENCODINGS.find((encoding) => encoding === encodingWanted) ?? null);
const reading = wanted();
let rows: FileRow[] = [];
let length = 0;

const send = (news: Omit<ParserMessage, keyof typeof reading>) => {
  return writeFrame(process.stdout, { ...news, ...reading });
};

async function sendRows(): Promise<void> {
  await send({ rows });
  [rows, length] = [[], 0];
}

/**
 * Reads everything once without output, so that a file that is not a table, or too long, is refused before its first
 * row.
 */
async function judge(bytes: Buffer): Promise<void> {
  let read = 0;
  for await (const row of readRows(bytes, wanted())) {
    framed(row);
    read += 1;
    if (read > MAX_ROWS + HEADER_ROWS) throw new ApiError('ReachedImportRowsLimit');
  }
}

function isRefusal(name: string): name is NonNullable<ParserMessage['refused']> {
  return REFUSALS.some((known) => known === name);
}

try {
  const bytes = await readInput();
  await judge(bytes);
  for await (const read of readRows(bytes, reading)) {
    const next = framed(read);
    rows.push(next.row);
    length += next.length;
    if (rows.length >= FRAME_ROWS || length >= FRAME_LENGTH) await sendRows();
  }
  await send({ rows, ended: true });
} catch (error) {
  const name = error instanceof ApiError ? error.status : '';
  await send({ rows: [], refused: isRefusal(name) ? name : 'InvalidImportFormat' });
}
