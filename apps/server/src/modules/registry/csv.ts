import { MAX_COLUMNS } from './sheet.ts';

export class CsvError extends Error {}

/** Three times what a cell of a workbook holds. */
const MAX_CELL = 100_000;

/** Where a quoted cell ends, and its text; a quote that is never closed takes all that follows. */
function quotedCell(text: string, start: number): { cell: string; end: number } {
  let cell = '';
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { cell: cell + text.slice(from), end: text.length };
    cell += text.slice(from, quote);
    if (cell.length > MAX_CELL) throw new CsvError('too long a cell');
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}

/** Rows of a CSV text (RFC 4180; lines end in any of the three ways). Error: CsvError for too many or too long cells. */
export function* csvRecords(text: string, delimiter: string): Generator<string[]> {
  const mark = new RegExp(`[${delimiter}\\r\\n]`, 'g');
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : { cell: '', end: at };
    mark.lastIndex = end;
    const stop = mark.exec(text)?.index ?? text.length;
    cells.push(cell + text.slice(end, stop));
    if (cells.length > MAX_COLUMNS) throw new CsvError('too many columns');
    at = stop + 1;
    if (text[stop] === delimiter) continue;
    if (text[stop] === '\r' && text[at] === '\n') at += 1;
    yield cells;
    cells = [];
  }
  // The text ends with a delimiter: an empty cell follows it.
  if (cells.length > 0) yield [...cells, ''];
}
