import { Readable } from 'node:stream';
import { cutText } from '@pimis/domain/text/cut';
import { inScript, type Script } from '@pimis/domain/text/transliterate';
import type { Language } from '@pimis/domain/text/wording';
import yazl from 'yazl';
import { prefetchFirst } from '../../http/prefetch-first.ts';
import { guarded } from '../../streams.ts';
import { escapeText } from './texts.ts';
import { heightOf, linesIn } from './row-height.ts';
import { type CellKind, isText, type LineKind, STYLES, styleOf, stylesPart } from './styles.ts';

interface SheetColumn {
  title: string;
  kind: CellKind;
  width: number;
  /** In rows of sums, a percentage is computed from two sums of the same row, given by the indexes of their columns. */
  share?: { part: number; whole: number };
}

/** The content of a sheet. */
export interface SheetContent {
  name: string;
  /** Lines above the head: the first is the title. */
  above?: readonly string[];
  columns: readonly SheetColumn[];
  lines: AsyncIterable<SheetLine> | Iterable<SheetLine>;
}

/**
 * A workbook, mostly of one sheet, written row by row: the head of the columns is frozen, filtered and repeated on each
 * printed page, columns have widths, amounts and days are typed. The library that reads workbooks writes streams
 * without filter and print set-up (docs/decisions/0050-board-reports.md).
 */
export interface Sheet extends SheetContent {
  /** The sheets behind it, with names of their own. Their lines are read when those before them are written. */
  further?: readonly SheetContent[];
  /** The script of every text; Cyrillic by default. */
  script?: Script | undefined;
  /** The language in which days are shown; Serbian by default. */
  language?: Language | undefined;
  /** The time of creation, stored in the archive. */
  at: Date;
}

/** The same during writing: its lines are consumed in order. */
interface WritableSheet extends SheetContent {
  lines: AsyncGenerator<SheetLine>;
}

export interface SheetLine {
  kind: LineKind;
  /** One cell per column; amounts are decimal strings, days YYYY-MM-DD, instants ISO. */
  cells: readonly (string | null)[];
  /** Deeper lines can be folded below those above. */
  level?: number;
  /** The lines that a sum adds, by their number; the first line is 0. */
  sums?: { from: number; to: number };
}

/** Sheets store numbers as floats with fifteen digits; longer numbers are stored as text. */
const EXACT_DIGITS = 15;
const NUMBER = /^-?\d+(\.\d+)?$/;
const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const CHUNK = 64 * 1024;
const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Belgrade',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** Characters that XML does not allow. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu;
const MAX_CELL = 32_767;
const MAX_LINES = 1_048_000;

const escaped = (text: string) =>
  text
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** "A", …, "Z", "AA", … for 0, 1, … */
export function letters(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest >= 0 ? letters(rest) : '') + String.fromCharCode(65 + (index % 26));
}

/** A spreadsheet ends lines with one character; XML would turn two into one. */
const shown = (text: string) => escapeText(cutText(text.replaceAll(/\r\n?/g, '\n'), MAX_CELL));

