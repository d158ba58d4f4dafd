import { divideRounded, fromHundredths, sumHundredths, toHundredths } from '../../money/decimal.ts';
import { getPath, nameKey, rowsAt, setPath } from '../paths.ts';
import type { FormValues } from '../types.ts';
import { WHOLE } from './thresholds.ts';

/** The quarterly schedule of a plan: its cells, their sums and the proposed amounts (docs/forms.md, C1 and K1). */

export const QUARTERS = [1, 2, 3, 4] as const;

/** One quarter of one activity. */
export interface Cell {
  /** 1-based place of the year in the activity's table. */
  place: number;
  year: number;
  quarter: number;
  percent: bigint;
  /** Null while nothing was typed or proposed. */
  amount: bigint | null;
}

/** Quarters of a schedule row in the order of time, absent ones as 0. Rows without a year are left out. */
export function cellsOf(row: FormValues): Cell[] {
  return rowsAt(row, 'plan')
    .flatMap((plan, index) =>
      typeof plan.year === 'number'
        ? QUARTERS.map((quarter) => ({
            place: index + 1,
            year: plan.year as number,
            quarter,
            percent: toHundredths(getPath(plan, `q${quarter}.percent`)) ?? 0n,
            amount: toHundredths(getPath(plan, `q${quarter}.amount`)),
          }))
        : [],
    )
    .toSorted((a, b) => a.year - b.year || a.quarter - b.quarter);
}

const sameQuarter = (a: Cell, b: Cell) => a.year === b.year && a.quarter === b.quarter;

/** The cells with keys: the quarter, and, if a year is in several rows, the index of the row among these. */
function keyed(cells: readonly Cell[]): [key: string, cell: Cell][] {
  return cells.map((cell, at) => {
    const earlier = cells.slice(0, at).filter((one) => sameQuarter(one, cell)).length;
    return [`${cell.year}-${cell.quarter}-${earlier}`, cell];
  });
}

/**
 * Amounts that the percentages propose, by the keys of the cells: estimate × percent ÷ 100; once they sum to 100, the
 * last quarter with a share takes the rest (docs/forms.md, K1).
 */
export function proposedAmounts(estimate: bigint, cells: readonly Cell[]): Map<string, bigint> {
  const shared = keyed(cells).filter(([, cell]) => cell.percent > 0n);
  const proposed = new Map(
    shared.map(([key, cell]) => [key, divideRounded(estimate * cell.percent, WHOLE) ?? 0n] as const),
  );
  const last = shared.at(-1);
  const total = shared.reduce((sum, [, cell]) => sum + cell.percent, 0n);
  if (last && total === WHOLE) {
    const [key] = last;
    const others = [...proposed].reduce((sum, [name, value]) => (name === key ? sum : sum + value), 0n);
    proposed.set(key, estimate - others);
  }
  return proposed;
}

/** Σ of all quarter amounts of all activities. */
export function plannedTotal(values: FormValues): bigint {
  return rowsAt(values, 'implementation').reduce(
    (sum, row) => sum + cellsOf(row).reduce((inner, cell) => inner + (cell.amount ?? 0n), 0n),
    0n,
  );
}

/** A plan's values for one quarter, by the key of the activity's name. */
export function quarterAmounts(plan: FormValues, year: number, quarter: number): Map<string, bigint> {
  return new Map(
    rowsAt(plan, 'implementation').map((row) => {
      const cells = cellsOf(row).filter((cell) => cell.year === year && cell.quarter === quarter);
      const name = nameKey(getPath(row, 'activity.name'));
      return [name, cells.reduce((sum, cell) => sum + (cell.amount ?? 0n), 0n)];
    }),
  );
}

/** Σ amount and Σ percent of one schedule row. */
export function sumsOf(row: FormValues): { percent: bigint; amount: bigint } {
  const cells = cellsOf(row);
  return {
    percent: cells.reduce((sum, cell) => sum + cell.percent, 0n),
    amount: cells.reduce((sum, cell) => sum + (cell.amount ?? 0n), 0n),
  };
}

/**
 * Fills in proposed amounts after a change of percentage or estimate, in every cell that is empty or still has the
 * former proposal. A closed quarter of an activity gets the paid amount instead of the proposal. If its year is in two
 * rows, it is not changed, because only the user knows which of the two was chosen by mistake.
 */
export function proposeAmounts(
  before: FormValues,
  after: FormValues,
  paidIn: (name: unknown, year: number, quarter: number) => bigint | undefined = () => undefined,
): FormValues {
  const olds = rowsAt(before, 'implementation');
  const activities = (values: FormValues) => rowsAt(values, 'financialInfo.activityList');
  const made = structuredClone(after);
  let moved = false;
  for (const [index, row] of rowsAt(made, 'implementation').entries()) {
    // Stryker disable next-line OptionalChaining: always there; the type does not know it.
    const estimate = toHundredths(activities(made)[index]?.estimate) ?? 0n;
    const oldEstimate = toHundredths(activities(before)[index]?.estimate) ?? 0n;
    const [cells, oldCells] = [cellsOf(row), cellsOf(olds[index] ?? {})];
    const shares = (of: readonly Cell[]) => of.map((cell) => `${cell.year}-${cell.quarter}:${cell.percent}`).join();
    if (estimate === oldEstimate && shares(cells) === shares(oldCells)) continue;
    const [fresh, earlier] = [proposedAmounts(estimate, cells), proposedAmounts(oldEstimate, oldCells)];
    for (const [key, cell] of keyed(cells)) {
      const paid = paidIn(getPath(row, 'activity.name'), cell.year, cell.quarter);
      if (paid !== undefined && cells.filter((one) => sameQuarter(one, cell)).length > 1) continue;
      const typed = cell.amount !== null && cell.amount !== (earlier.get(key) ?? 0n);
      if (paid === undefined ? typed : paid === (cell.amount ?? 0n)) continue;
      const next = paid ?? fresh.get(key);
      if (next === undefined && cell.amount === null) continue;
      setPath(
        rowsAt(row, 'plan')[cell.place - 1] ?? {},
        `q${cell.quarter}.amount`,
        next === undefined ? undefined : fromHundredths(next),
      );
      moved = true;
    }
  }
  return moved ? made : after;
}

/** Σ of a column of the plan's activities. */
export function activityTotal(values: FormValues): bigint {
  return sumHundredths(rowsAt(values, 'financialInfo.activityList').map((row) => row.estimate));
}
