import { fromHundredths, toHundredths } from '../money/decimal.ts';
import { readAmount, readWrittenAmount } from '../money/read-amount.ts';
import type { Field } from './types.ts';

/** Cells that hold an amount or a short remark such as "н/п" (docs/forms.md, D4; item 4.8). */

const COLUMNS = new WeakMap<Field, readonly Field[]>();

/** Columns of a table. A text column with a total below it contains amounts, and remarks that do not count. */
export function columnsOf(table: Field): readonly Field[] {
  const known = COLUMNS.get(table);
  if (known) return known;
  const columns = (table.columns ?? []).map((column) =>
    column.kind === 'text' && table.totals?.[column.path] !== undefined ? { ...column, amountOrRemark: true } : column,
  );
  COLUMNS.set(table, columns);
  return columns;
}

/** The stored value of such a cell: an amount, otherwise the text itself. */
export function storedAmountOrRemark(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const hundredths = toHundredths(value.trim());
  return hundredths === null ? (readWrittenAmount(value) ?? value) : fromHundredths(hundredths);
}

/** Whether a text is a figure but not an amount, because it is too large or ambiguous; it is not a remark either. */
export function isUnreadAmount(text: string): boolean {
  const read = readAmount(text);
  return read === 'tooLarge' || read === 'unclear';
}