function textCell(at: string, style: number, text: string): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(shown(text))}</t></is></c>`;
}

/** The number of a day or an instant in a sheet; instants by the clock in Belgrade. */
function serial(kind: CellKind, value: string): number | null {
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return null;
  if (kind === 'day') return Math.round((Date.parse(`${value.slice(0, 10)}T00:00:00Z`) - EPOCH) / DAY_MS);
  return (Date.parse(`${CLOCK.format(instant).replace(' ', 'T')}Z`) - EPOCH) / DAY_MS;
}

function numberOf(kind: CellKind, value: string): string | null {
  if (isText(kind)) return null;
  if (kind === 'day' || kind === 'instant') return serial(kind, value)?.toString() ?? null;
  return NUMBER.test(value) && value.replaceAll(/[-.]/g, '').length <= EXACT_DIGITS ? value : null;
}

interface Style {
  line: LineKind;
  kind: CellKind;
  wrapped: boolean;
}

function sheetCell(at: string, { line, kind, wrapped }: Style, value: string | null, formula: string | null): string {
  const style = styleOf(line, kind, wrapped);
  if (value === null || value === '') return `<c r="${at}" s="${style}"/>`;
  const number = numberOf(kind, value);
  if (number === null) return textCell(at, style, value);
  return `<c r="${at}" s="${style}">${formula === null ? '' : `<f>${escaped(formula)}</f>`}<v>${number}</v></c>`;
}

/**
 * Sums, and shares of sums, are formulas that follow the reader's filter; counts are fixed values, and so is a sum over
 * lines of a previous sheet. `before`: the number of lines in previous sheets; `row`: the row of the sum itself.
 */
function formulaOf(
  sheet: SheetContent,
  { sums }: SheetLine,
  column: number,
  { row, head, before }: { row: number; head: number; before: number },
): string | null {
  if (!sums || sums.to < sums.from || sums.from < before) return null;
  const { kind, share } = sheet.columns[column] ?? {};
  if (share) {
    const [part, whole] = [share.part, share.whole].map((place) => `${letters(place)}${row}`);
    return `IF(${whole}=0,"",ROUND(${part}*100/${whole},2))`;
  }
  if (kind !== 'money') return null;
  const name = letters(column);
  const rowOf = (line: number) => `${name}${head + 1 + line - before}`;
  return `SUBTOTAL(9,${rowOf(sums.from)}:${rowOf(sums.to)})`;
}

/**
 * Returns whether the text of a cell is wrapped. Titles of groups and sums are wrapped if there is another value next
 * to them.
 */
function wraps({ columns }: SheetContent, { kind, cells }: SheetLine, index: number): boolean {
  const column = columns[index];
  if (!column || !isText(column.kind)) return false;
  return kind === 'row' || Boolean(cells[index + 1]);
}

/** The number of text lines of a row. */
function tallest(sheet: SheetContent, line: SheetLine): number {
  let most = 1;
  for (const [index, cell] of line.cells.entries()) {
    const column = sheet.columns[index];
    if (cell && column && wraps(sheet, line, index)) most = Math.max(most, linesIn(cell, column.width));
  }
  return most;
}

/** Amount columns must fit sums of any size; a narrower column would show #. */
const LEAST_WIDTHS: Readonly<Partial<Record<CellKind, number>>> = { money: 21, instant: 20 };
const wideEnough = (sheet: SheetContent): SheetContent => ({
  ...sheet,
  columns: sheet.columns.map((column) => ({
    ...column,
    width: Math.max(column.width, LEAST_WIDTHS[column.kind] ?? 0),
  })),
});

/** Sheets wider than this, in letters, cannot be read on A4. */
const A4_WIDTH = 190;
const PAPER = { a4: 9, a3: 8 } as const;

const SPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function* opening(sheet: SheetContent, head: number): Generator<string> {
  yield `${XML}<worksheet xmlns="${SPACE}"><sheetPr><outlinePr summaryBelow="1"/><pageSetUpPr fitToPage="1"/></sheetPr>`;
  yield `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${head}" topLeftCell="A${head + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${head + 1}" sqref="A${head + 1}"/></sheetView></sheetViews>`;
  yield `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="7"/><cols>`;
  for (const [index, { width }] of sheet.columns.entries()) {
    yield `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  }
  yield '</cols><sheetData>';
  for (const [index, text] of (sheet.above ?? []).entries()) {
    const style = index === 0 ? STYLES.title : STYLES.note;
    yield `<row r="${index + 1}">${text === '' ? '' : textCell(`A${index + 1}`, style, text)}</row>`;
  }
  const titles = sheet.columns.map(({ title }, index) => textCell(`${letters(index)}${head}`, STYLES.head, title));
  const tall = Math.max(2, ...sheet.columns.map(({ title, width }) => linesIn(title, width)));
  yield `<row r="${head}"${heightOf(tall)}>${titles.join('')}</row>`;
}

/** The remaining lines, beginning with one that was already taken. */
async function* restOf(taken: SheetLine, left: AsyncGenerator<SheetLine>): AsyncGenerator<SheetLine> {
  yield taken;
  yield* left;
}

/** `onEnd` receives the last line of the filter's range, and the lines beyond the most that the sheet may have. */
async function* sheetPart(
  sheet: WritableSheet,
  { head, most, before }: { head: number; most: number; before: number },
  onEnd: (rows: number, rest: AsyncGenerator<SheetLine> | null) => void,
): AsyncGenerator<string> {
  yield* opening(sheet, head);
  let lines = 0;
  // Sums are below it.
  let rows = 0;
  let rest: AsyncGenerator<SheetLine> | null = null;
  try {
    for (let next = await sheet.lines.next(); !next.done; next = await sheet.lines.next()) {
      if (lines === most) {
        rest = restOf(next.value, sheet.lines);
        break;
      }
      yield lineOf(sheet, next.value, { row: head + 1 + lines, head, before });
      lines += 1;
      if (next.value.kind === 'row') rows = lines;
    }
  } finally {
    // The reader may have left.
    if (!rest) await sheet.lines.return(undefined);
  }
  onEnd(rows, rest);
  const last = letters(sheet.columns.length - 1);
  const paper = sheet.columns.reduce((sum, { width }) => sum + width, 0) > A4_WIDTH ? PAPER.a3 : PAPER.a4;
  yield `</sheetData><autoFilter ref="A${head}:${last}${Math.max(head + rows, head + 1)}"/>`;
  yield '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>';
  yield `<pageSetup paperSize="${paper}" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`;
  yield '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>';
}

/** A line as a row of the sheet. */
function lineOf(sheet: SheetContent, line: SheetLine, place: { row: number; head: number; before: number }): string {
  const { row } = place;
  const cells = line.cells.map((value, column) =>
    sheetCell(
      `${letters(column)}${row}`,
      { line: line.kind, kind: sheet.columns[column]?.kind ?? 'text', wrapped: wraps(sheet, line, column) },
      value,
      formulaOf(sheet, line, column, place),
    ),
  );
  return `<row r="${row}"${heightOf(tallest(sheet, line))}${line.level ? ` outlineLevel="${Math.min(line.level, 7)}"` : ''}>${cells.join('')}</row>`;
}

/** Joins small texts: a chunk for each row would cost more than the row. */
async function* chunks(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let open = '';
  for await (const part of parts) {
    open += part;
    if (open.length < CHUNK) continue;
    yield Buffer.from(open);
    open = '';
  }
  if (open !== '') yield Buffer.from(open);
}

/** A written sheet: its name, and the lines of its head and its filter. */
interface WrittenSheet {
  name: string;
  columns: number;
  head: number;
  rows: number;
}

function workbookPart(sheets: readonly WrittenSheet[]): string {
  const names = sheets.flatMap(({ name, columns, head, rows }, index) => {
    const quoted = `'${name.replaceAll("'", "''")}'`;
    const area = `${quoted}!$A$${head}:$${letters(columns - 1)}$${Math.max(head + rows, head + 1)}`;
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escaped(area)}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escaped(`${quoted}!$${head}:$${head}`)}</definedName>`,
    ];
  });
  const listed = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${SPACE}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${listed.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`;
}

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts that name the others, for a number of sheets. */
function smallParts(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const types = numbers.map(
    (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  const relations = numbers.map(
    (number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${types.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${relations.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  };
}

const SHEET_NAME_MAX = 31;
/** A level that is cheap per row; a smaller file would cost many times more. */
const COMPRESSION = 3;

/** The sheet with every text in its script. */
function inOwnScript(sheet: SheetContent, script: Script | undefined): SheetContent {
  if (script !== 'latin') return sheet;
  const latin = (text: string) => inScript(text, script);
  async function* lines(): AsyncGenerator<SheetLine> {
    for await (const line of sheet.lines) {
      yield { ...line, cells: line.cells.map((cell) => (cell === null ? null : latin(cell))) };
    }
  }
  return {
    ...sheet,
    name: latin(sheet.name),
    above: sheet.above?.map(latin) ?? [],
    columns: sheet.columns.map((column) => ({ ...column, title: latin(column.title) })),
    lines: lines(),
  };
}

/** The name of a sheet; one that goes on with the lines of another has its number behind it. */
function sheetName(name: string, part: number): string {
  const number = part === 1 ? '' : ` (${part})`;
  return cutText(name.replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' '), SHEET_NAME_MAX - number.length) + number;
}

async function* inTurn<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/**
 * Returns the workbook as a stream after reading its first line; memory does not grow with its size. It stops when the
 * reader leaves. Lines beyond the most of a sheet go on in a further one. Errors: those of the lines.
 */
export async function workbookStream(wanted: Sheet, most = MAX_LINES): Promise<Readable> {
  const first = { ...wanted, lines: await prefetchFirst(wanted.lines) };
  const sheets = [first, ...(wanted.further ?? [])].map((sheet): WritableSheet => {
    const written = inOwnScript(wideEnough(sheet), wanted.script);
    return { ...written, lines: inTurn(written.lines) };
  });
  const zip = new yazl.ZipFile();
  const output = guarded(zip.outputStream as Readable);
  const options = { mtime: wanted.at, compressionLevel: COMPRESSION };
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(stylesPart(wanted.language ?? 'sr')), 'xl/styles.xml', options);
  const done: WrittenSheet[] = [];
  const end = () => {
    const parts = { ...smallParts(done.length), 'xl/workbook.xml': workbookPart(done) };
    for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path, options);
    zip.end();
  };
  const add = (sheet: WritableSheet, later: readonly WritableSheet[], part = 1, before = 0) => {
    const head = (sheet.above?.length ?? 0) + 1;
    const finish = (written: number, rest: AsyncGenerator<SheetLine> | null) => {
      done.push({ name: sheetName(sheet.name, part), columns: sheet.columns.length, head, rows: written });
      const [next, ...others] = later;
      if (rest) add({ ...sheet, lines: rest }, later, part + 1, before + most);
      else if (next) add(next, others);
      else end();
    };
    const rows = Readable.from(chunks(sheetPart(sheet, { head, most, before }, finish)), { objectMode: false });
    rows.on('error', (error) => output.destroy(error));
    output.once('close', () => rows.destroy());
    zip.addReadStream(rows, `xl/worksheets/sheet${done.length + 1}.xml`, options);
  };
  const [begun, ...others] = sheets;
  if (begun) add(begun, others);
  return output;
}
