import { isDay, isKeptYear, type Quarter, quarterOrder } from '../dates/dates.ts';
import { cellsOf } from '../forms/definitions/plan-schedule.ts';
import { getPath, rowsAt } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import { progressOf } from '../indicators/record.ts';
import { fromHundredths } from '../money/decimal.ts';
import { quarterOfName } from '../workflow/quarters.ts';

/** The largest value of the column, in hundredths: a larger sum must not make an approval fail. */
const LARGEST = 99_999_999_999_999_999n;

/** Planned and spent amounts of a quarter, decimal strings in RSD. */
export interface QuarterAmounts extends Quarter {
  planned: string;
  spent: string;
}

/** Amounts of a project that lists and the portfolio sum. */
export interface KeptMoney {
  /** Quarters with an amount, oldest first. */
  quarters: QuarterAmounts[];
  /** The end of the plan in force, YYYY-MM-DD. */
  plannedEnd: string | null;
  /** Spent in all approved quarters. */
  spent: string;
}

const isKept = ({ year }: Quarter): boolean => isKeptYear(year);

/** The quarter named by a quarterly form; null if it is not stored. */
export function keptQuarter(name: string): Quarter | null {
  const quarter = quarterOfName(name);
  return quarter && isKept(quarter) ? quarter : null;
}

const atMost = (value: bigint): bigint => (value > LARGEST ? LARGEST : value);

/** Planned amounts of the plan in force and spent ones of the approved reports, by quarter. */
export function moneyByQuarter(
  plan: FormValues | null,
  reports: readonly { name: string; values: FormValues }[],
): KeptMoney {
  const sums = new Map<number, Quarter & { planned: bigint; spent: bigint }>();
  const sumOf = ({ year, quarter }: Quarter) => {
    const order = quarterOrder({ year, quarter });
    const known = sums.get(order);
    if (known) return known;
    const made = { year, quarter, planned: 0n, spent: 0n };
    sums.set(order, made);
    return made;
  };
  for (const row of rowsAt(plan, 'implementation')) {
    for (const cell of cellsOf(row)) if (isKept(cell)) sumOf(cell).planned += cell.amount ?? 0n;
  }
  for (const { name, values } of reports) {
    const quarter = keptQuarter(name);
    if (quarter) for (const { expense } of progressOf(values)) sumOf(quarter).spent += expense;
  }
  const quarters = [...sums]
    .filter(([, { planned, spent }]) => planned !== 0n || spent !== 0n)
    .toSorted(([a], [b]) => a - b)
    .map(([, sum]) => ({ ...sum, planned: atMost(sum.planned), spent: atMost(sum.spent) }));
  const end = getPath(plan, 'implementationDates.end');
  return {
    quarters: quarters.map(({ year, quarter, planned, spent }) => ({
      year,
      quarter,
      planned: fromHundredths(planned),
      spent: fromHundredths(spent),
    })),
    plannedEnd: isDay(end) ? end : null,
    spent: fromHundredths(atMost(quarters.reduce((sum, { spent }) => sum + spent, 0n))),
  };
}
