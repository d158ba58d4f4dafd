import { days, quarterEnd, quarterOrder } from '../dates/dates.ts';
import { cellsOf, activityTotal } from '../forms/definitions/plan-schedule.ts';
import { getPath, nameKey, rowsAt } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import { divideRounded, fromHundredths, toHundredths } from '../money/decimal.ts';
import { calculateFunding, calculateTime, implementationLevel, lagOf } from './calculate.ts';
import { EVALUATION_DAYS_MAX, EVALUATION_DAYS_MIN } from './constants.ts';
import type { FundingRow, InactivityRow, SuccessKeyIndicator, TimeRow } from './types.ts';
import { textOf } from '../text/text-of.ts';

/** The values of one activity in a quarter, or of a correction so far. Hundredths. */
export interface ActivityProgress {
  name: string;
  fulfilled: bigint;
  expense: bigint;
}

/** An approved quarter, or the values that a quarterly correction restated up to a quarter. */
export interface Report {
  year: number;
  quarter: number;
  activities: readonly ActivityProgress[];
}

const WHOLE = 10_000n; // 100.00 per cent in hundredths
// Stryker disable next-line EqualityOperator: equal sides give the same either way.
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Progress of a quarterly form's values. */
export function progressOf(values: FormValues): ActivityProgress[] {
  return rowsAt(values, 'summary.activities').map((row) => ({
    name: textOf(row.name),
    fulfilled: toHundredths(getPath(row, 'details.physical.activityFulfilled')) ?? 0n,
    expense: toHundredths(getPath(row, 'details.financial.realExpense')) ?? 0n,
  }));
}

/**
 * Σ over approved quarters up to and including the one named, by activity; an approved quarterly correction replaces
 * every quarter up to its own (docs/forms.md, K7).
 */
export function cumulative(
  quarters: readonly Report[],
  restatements: readonly Report[],
  upTo: { year: number; quarter: number },
): Map<string, ActivityProgress> {
  const until = quarterOrder(upTo);
  const base = restatements
    .filter((report) => quarterOrder(report) <= until)
    .toSorted((a, b) => quarterOrder(a) - quarterOrder(b))
    .at(-1);
  const from = base ? quarterOrder(base) : Number.NEGATIVE_INFINITY;
  const sums = new Map<string, ActivityProgress>();
  const later = quarters.filter((report) => quarterOrder(report) > from && quarterOrder(report) <= until);
  for (const { activities } of base ? [base, ...later] : later) {
    for (const { name, fulfilled, expense } of activities) {
      const before = sums.get(nameKey(name));
      sums.set(nameKey(name), {
        name,
        fulfilled: (before?.fulfilled ?? 0n) + fulfilled,
        expense: (before?.expense ?? 0n) + expense,
      });
    }
  }
  return sums;
}

/** Σ estimate × share ÷ Σ estimate in hundredths of a per cent, rounded once. */
function weighted(plan: FormValues, shareOf: (name: string) => bigint): bigint {
  const activities = rowsAt(plan, 'financialInfo.activityList');
  const sum = activities.reduce(
    (total, row) => total + (toHundredths(row.estimate) ?? 0n) * shareOf(nameKey(row.name)),
    0n,
  );
  return divideRounded(sum, activityTotal(plan)) ?? 0n;
}

/** The progress of the plan up to a quarter, in per cent; at most "100.00". */
export function fulfilment(
  plan: FormValues,
  quarters: readonly Report[],
  restatements: readonly Report[],
  upTo: { year: number; quarter: number },
): string {
  const sums = cumulative(quarters, restatements, upTo);
  return fromHundredths(
    least(
      weighted(plan, (name) => sums.get(name)?.fulfilled ?? 0n),
      WHOLE,
    ),
  );
}

/** Σ of the plan's quarter amounts that the condition picks. */
function planned(plan: FormValues, picks: (of: { year: number; quarter: number }) => boolean): bigint {
  return rowsAt(plan, 'implementation').reduce(
    (sum, row) => sum + cellsOf(row).reduce((inner, cell) => inner + (picks(cell) ? (cell.amount ?? 0n) : 0n), 0n),
    0n,
  );
}

export interface RecordInput {
  initialPlan: FormValues;
  planInForce: FormValues;
  /** Approved quarters with the one to be recorded, in any order. */
  quarters: readonly Report[];
  restatements: readonly Report[];
  at: { year: number; quarter: number };
  /** Σ currentAmount of the project's appropriations of the year. */
  appropriationAmount: string;
  /** Rows that were stored before, oldest first; they never change. */
  earlier: readonly InactivityRow[];
}

