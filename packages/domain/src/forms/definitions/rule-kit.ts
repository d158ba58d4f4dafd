import { isDay } from '../../dates/dates.ts';
import { differs, fromHundredths, totalHundredths } from '../../money/decimal.ts';
import { getPath, rowsAt } from '../paths.ts';
import type { FormValues, RuleInput, RuleItem, SumGap } from '../types.ts';
import { HIGH } from './common.ts';
import { isBlank } from '../../text/blank.ts';

/** Helpers for the rules of several forms. */

export type Input = RuleInput;
type Row = Record<string, unknown>;

/** Hundredths of the amount at a path; null when there is none. */
export const amount = (values: FormValues, path: string): bigint | null => totalHundredths(getPath(values, path));

/** The same with 0 where there is none. */
export const amountOrZero = (values: unknown, path: string): bigint => totalHundredths(getPath(values, path)) ?? 0n;

export const whole = (values: FormValues, path: string): number | null => {
  const value = getPath(values, path);
  // Stryker disable next-line ConditionalExpression: another condition refuses it too.
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
};

export const day = (values: unknown, path: string): string | null => {
  const value = getPath(values, path);
  return isDay(value) ? value : null;
};

/** One item at the path when the condition holds. */
export const when = (condition: boolean, path: string): RuleItem[] => (condition ? [{ path }] : []);

/** The gap of a sum; both in hundredths. */
export const gapOf = (sum: bigint, due: bigint, unit: SumGap['unit']): SumGap => ({
  sum: fromHundredths(sum),
  due: fromHundredths(due),
  unit,
});

/** One item at the path when a sum is further than a hundredth from what it has to be; both in hundredths. */
export const sumDiffers = (sum: bigint, due: bigint, path: string, unit: SumGap['unit'] = 'amount'): RuleItem[] =>
  differs(sum, due) ? [{ path, gap: gapOf(sum, due, unit) }] : [];

/** One item per row for which the condition holds. */
export function eachRow(
  values: FormValues,
  path: string,
  column: string,
  holds: (row: Row, index: number) => boolean,
): RuleItem[] {
  return rowsAt(values, path).flatMap((row, index) =>
    holds(row, index) ? [{ path: `${path}[${index + 1}].${column}`, index: index + 1 }] : [],
  );
}

/** The end comes before the start. */
export const datesOutOfOrder =
  (start: string, end: string) =>
  ({ values }: Input): RuleItem[] => {
    const [first, last] = [day(values, start), day(values, end)];
    // Stryker disable next-line ConditionalExpression,LogicalOperator: a comparison with an absent value is false too.
    return when(first !== null && last !== null && last < first, end);
  };

/** The place is empty. */
export const empty =
  (path: string) =>
  ({ values }: Input): RuleItem[] => {
    const value = getPath(values, path);
    return when(value === undefined || value === '' || (Array.isArray(value) && value.length === 0), path);
  };

/** A risk that is high in both senses and has no measures. */
export function unmeasuredRisk(table: string): (input: Input) => RuleItem[] {
  return ({ values }) =>
    eachRow(values, table, 'measures', (row) => row.degree === HIGH && row.probability === HIGH && !row.measures);
}

/** A funding source without a name is called by a single space (docs/forms.md, FUND). */
export function nameSources(rows: readonly FormValues[]): void {
  for (const row of rows) if (typeof row.name !== 'string' || isBlank(row.name)) row.name = ' ';
}
