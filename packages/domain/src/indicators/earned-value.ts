import { isKeptYear, quarterEnd, quarterOrder, type Quarter } from '../dates/dates.ts';
import { activityTotal, cellsOf } from '../forms/definitions/plan-schedule.ts';
import { getPath, nameKey, rowsAt } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import { divideRounded, toHundredths } from '../money/decimal.ts';
import { cumulative, type Report } from './record.ts';

/**
 * Earned value of a project (docs/earned-value.md). Money is whole hundredths (bigint), indexes are whole thousandths;
 * each figure is rounded once, half away from zero.
 */

/** Figures that are summed over a group of projects. Hundredths. */
export interface EarnedValue {
  /** Budget at completion: Σ estimates of the activities of the plan in force. */
  bac: bigint;
  /** Planned value: the work that the plan schedules up to the end of the measured quarter. */
  pv: bigint;
  /** Earned value: the work done by then, at the estimates of the plan. */
  ev: bigint;
  /** Actual cost: the amount paid by then. */
  ac: bigint;
}

/** Figures computed from the sums. Null where a divisor is 0. */
export interface EarnedValueIndexes {
  /** Schedule variance EV − PV and cost variance EV − AC, hundredths. */
  sv: bigint;
  cv: bigint;
  /** Schedule performance index EV ÷ PV and cost performance index EV ÷ AC, thousandths. */
  spi: bigint | null;
  cpi: bigint | null;
  /** Estimate at completion BAC ÷ CPI, by the exact quotient: BAC × AC ÷ EV. Hundredths. */
  eac: bigint | null;
  /** Estimate to complete EAC − AC, hundredths. */
  etc: bigint | null;
  /** Variance at completion BAC − EAC, hundredths. */
  vac: bigint | null;
  /** To-complete performance index (BAC − EV) ÷ (BAC − AC), thousandths; null if the budget is spent. */
  tcpi: bigint | null;
}

/** A project's figures at the end of its newest approved quarter. */
export interface Measurement extends EarnedValue {
  year: number;
  quarter: number;
  /** YYYY-MM-DD: the last day of the quarter. */
  statusDate: string;
}

/** 100.00 per cent in hundredths. */
const WHOLE = 10_000n;
const THOUSAND = 1_000n;
const NONE: EarnedValue = { bac: 0n, pv: 0n, ev: 0n, ac: 0n };

// Stryker disable next-line EqualityOperator: equal sides give the same either way.
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Estimate × planned share for each activity of the schedule, in hundredths × hundredths of a per cent. An activity to
 * which the plan gives no share of work in any quarter counts by its amounts instead.
 */
function plannedWork(plan: FormValues, until: number): bigint {
  const estimates = estimatesOf(plan);
  return rowsAt(plan, 'implementation').reduce((sum, row) => {
    const estimate = estimates.get(nameKey(getPath(row, 'activity.name'))) ?? 0n;
    const cells = cellsOf(row);
    const reached = cells.filter((cell) => quarterOrder(cell) <= until);
    if (cells.every(({ percent }) => percent === 0n)) {
      const paid = reached.reduce((total, { amount }) => total + (amount ?? 0n), 0n);
      return sum + least(paid, estimate) * WHOLE;
    }
    const share = reached.reduce((total, { percent }) => total + percent, 0n);
    return sum + estimate * least(share, WHOLE);
  }, 0n);
}

const estimatesOf = (plan: FormValues): Map<string, bigint> =>
  new Map(
    rowsAt(plan, 'financialInfo.activityList').map((row) => [nameKey(row.name), toHundredths(row.estimate) ?? 0n]),
  );

/** PV at the end of a quarter, hundredths. */
export function plannedValue(plan: FormValues, at: Quarter): bigint {
  return divideRounded(plannedWork(plan, quarterOrder(at)), WHOLE) ?? 0n;
}

/** Planned value at the end of each quarter of a plan, from its first one (quarterOrder) to its last, in hundredths. */
export interface PlannedByQuarter {
  first: number;
  values: readonly bigint[];
}

/** Null for a plan without quarters of kept years. */
export function plannedByQuarter(plan: FormValues): PlannedByQuarter | null {
  const orders = rowsAt(plan, 'implementation').flatMap((row) =>
    cellsOf(row)
      .filter(({ year }) => isKeptYear(year))
      .map(quarterOrder),
  );
  if (orders.length === 0) return null;
  const first = Math.min(...orders);
  const count = Math.max(...orders) - first + 1;
  const values = Array.from(
    { length: count },
    (_, index) => divideRounded(plannedWork(plan, first + index), WHOLE) ?? 0n,
  );
  return { first, values };
}

/**
 * Figures at the newest approved quarter, from a plan and from the reports and quarterly corrections that were approved
 * under it or before. Null without an approved report.
 */
export function measure(
  plan: FormValues,
  quarters: readonly Report[],
  restatements: readonly Report[],
): Measurement | null {
  const [newest] = quarters.toSorted((a, b) => quarterOrder(b) - quarterOrder(a));
  if (!newest) return null;
  const at = { year: newest.year, quarter: newest.quarter };
  const sums = cumulative(quarters, restatements, at);
  // Work beyond 100 % of an activity earns nothing: its whole estimate has been earned.
  const earned = [...estimatesOf(plan)].reduce(
    (sum, [name, estimate]) => sum + estimate * least(sums.get(name)?.fulfilled ?? 0n, WHOLE),
    0n,
  );
  return {
    ...at,
    statusDate: quarterEnd(at),
    bac: activityTotal(plan),
    pv: plannedValue(plan, at),
    ev: divideRounded(earned, WHOLE) ?? 0n,
    ac: [...sums.values()].reduce((sum, { expense }) => sum + expense, 0n),
  };
}

/**
 * Progress: the share of the work of the plan in force that is done, EV ÷ BAC, in hundredths of a per cent. Null
 * without a budget (docs/earned-value.md, 1).
 */
export function progressOfValues({ ev, bac }: Pick<EarnedValue, 'ev' | 'bac'>): bigint | null {
  return divideRounded(ev * WHOLE, bac);
}

/** The sum of a group. Its indexes follow from the sums, not from the indexes of its parts. */
export function sumOfValues(parts: Iterable<EarnedValue>): EarnedValue {
  let sum = NONE;
  for (const { bac, pv, ev, ac } of parts) {
    sum = { bac: sum.bac + bac, pv: sum.pv + pv, ev: sum.ev + ev, ac: sum.ac + ac };
  }
  return sum;
}

/** Variances, indexes and the forecast that follow from the four values, of a project and of a group alike. */
export function indexesOf({ bac, pv, ev, ac }: EarnedValue): EarnedValueIndexes {
  // Without cost there is no CPI, and a CPI of 0 divides nothing.
  const eac = ac === 0n ? null : divideRounded(bac * ac, ev);
  return {
    sv: ev - pv,
    cv: ev - ac,
    spi: divideRounded(ev * THOUSAND, pv),
    cpi: divideRounded(ev * THOUSAND, ac),
    eac,
    etc: eac === null ? null : eac - ac,
    vac: eac === null ? null : bac - eac,
    tcpi: ac >= bac ? null : divideRounded((bac - ev) * THOUSAND, bac - ac),
  };
}

/** Text of an index, as in "0.957". */
export function fromThousandths(value: bigint): string {
  // Stryker disable next-line EqualityOperator: zero has no sign.
  const digits = (value < 0n ? -value : value).toString().padStart(4, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
