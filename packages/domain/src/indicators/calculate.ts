import { addDays, days } from '../dates/dates.ts';
import { divideRounded, fromHundredths, percentOf, toHundredths } from '../money/decimal.ts';
import { FUNDING_LIMIT, IMPLEMENTATION_LEVELS, INACTIVITY_MILESTONES, TIME_LIMIT_PERCENT } from './constants.ts';
import type { FundingInput, FundingRow, InactivityInput, InactivityRow, TimeInput, TimeRow } from './types.ts';

const HUNDRED = 100n;
const WHOLE = 10_000n;

const amount = (text: string): bigint => toHundredths(text) ?? 0n;

/** Days that the whole takes at the pace of the part; null without a part, or for more days than a number counts. */
function projected(implementationDays: number, total: bigint, part: bigint): number | null {
  const value = divideRounded(BigInt(implementationDays) * total, part);
  return value === null || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value);
}

/** Time to project implementation (docs/indicators.md, 3): each row with its `out` fields recomputed. */
export function calculateTime(rows: readonly TimeInput[]): TimeRow[] {
  return rows.map((row) => {
    const implementationDays = Math.max(0, days(row.projectStartDate, row.quarterEndDate));
    const [part, total] = [amount(row.activityQuarterAmount), amount(row.activityTotalAmount)];
    const [planned, initial] = [amount(row.activityQuarterInitialAmount), amount(row.activityTotalInitialAmount)];
    const known = implementationDays > 0 && total !== 0n && initial !== 0n;
    const value = known ? projected(implementationDays, total, part) : null;
    const initialValue = known ? projected(implementationDays, initial, planned) : null;
    const beyond =
      value !== null &&
      initialValue !== null &&
      BigInt(value) * HUNDRED > BigInt(initialValue) * (HUNDRED + TIME_LIMIT_PERCENT);
    // Nothing, or next to nothing, spent although something was planned: the pace is endless.
    const stands = known && value === null && planned > 0n;
    return {
      year: row.year,
      quarter: row.quarter,
      quarterEndDate: row.quarterEndDate,
      projectStartDate: row.projectStartDate,
      implementationDays,
      activityQuarterAmount: row.activityQuarterAmount,
      activityTotalAmount: row.activityTotalAmount,
      value,
      activityQuarterInitialAmount: row.activityQuarterInitialAmount,
      activityTotalInitialAmount: row.activityTotalInitialAmount,
      initialValue,
      limitReached: beyond || stands,
    };
  });
}

/** Funding adequacy (docs/indicators.md, 4). */
export function calculateFunding(rows: readonly FundingInput[]): FundingRow[] {
  return rows.map((row) => {
    const [given, remaining] = [amount(row.appropriationAmount), amount(row.remainingAppropriationAmount)];
    const need = given - remaining;
    // Stryker disable next-line EqualityOperator: zero has no sign.
    const value = need <= 0n ? WHOLE : (divideRounded(given * WHOLE, need) ?? WHOLE);
    return {
      year: row.year,
      quarter: row.quarter,
      quarterEndDate: row.quarterEndDate,
      appropriationAmount: row.appropriationAmount,
      remainingAppropriationAmount: row.remainingAppropriationAmount,
      remainingAppropriationPercent: percentOf(remaining, given) ?? '0.00',
      value: fromHundredths(value),
      limitReached: value < FUNDING_LIMIT,
    };
  });
}

/** A window of evaluation that ends on a day and is so many days long. */
export interface EvaluationWindow {
  projectEndDate: string;
  projectEvaluationDays: number;
}

/** For each row, by how many days each milestone was late: until the day it was reached, else until the row's own. */
export function lagOf(
  rows: readonly { quarterEndDate: string; activityQuarterSumPercent: string }[],
  window: EvaluationWindow,
): { 25: number; 50: number; 75: number }[] {
  const start = addDays(window.projectEndDate, -window.projectEvaluationDays);
  return rows.map((row, index) => {
    const lag = (milestone: (typeof INACTIVITY_MILESTONES)[number]) => {
      const share = divideRounded(BigInt(window.projectEvaluationDays) * BigInt(milestone), HUNDRED) ?? 0n;
      const due = addDays(start, Number(share));
      const reached = rows
        .slice(0, index + 1)
        .find((earlier) => amount(earlier.activityQuarterSumPercent) >= BigInt(milestone) * HUNDRED);
      return Math.max(0, days(due, (reached ?? row).quarterEndDate));
    };
    return { 25: lag(25), 50: lag(50), 75: lag(75) };
  });
}

/** The highest level that the work done reaches. */
export function implementationLevel(sumPercent: string): number {
  return IMPLEMENTATION_LEVELS.findLast((level) => amount(sumPercent) >= BigInt(level) * HUNDRED) ?? 0;
}

/** Inactivity (docs/indicators.md, 5): the window of the first row applies to all rows. */
export function calculateInactivity(rows: readonly InactivityInput[]): InactivityRow[] {
  const [first] = rows;
  if (!first) return [];
  const { projectEndDate, projectEvaluationDays } = first;
  const lags = lagOf(rows, { projectEndDate, projectEvaluationDays });
  return rows.map((row, index) => {
    // Stryker disable next-line ObjectLiteral: a default for the type, which nothing reads.
    const lag = lags[index] ?? { 25: 0, 50: 0, 75: 0 };
    return {
      year: row.year,
      quarter: row.quarter,
      quarterEndDate: row.quarterEndDate,
      projectEndDate,
      projectEvaluationDays,
      activity: row.activity,
      activityQuarterPercent: row.activityQuarterPercent,
      activityQuarterSumPercent: row.activityQuarterSumPercent,
      implementationLevel: implementationLevel(row.activityQuarterSumPercent),
      inactivity25: lag[25],
      inactivity50: lag[50],
      inactivity75: lag[75],
      inactivityInitial25: row.inactivityInitial25,
      inactivityInitial50: row.inactivityInitial50,
      inactivityInitial75: row.inactivityInitial75,
    };
  });
}
