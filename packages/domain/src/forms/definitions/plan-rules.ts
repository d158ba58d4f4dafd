import { quarterEnd, quarterStart } from '../../dates/dates.ts';
import { differs, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { getPath, nameKey, rowsAt } from '../paths.ts';
import type { FormData, FormValues, Rule, RuleItem, SumGap } from '../types.ts';
import { activityTotal, cellsOf, sumsOf } from './plan-schedule.ts';
import { amount, datesOutOfOrder, day, gapOf, type Input, sumDiffers } from './rule-kit.ts';
import { WHOLE, YEARS_AROUND } from './thresholds.ts';

/** Rules of plan and correction (docs/forms.md, C1). */

const PRICE = 'financialInfo.price.local';
const ACTIVITIES = 'financialInfo.activityList';
const SOURCES = 'financialInfo.fundingSources';
const SCHEDULE = 'implementation';
const START = 'implementationDates.start';
const END = 'implementationDates.end';

function activitySum({ values }: Input): RuleItem[] {
  const price = amount(values, PRICE);
  return price === null ? [] : sumDiffers(activityTotal(values), price, ACTIVITIES);
}

function sourceSum({ values }: Input): RuleItem[] {
  const price = amount(values, PRICE);
  const sum = sumHundredths(rowsAt(values, SOURCES).map((row) => row.localAmount));
  return price === null ? [] : sumDiffers(sum, price, SOURCES);
}

/** One item per schedule row for which `find` returns a path below the row, or the gap of its plan. */
function perActivity(values: FormValues, find: (row: FormValues) => string | SumGap | null): RuleItem[] {
  return rowsAt(values, SCHEDULE).flatMap((row, index) => {
    const found = find(row);
    if (found === null) return [];
    const [place, gap] = typeof found === 'string' ? [found, {}] : ['plan', { gap: found }];
    return [{ path: `${SCHEDULE}[${index + 1}].${place}`, index: index + 1, ...gap }];
  });
}

function percentSum({ values }: Input): RuleItem[] {
  return perActivity(values, (row) => {
    const { percent } = sumsOf(row);
    return percent === WHOLE || percent === 0n ? null : gapOf(percent, WHOLE, 'percent');
  });
}

function amountSum({ values }: Input): RuleItem[] {
  return perActivity(values, (row) => {
    const { percent, amount: planned } = sumsOf(row);
    if (percent === 0n && planned === 0n) return null;
    const estimate = toHundredths(getPath(row, 'activity.estimate')) ?? 0n;
    return differs(planned, estimate) ? gapOf(planned, estimate, 'amount') : null;
  });
}

/** Whether the quarter of the activity is closed; without a quarter, whether any quarter of the year is. */
export function isClosed(data: FormData, name: unknown, year: number, quarter?: number): boolean {
  return rowsAt(data, 'Realized').some(
    (row) =>
      nameKey(row.Name) === nameKey(name) && row.Year === year && (quarter === undefined || row.Quarter === quarter),
  );
}

function yearRange({ values, data, context }: Input): RuleItem[] {
  const current = Number(context.today.slice(0, 4));
  return perActivity(values, (row) => {
    const name = getPath(row, 'activity.name');
    const far = rowsAt(row, 'plan').findIndex(
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      ({ year }) => typeof year === 'number' && Math.abs(year - current) > YEARS_AROUND && !isClosed(data, name, year),
    );
    return far < 0 ? null : `plan[${far + 1}].year`;
  });
}

function quarterOutside({ values }: Input): RuleItem[] {
  const [start, end] = [day(values, START), day(values, END)];
  if (start === null || end === null) return [];
  return perActivity(values, (row) => {
    const outside = cellsOf(row).find(
      (cell) =>
        (cell.percent > 0n || (cell.amount ?? 0n) > 0n) && (quarterEnd(cell) < start || quarterStart(cell) > end),
    );
    if (!outside) return null;
    const part = outside.percent > 0n ? 'percent' : 'amount';
    return `plan[${outside.place}].q${outside.quarter}.${part}`;
  });
}

export const PLAN_RULES: readonly Rule[] = [
  { code: 'FluentActivityEstimateSum', severity: 'error', needs: [PRICE], check: activitySum },
  { code: 'FluentFundingSourceSum', severity: 'error', needs: [PRICE], check: sourceSum },
  { code: 'FluentPlanPercentSum', severity: 'error', check: percentSum },
  { code: 'FluentQuarterAmountSum', severity: 'error', check: amountSum },
  { code: 'FluentPlanYearRange', severity: 'error', check: yearRange },
  { code: 'FluentPlanDateOrder', severity: 'error', needs: [START, END], check: datesOutOfOrder(START, END) },
  { code: 'FluentPlanQuarterOutside', severity: 'error', needs: [START, END], check: quarterOutside },
];
