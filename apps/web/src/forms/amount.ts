import { PERCENT_MAX } from '@pimis/domain/forms/kinds';
import type { Field } from '@pimis/domain/forms/types';
import { formatAmount, MAX_HUNDREDTHS, stepAmount } from '@pimis/domain/money/decimal';
import { parseAmountInput, readAmount } from '@pimis/domain/money/read-amount';
import { withoutUnit } from '../ui/amount-input.ts';

/** The text of an amount editor while nobody types. */
export function shownAmount(value: unknown): string {
  return typeof value === 'string' && value !== '' ? formatAmount(value) : '';
}

/** Typed text as stored; an amount above the maximum, or an unclear one, stays and is an error. */
export function typedAmount(typed: string, { kind, signed = false }: Pick<Field, 'kind' | 'signed'>): string {
  return parseAmountInput(withoutUnit(typed, kind), { signed }) ?? typed.trim();
}

/** Reads a field that accepts an amount or a remark; text that is more than a figure is a remark. */
export function typedAmountOrRemark(typed: string, field: Pick<Field, 'kind'>): string {
  return readAmount(typed) === 'nothing' || /^[-−–]/.test(typed.trim()) ? typed : typedAmount(typed, field);
}

/** Whether a typed figure may mean several amounts. */
export function isUnclearAmount(typed: string, kind: Field['kind']): boolean {
  return readAmount(withoutUnit(typed, kind)) === 'unclear';
}

const WHOLE = /^(\d{1,15}|\d{1,3}(\.\d{3}){1,4})$/;

/** A whole number as typed, "12" or "1.200"; invalid text stays and is an error. */
export function typedInteger(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return WHOLE.test(text) ? Number(text.replaceAll('.', '')) : text;
}

const STEP = 100_000n;
const PERCENT_STEP = 500n;

/** An amount changed by one step: 1.000, for per cent 5; within the field's limits. */
export function steppedAmount(field: Field, value: unknown, direction: 1 | -1): string {
  const percent = field.kind === 'percent';
  const bounds = {
    ...(field.signed ? { min: -MAX_HUNDREDTHS } : {}),
    ...(percent && !field.unbounded ? { max: PERCENT_MAX } : {}),
  };
  return stepAmount(value, (percent ? PERCENT_STEP : STEP) * BigInt(direction), bounds);
}
