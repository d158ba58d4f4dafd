import { PERCENT_MAX } from '@pimis/domain/forms/kinds';
import type { Field } from '@pimis/domain/forms/types';
import { formatAmount, MAX_HUNDREDTHS, parseAmountInput, stepAmount } from '@pimis/domain/money/decimal';

/** What an amount editor shows while nobody types in it. */
export function shownAmount(value: unknown): string {
  return typeof value === 'string' && value !== '' ? formatAmount(value) : '';
}

/** What was typed, as it is stored; what is above the maximum stays as it was typed, and is an error. */
export function typedAmount(typed: string, signed: boolean): string {
  return parseAmountInput(typed, { signed }) ?? typed.trim();
}

/** Digits with dots and a comma are an amount, as in every other field; anything else is a remark. */
const AMOUNT = /^[\d.\s]*\d[\d.\s]*(,\d*)?$/;

/** What was typed where an amount or a remark may stand. */
export function typedAmountOrRemark(typed: string): string {
  return AMOUNT.test(typed.trim()) ? typedAmount(typed, false) : typed;
}

const WHOLE = /^(\d{1,15}|\d{1,3}(\.\d{3}){1,4})$/;

/** A whole number as it was typed, "12" or "1.200"; what is none stays as it was typed, and is an error. */
export function typedInteger(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return WHOLE.test(text) ? Number(text.replaceAll('.', '')) : text;
}

const STEP = 100_000n;
const PERCENT_STEP = 500n;

/** An amount one step further: 1.000, of per cent 5; within what the field may hold. */
export function steppedAmount(field: Field, value: unknown, direction: 1 | -1): string {
  const percent = field.kind === 'percent';
  const bounds = {
    ...(field.signed ? { min: -MAX_HUNDREDTHS } : {}),
    ...(percent && !field.unbounded ? { max: PERCENT_MAX } : {}),
  };
  return stepAmount(value, (percent ? PERCENT_STEP : STEP) * BigInt(direction), bounds);
}
