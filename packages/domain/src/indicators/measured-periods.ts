import { isDay, type Quarter } from '../dates/dates.ts';
import { activityTotal } from '../forms/definitions/plan-schedule.ts';
import { getPath } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import { type Measurement, measure, type PlannedByQuarter, plannedByQuarter } from './earned-value.ts';
import type { ActivityProgress } from './record.ts';

/** A plan from the day on which it took effect (YYYY-MM-DD) until the next one did. */
export interface PlanRevision {
  ordinal: number;
  from: string;
  plan: FormValues;
}

/** On its day a report or a quarterly correction was approved, or opened again. */
export interface ReportEvent {
  formId: number;
  day: string;
  kind: 'report' | 'correction';
  quarter: Quarter;
  /** The approved values; null when it was opened. */
  activities: readonly ActivityProgress[] | null;
}

/** From one day on, up to the next period, a project is measured like this. */
export interface MeasuredPeriod {
  from: string;
  planOrdinal: number;
  plannedStart: string | null;
  plannedEnd: string | null;
  /** Budget at completion of the plan, hundredths. */
  bac: bigint;
  planned: PlannedByQuarter | null;
  /** Null while no report is approved. */
  measurement: Measurement | null;
}

const dayAt = (plan: FormValues, path: string): string | null => {
  const day = getPath(plan, path);
  return isDay(day) ? day : null;
};

/**
 * The state at the end of each day: the plan in force and the reports approved by then. A report also counts from its
 * approval if its quarter had not begun, as in amounts and progress.
 * Plans and events are in the order in which they happened. Oldest period first; none before the first plan.
 */
export function measuredPeriods(plans: readonly PlanRevision[], events: readonly ReportEvent[]): MeasuredPeriod[] {
  const days = new Set([...plans.map(({ from }) => from), ...events.map(({ day }) => day)]);
  const periods: MeasuredPeriod[] = [];
  for (const day of [...days].toSorted()) {
    const revision = plans.findLast(({ from }) => from <= day);
    if (!revision) continue;
    const newest = new Map<number, ReportEvent>();
    for (const event of events) if (event.day <= day) newest.set(event.formId, event);
    const reports = (kind: ReportEvent['kind']) =>
      [...newest.values()].flatMap((event) =>
        event.kind === kind && event.activities ? [{ ...event.quarter, activities: event.activities }] : [],
      );
    periods.push({
      from: day,
      planOrdinal: revision.ordinal,
      plannedStart: dayAt(revision.plan, 'implementationDates.start'),
      plannedEnd: dayAt(revision.plan, 'implementationDates.end'),
      bac: activityTotal(revision.plan),
      planned: plannedByQuarter(revision.plan),
      measurement: measure(revision.plan, reports('report'), reports('correction')),
    });
  }
  return periods;
}

/** The period of a day; undefined before the first plan. */
export function periodOn(periods: readonly MeasuredPeriod[], day: string): MeasuredPeriod | undefined {
  return periods.findLast(({ from }) => from <= day);
}

/**
 * The quarter at whose end a group of projects is compared with its plans on a day: the newest one that is over
 * (docs/earned-value.md, 4).
 */
export const statusQuarter = (day: string): Quarter => lastEndedQuarter(day);

/** The newest quarter that is over when a day begins. */
export function lastEndedQuarter(day: string): Quarter {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const at = { year, quarter: Math.ceil(month / 3) };
  return at.quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: at.quarter - 1 };
}
