import { isDay, quarterEnd } from '../dates/dates.ts';
import { fromHundredths, toHundredths } from '../money/decimal.ts';
import { cellsOf, quarterAmounts } from './definitions/plan-schedule.ts';
import { getPath, nameKey, rowsAt } from './paths.ts';
import type { FormData, FormValues } from './types.ts';

/** Last day of the activity's last quarter with a share or an amount, at most the end of the plan. */
function activityEnd(plan: FormValues, name: unknown): string | null {
  const end = getPath(plan, 'implementationDates.end');
  const row = rowsAt(plan, 'implementation').find(
    (entry) => nameKey(getPath(entry, 'activity.name')) === nameKey(name),
  );
  // Stryker disable next-line ConditionalExpression: zero has no sign.
  const last = row && cellsOf(row).findLast((cell) => cell.percent > 0n || (cell.amount ?? 0n) > 0n);
  const day = last ? quarterEnd(last) : null;
  if (!isDay(end)) return day;
  // Stryker disable next-line EqualityOperator: equal sides give the same either way.
  return day === null || day > end ? end : day;
}

/**
 * `Plan` of quarterly forms and corrections (docs/forms.md, C3): the activities of the plan in force with the values of
 * the initial plan; "0.00" for one that a correction added.
 */
export function planData(initial: FormValues, inForce: FormValues): FormData {
  const before = new Map(
    rowsAt(initial, 'financialInfo.activityList').map((row) => [nameKey(row.name), toHundredths(row.estimate) ?? 0n]),
  );
  return {
    ActivityTotalAmounts: rowsAt(inForce, 'financialInfo.activityList').map(({ name, estimate }) => {
      const end = activityEnd(inForce, name);
      return {
        Name: name,
        Amount: fromHundredths(toHundredths(estimate) ?? 0n),
        InitialAmount: fromHundredths(before.get(nameKey(name)) ?? 0n),
        ...(end === null ? {} : { Date: `${end}T00:00:00` }),
      };
    }),
    ImplementationDates: { end: getPath(inForce, 'implementationDates.end') },
  };
}

/** `Activities`: the values of the plan in force for each activity in the quarter. */
export function plannedActivities(inForce: FormValues, at: { year: number; quarter: number }): FormData[] {
  const amounts = quarterAmounts(inForce, at.year, at.quarter);
  return rowsAt(inForce, 'financialInfo.activityList').map(({ name }) => ({
    Name: name,
    Amount: fromHundredths(amounts.get(nameKey(name)) ?? 0n),
  }));
}
