/** Blocks of cells in the format of spreadsheets: tabs between cells, a line break after each row. */

/** A cell in quotes, with quotes doubled inside, up to the end of the cell. */
const QUOTED = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r?$)/y;
const PLAIN = /[^\t\n]*/y;

/** One cell and the position after it. Spreadsheets quote only cells with a tab, a line break or doubled quotes. */
function cellAt(text: string, at: number): { cell: string; end: number } {
  QUOTED.lastIndex = at;
  const [quoted, inner = ''] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined && /[\t\r\n]|""/.test(inner)) {
    return { cell: inner.replaceAll('""', '"').replaceAll('\r', ''), end: at + quoted.length };
  }
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[0] ?? '';
  return { cell: plain.replaceAll('\r', ''), end: at + plain.length };
}

/** Rows and cells of a copied block as spreadsheets write it, Excel with a line break after the last row too. */
export function parseGrid(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const { cell, end } = cellAt(text, at);
    rows.at(-1)?.push(cell);
    at = text[end] === '\r' ? end + 1 : end;
    if (at >= text.length) break;
    if (text[at] === '\n') rows.push([]);
    at += 1;
  }
  if (rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop();
  return rows;
}

/** A block as text for spreadsheets. */
export function formatGrid(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}
