import { unescapeText } from '../../../platform/documents/xlsx/texts.ts';
import type { XmlHandler } from '../../../platform/documents/xml-tokenizer.ts';
import type { FileRow, OddCell } from './file-rows.ts';

/** Limits of every spreadsheet: characters of a cell, rows and columns of a sheet. */
const MAX_CELL = 32_767;
/** The cell limit for escaped XML. */
export const MAX_CELL_LENGTH = MAX_CELL * '_x0000_'.length;
export const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;
/** More columns than any of our tables has. */
export const MAX_COLUMNS = 500;
const LETTERS = 26;
const LETTER_A = 64;
/** The digits of a number that a spreadsheet shows; further ones are rounding noise. */
const SHOWN_DIGITS = 15;

/** Parts of the workbook to which cells of a sheet refer. */
export interface Workbook {
  texts: readonly string[];
  isDay: (style: number) => boolean;
  /** Whether a style shows the number as it is: not rounded, scaled or hidden. */
  showsNumber: (style: number, number: number) => boolean;
  /** The day of a serial number as YYYY-MM-DD; undefined if the number is not a day. */
  dayOf: (serial: number) => string | undefined;
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true';

class SheetError extends Error {}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') {
    column = column * LETTERS + letter.charCodeAt(0) - LETTER_A;
  }
  return column;
}

/** Extracts the rows of a sheet's XML. `broken` names cells with the error of a formula. */
export class SheetReader implements XmlHandler {
  private rows: FileRow[] = [];
  private row = 0;
  private column = 0;
  private cells: string[] = [];
  private broken: number[] = [];
  private odd: Record<number, OddCell> = {};
  private rowHidden = false;
  private readonly hiddenColumns: [first: number, last: number][] = [];
  private hasFormula = false;
  /** The cell has the text that its formula gave, which may be empty. */
  private hasText = false;
  private cell: { type: string; style: number } | null = null;
  private value = '';
  private inValue = false;
  private phonetic = false;
  private readonly workbook: Workbook;

  constructor(workbook: Workbook) {
    this.workbook = workbook;
  }

  /** Rows completed since the last call. */
  taken(): FileRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(name: string, { r, t, s, hidden, min, max }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.openRow(r);
      this.rowHidden = isOn(hidden);
    } else if (name === 'col' && isOn(hidden)) this.hiddenColumns.push([Number(min), Number(max)]);
    else if (name === 'f' && this.cell) this.hasFormula = true;
    else if (name === 'c') this.openCell(r, t, s);
    else if (name === 'rPh') this.phonetic = true;
    else if (this.cell && (name === 'v' || name === 't')) {
      this.inValue = !this.phonetic;
      this.hasText = this.cell.type === 'str';
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.inValue = false;
    else if (name === 'rPh') this.phonetic = false;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') {
      const isOdd = Object.keys(this.odd).length > 0;
      if (this.cells.length > 0 || this.broken.length > 0 || isOdd) {
        // Missing cells are empty.
        const cells = Array.from(this.cells, (cell: string | undefined) => cell ?? '');
        this.rows.push({ row: this.row, cells, broken: this.broken, ...(isOdd ? { odd: this.odd } : {}) });
      }
      this.cells = [];
      this.broken = [];
      this.odd = {};
    }
  }

  text(text: string): void {
    if (!this.inValue) return;
    this.value += text;
    if (this.value.length > MAX_CELL_LENGTH) throw new SheetError('text too long');
  }

  private openRow(number: string | undefined): void {
    const row = number === undefined ? this.row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.row || row > MAX_ROW) throw new SheetError('no such row');
    this.row = row;
    this.column = 0;
  }

  private openCell(reference: string | undefined, type = 'n', style = ''): void {
    const column = reference === undefined ? this.column + 1 : columnOf(reference);
    if (column < 1 || column > MAX_COLUMN || this.row === 0) throw new SheetError('no such cell');
    this.column = column;
    this.cell = { type, style: style === '' ? -1 : Number(style) };
    this.value = '';
    this.hasFormula = false;
    this.hasText = false;
  }

  private isHidden(): boolean {
    return this.rowHidden || this.hiddenColumns.some(([first, last]) => this.column >= first && this.column <= last);
  }

  private closeCell(): void {
    const { cell } = this;
    const text = this.cellText();
    this.cell = null;
    if (text === '') {
      // The formula was never computed; a spreadsheet would compute and show a value.
      if (this.hasFormula && !this.hasText && this.column <= MAX_COLUMNS) {
        this.odd[this.column - 1] = 'FormulaWithoutValue';
      }
      return;
    }
    if (text !== undefined && text.length > MAX_CELL) throw new SheetError('text too long');
    if (this.column > MAX_COLUMNS) {
      if (text?.trim() === '') return;
      throw new SheetError('too many columns');
    }
    if (text === undefined) this.broken.push(this.column - 1);
    else {
      this.cells[this.column - 1] = text;
      if (cell?.type === 'n' && !this.showsNumber(cell.style, Number(text))) {
        this.odd[this.column - 1] = 'ShownOtherwise';
      }
    }
    if (this.isHidden()) this.odd[this.column - 1] = 'HiddenCell';
  }

  /** The cell as text; undefined if it has an error value. */
  private cellText(): string | undefined {
    const { value, cell } = this;
    switch (cell?.type) {
      case 's': {
        // Cells with only a style have no value.
        if (value.trim() === '') return '';
        const text = this.workbook.texts[Number(value)];
        if (text === undefined) throw new SheetError('no such text');
        return unescapeText(text);
      }
      case 'inlineStr':
      case 'str':
        return unescapeText(value);
      case 'b':
        return value.trim() === '' ? '' : String(value.trim() === '1');
      case 'd':
        return value.trim().slice(0, 'YYYY-MM-DD'.length);
      case 'n':
        return this.numberText(value.trim(), cell.style);
      default:
        return undefined;
    }
  }

  private showsNumber(style: number, number: number): boolean {
    return this.workbook.isDay(style) || this.workbook.showsNumber(style, number);
  }

  private numberText(value: string, style: number): string | undefined {
    if (value === '') return '';
    const number = Number(value);
    if (!Number.isFinite(number)) return undefined;
    if (this.workbook.isDay(style)) return this.workbook.dayOf(number);
    return String(Number(number.toPrecision(SHOWN_DIGITS)));
  }
}
