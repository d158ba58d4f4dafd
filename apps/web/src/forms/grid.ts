import { readDay, readMonth } from '@pimis/domain/dates/dates';
import { columnsOf, isUnreadAmount, storedAmountOrRemark } from '@pimis/domain/forms/amount-or-remark';
import { displayValue } from '@pimis/domain/forms/display';
import type { Language } from '@pimis/domain/text/wording';
import {
  AMOUNT_KINDS,
  type Answer,
  CHOICE_TEXTS,
  DOCUMENT_STATES,
  LIST_KINDS,
  YES_NO,
} from '@pimis/domain/forms/kinds';
import { getPath, isObject } from '@pimis/domain/forms/paths';
import type { Field, FormValues } from '@pimis/domain/forms/types';
import { readPastedAmount } from '../ui/amount-input.ts';

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

const fold = (text: string) => text.trim().toLocaleLowerCase('sr');

function choiceOf(text: string, choices: readonly Answer[]): Answer | null {
  const [first = ''] = text.split(/\s[–-]\s/);
  const names = (choice: Answer) => [CHOICE_TEXTS[choice].sr, CHOICE_TEXTS[choice].en];
  return choices.find((choice) => names(choice).some((name) => fold(name) === fold(first))) ?? null;
}

/** The result of reading one cell; cells that do not fit their kind are skipped. */
export type ReadCell = { ok: true; value: unknown } | { ok: false };

const NONE: ReadCell = { ok: false };
const taken = (value: unknown): ReadCell => (value === null ? NONE : { ok: true, value });

/** A text of one paragraph; line breaks within a cell of a spreadsheet become spaces. */
export const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** A pasted text as the stored value of a cell. Blank text empties the cell. */
export function readCell(field: Field, pasted: string, before: unknown): ReadCell {
  const text = pasted.trim();
  if (AMOUNT_KINDS.includes(field.kind)) {
    const amount = text === '' ? '0.00' : readPastedAmount(text, field.kind);
    // A pasted amount below 0 is not turned into another one.
    return taken(amount?.startsWith('-') && !field.signed ? null : amount);
  }
  if (text === '' && field.kind !== 'text') return { ok: true, value: undefined };
  switch (field.kind) {
    case 'text':
    case 'markdown':
      // A text that is too long stays complete and is an error: only the user knows where to cut it.
      if (field.kind === 'text' && !field.amountOrRemark) return { ok: true, value: oneLine(pasted) };
      if (!field.amountOrRemark) return { ok: true, value: pasted };
      return isUnreadAmount(text) ? NONE : { ok: true, value: storedAmountOrRemark(text) };
    case 'int':
    case 'year':
      return /^\d{1,6}$/.test(text.replaceAll('.', '')) ? taken(Number(text.replaceAll('.', ''))) : NONE;
    case 'date':
      return taken(readDay(text) ?? readDay(text.slice(0, 'YYYY-MM-DD'.length)));
    case 'month':
      return taken(readMonth(text) ?? readMonth(text.slice(0, 'YYYY-MM'.length)));
    case 'select': {
      const option = field.options?.find(({ value, label }) =>
        [String(value), label.sr, label.en].some((name) => fold(name) === fold(text)),
      );
      return option ? taken(option.value) : NONE;
    }
    case 'yesNo':
      return taken(choiceOf(text, YES_NO));
    case 'yesNoComment':
    case 'planDoc': {
      const choice = choiceOf(text, field.kind === 'planDoc' ? DOCUMENT_STATES : YES_NO);
      if (choice === null) return NONE;
      const comment = text
        .split(/\s[–-]\s/)
        .slice(1)
        .join(' – ');
      const old = isObject(before) ? before : {};
      return taken({ ...old, choice, ...(comment ? { comment } : {}) });
    }
    default:
      return NONE;
  }
}

/** Rows of a table as a block, from one cell to another (columns and rows from 0, both included). */
export function copyBlock(
  field: Field,
  rows: readonly FormValues[],
  block: { fromRow: number; toRow: number; fromColumn: number; toColumn: number },
  language: Language,
): string[][] {
  const columns = gridColumns(field).slice(block.fromColumn, block.toColumn + 1);
  return rows
    .slice(block.fromRow, block.toRow + 1)
    .map((row) => columns.map((column) => displayValue(column, getPath(row, column.path), language, { row })));
}

/** Columns of a block: tables inside a row have blocks of their own. */
export function gridColumns(field: Field): readonly Field[] {
  return columnsOf(field).filter((column) => !LIST_KINDS.includes(column.kind));
}
