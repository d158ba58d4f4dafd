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
import { typedInteger } from './amount.ts';
import { writtenPhone } from './phone-field.ts';

/** Cells of tables as text, and texts as values of cells. */

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

/** Behind a day of a spreadsheet. */
const TIME = /[T\s]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/;
/** The month of a day, as programs write it. */
const ISO_MONTH = /^\d{4}-\d{2}(?=-\d{2})/;
const MAX_WHOLE = 999_999;

function wholeOf(text: string): number | null {
  const whole = typedInteger(text);
  return typeof whole === 'number' && whole <= MAX_WHOLE ? whole : null;
}

/** A pasted text as the stored value of a cell. Blank text empties the cell. */
export function readCell(field: Field, pasted: string, before: unknown): ReadCell {
  const text = pasted.trim();
  if (AMOUNT_KINDS.includes(field.kind)) {
    const amount = text === '' ? '0.00' : readPastedAmount(text, field.kind);
    // A negative amount is refused in an unsigned field; dropping its sign would give another amount.
    return taken(amount?.startsWith('-') && !field.signed ? null : amount);
  }
  if (text === '' && field.kind !== 'text') return { ok: true, value: undefined };
  switch (field.kind) {
    case 'text':
    case 'markdown':
      // A text that is too long stays complete and is an error: only the user knows where to cut it.
      if (field.kind === 'text' && !field.amountOrRemark)
        return { ok: true, value: writtenPhone(field, oneLine(pasted)) };
      if (!field.amountOrRemark) return { ok: true, value: pasted };
      return isUnreadAmount(text) ? NONE : { ok: true, value: storedAmountOrRemark(text) };
    case 'int':
    case 'year':
      // A year may have its dot.
      return taken(wholeOf(text.replace(/\.$/, '')));
    case 'date':
      return taken(readDay(text.replace(TIME, '')));
    case 'month':
      return taken(readMonth(text) ?? readMonth(ISO_MONTH.exec(text)?.[0] ?? ''));
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
