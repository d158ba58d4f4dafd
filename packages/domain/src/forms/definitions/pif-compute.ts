import { convert, fromHundredths, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { storedAmountOrRemark } from '../amount-or-remark.ts';
import { getPath, isObject, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues } from '../types.ts';
import { followByNameOrPlace } from './follow.ts';
import { nameSources } from './rule-kit.ts';

/** Computed behaviour of the older family (docs/forms.md, "Computed, older family"). */

const EURO = 'EUR';

/** The amount of an expense row in hundredths; a remark such as "н/п" counts as 0. */
export function expenseAmount(text: unknown): bigint {
  return toHundredths(storedAmountOrRemark(text)) ?? 0n;
}

const sumOf = (values: FormValues, path: string, column: string): bigint =>
  sumHundredths(rowsAt(values, path).map((row) => row[column]));

/** Totals of expenses and sources, and the space that an empty source name is stored as. */
export function computeOlderTotals(values: FormValues): void {
  nameSources(rowsAt(values, 'fundingSources'));
  for (const row of rowsAt(values, 'expenses')) setPath(row, 'amount', storedAmountOrRemark(row.amount));
  const expenses = rowsAt(values, 'expenses').reduce((sum, row) => sum + expenseAmount(row.amount), 0n);
  setPath(values, 'fundingTotal', fromHundredths(sumOf(values, 'fundingSources', 'localAmount')));
  setPath(values, 'expensesTotal', fromHundredths(expenses));
}

/** Totals of the sources in dinars, per cent and euro; `euroOnly` leaves rows in other currencies out. */
export function computeSourceTotals(values: FormValues, options: { euroOnly: boolean }): void {
  const inEuro = (row: Record<string, unknown>) =>
    !options.euroOnly || !isObject(row.currency) || row.currency.id === undefined || row.currency.id === EURO;
  const foreign = rowsAt(values, 'fundingSources').filter(inEuro);
  setPath(values, 'sourceTotals.local', fromHundredths(sumOf(values, 'fundingSources', 'localAmount')));
  setPath(values, 'sourceTotals.percentage', fromHundredths(sumOf(values, 'fundingSources', 'percentage')));
  setPath(values, 'sourceTotals.foreign', fromHundredths(sumHundredths(foreign.map((row) => row.foreignAmount))));
}

/** One schedule row for each activity, in its order, with the activity's name and estimate. */
export function computeSchedule(values: FormValues): void {
  const activities = rowsAt(values, 'financialInfo.activityList');
  const rows = followByNameOrPlace(
    activities.map(({ name }) => name),
    rowsAt(values, 'implementation'),
    'activity.name',
    () => ({ plan: [] }),
  );
  for (const [index, row] of rows.entries()) {
    // Stryker disable next-line OptionalChaining: always there; the type does not know it.
    setPath(row, 'activity.name', activities[index]?.name);
    // Stryker disable next-line OptionalChaining: always there; the type does not know it.
    setPath(row, 'activity.estimate', activities[index]?.estimate);
  }
  setPath(values, 'implementation', rows);
}

/** The proposal for a row in foreign currency: its dinars at the form's euro rate. */
export function proposedForeign(localAmount: unknown, data: FormData): string | undefined {
  return convert(localAmount, getPath(data, 'exchangeRate.rate')) ?? undefined;
}

/** Proposes the foreign amount of each source until somebody types over it. */
export function proposeForeignAmounts(before: FormValues, after: FormValues, data: FormData): FormValues {
  const earlier = rowsAt(before, 'fundingSources');
  const rows = rowsAt(after, 'fundingSources');
  // Stryker disable next-line OptionalChaining: always there; the type does not know it.
  const moved = rows.some((row, index) => row.localAmount !== earlier[index]?.localAmount);
  if (!moved) return after;
  const made = structuredClone(after);
  for (const [index, row] of rowsAt(made, 'fundingSources').entries()) {
    const old = earlier[index];
    // Stryker disable next-line OptionalChaining: always there; the type does not know it.
    const untouched = row.foreignAmount === undefined || row.foreignAmount === proposedForeign(old?.localAmount, data);
    if (untouched && row.localAmount !== old?.localAmount) {
      setPath(row, 'foreignAmount', proposedForeign(row.localAmount, data));
    }
  }
  return made;
}
