import { fromHundredths } from '../money/decimal.ts';
import { indexesOf } from './earned-value.ts';
import { measuredPeriods, type PlanRevision, type ReportEvent } from './measured-periods.ts';

/** The largest value of the column, in hundredths: a larger sum must not make an approval fail. */
const LARGEST = 9_999_999_999_999_999_999n;

/** How a project is measured from one day up to another, YYYY-MM-DD; amounts are decimal strings in RSD. */
export interface KeptEarnedValue {
  from: string;
  /** The first day on which the row no longer applies; null for the last row. */
  until: string | null;
  planOrdinal: number;
  plannedStart: string | null;
  plannedEnd: string | null;
  bac: string;
  /** The first quarter of the plan (quarterOrder), and planned value at the end of it and of each that follows. */
  plannedFirst: number | null;
  planned: string[] | null;
  /** The measured quarter and its figures; null while no report is approved. */
  year: number | null;
  quarter: number | null;
  pv: string | null;
  ev: string | null;
  ac: string | null;
  /** Whole thousandths; null where the divisor is 0. */
  spi: string | null;
  cpi: string | null;
  eac: string | null;
}

const money = (value: bigint): string => fromHundredths(value > LARGEST ? LARGEST : value);

/** Earned value of a project on each day, by the plans and the approvals in the order in which they happened. */
export function keptEarnedValues(plans: readonly PlanRevision[], events: readonly ReportEvent[]): KeptEarnedValue[] {
  const periods = measuredPeriods(plans, events);
  return periods.map(({ from, measurement, ...period }, place) => {
    const indexes = measurement && indexesOf(measurement);
    return {
      from,
      until: periods[place + 1]?.from ?? null,
      planOrdinal: period.planOrdinal,
      plannedStart: period.plannedStart,
      plannedEnd: period.plannedEnd,
      bac: money(period.bac),
      plannedFirst: period.planned?.first ?? null,
      planned: period.planned?.values.map(money) ?? null,
      year: measurement?.year ?? null,
      quarter: measurement?.quarter ?? null,
      pv: measurement && money(measurement.pv),
      ev: measurement && money(measurement.ev),
      ac: measurement && money(measurement.ac),
      spi: indexes?.spi?.toString() ?? null,
      cpi: indexes?.cpi?.toString() ?? null,
      eac: indexes?.eac == null ? null : fromHundredths(indexes.eac),
    };
  });
}
