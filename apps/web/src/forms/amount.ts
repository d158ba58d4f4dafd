import { formatAmount, parseAmountInput } from '@pimis/domain/money/decimal';

/** What an amount editor shows while nobody types in it. */
export function shownAmount(value: unknown): string {
  return typeof value === 'string' && value !== '' ? formatAmount(value) : '';
}

/** What was typed, as it is stored; an amount above the maximum stays as it was. */
export function typedAmount(typed: string, before: unknown, signed: boolean): string {
  return parseAmountInput(typed, { signed }) ?? (typeof before === 'string' ? before : '0.00');
}