export interface RecordedRows {
  time: TimeRow;
  funding: FundingRow;
  inactivity: InactivityRow;
}

const text = (plan: FormValues, path: string): string => textOf(getPath(plan, path));

/** The three rows of a quarter, as they are stored when it is approved (docs/indicators.md, 2 and 6). */
export function recordIndicators(input: RecordInput): RecordedRows {
  const { initialPlan, planInForce, quarters, restatements, at, appropriationAmount, earlier } = input;
  const key = { year: at.year, quarter: at.quarter, quarterEndDate: quarterEnd(at) };
  const until = quarterOrder(at);
  const sums = cumulative(quarters, restatements, at);
  const [now] = quarters.filter((report) => quarterOrder(report) === until);
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  const inQuarter = new Map((now?.activities ?? []).map((entry) => [nameKey(entry.name), entry]));

  const [time] = calculateTime([
    {
      ...key,
      projectStartDate: text(initialPlan, 'implementationDates.start'),
      activityQuarterAmount: fromHundredths([...sums.values()].reduce((sum, { expense }) => sum + expense, 0n)),
      activityTotalAmount: fromHundredths(activityTotal(planInForce)),
      activityQuarterInitialAmount: fromHundredths(planned(initialPlan, (of) => quarterOrder(of) <= until)),
      activityTotalInitialAmount: fromHundredths(activityTotal(initialPlan)),
    },
  ]);

  const spentInYear = quarters
    .filter((report) => report.year === at.year && quarterOrder(report) <= until)
    .reduce((sum, report) => sum + report.activities.reduce((inner, { expense }) => inner + expense, 0n), 0n);
  const need = spentInYear + planned(planInForce, (of) => of.year === at.year && of.quarter > at.quarter);
  const [funding] = calculateFunding([
    {
      ...key,
      appropriationAmount,
      remainingAppropriationAmount: fromHundredths((toHundredths(appropriationAmount) ?? 0n) - need),
    },
  ]);

  const done = weighted(planInForce, (name) => sums.get(name)?.fulfilled ?? 0n);
  const sumPercent = fromHundredths(least(done, WHOLE));
  const own = { quarterEndDate: key.quarterEndDate, activityQuarterSumPercent: sumPercent };
  const window = windowOf(planInForce);
  const lag = lagOf([...earlier, own], window).at(-1);
  const initialLag = lagOf([...earlier, own], windowOf(initialPlan)).at(-1);
  // Stryker disable next-line ConditionalExpression,LogicalOperator,CallExpression: it cannot happen; the type asks for it.
  if (!time || !funding || !lag || !initialLag) throw new Error('A quarter has one row in each group');
  return {
    time,
    funding,
    inactivity: {
      ...key,
      ...window,
      activity: [...inQuarter.values()].filter(({ fulfilled, expense }) => fulfilled > 0n || expense > 0n).length,
      activityQuarterPercent: fromHundredths(weighted(planInForce, (name) => inQuarter.get(name)?.fulfilled ?? 0n)),
      activityQuarterSumPercent: sumPercent,
      implementationLevel: implementationLevel(sumPercent),
      inactivity25: lag[25],
      inactivity50: lag[50],
      inactivity75: lag[75],
      inactivityInitial25: initialLag[25],
      inactivityInitial50: initialLag[50],
      inactivityInitial75: initialLag[75],
    },
  };
}

/** The default window of a plan: from its start to its end. */
function windowOf(plan: FormValues): { projectEndDate: string; projectEvaluationDays: number } {
  const [start, end] = [text(plan, 'implementationDates.start'), text(plan, 'implementationDates.end')];
  const length = Math.min(EVALUATION_DAYS_MAX, Math.max(EVALUATION_DAYS_MIN, days(start, end)));
  return { projectEndDate: end, projectEvaluationDays: length };
}

/** The approved form's own part of its rows. */
export function formIndicators({ time, funding, inactivity }: RecordedRows): SuccessKeyIndicator {
  return {
    Inactivity: { Value: Math.max(inactivity.inactivity25, inactivity.inactivity50, inactivity.inactivity75) },
    FundingAdequacyIndicator: {
      Value: funding.value,
      LimitReached: funding.limitReached,
      AppropriationAmount: funding.appropriationAmount,
    },
    TimeToProjectImplementation: { Value: time.value, LimitReached: time.limitReached },
  };
}
