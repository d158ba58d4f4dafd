import { isDay, quarterEnd, quarterOrder, quarterStart } from '../dates/dates.ts';
import { cellsOf } from '../forms/definitions/plan-schedule.ts';
import { getPath, nameKey, rowsAt } from '../forms/paths.ts';
import type { FormValues } from '../forms/types.ts';
import type { Report } from '../indicators/record.ts';
import { textOf } from '../text/text-of.ts';

/** The spans of a timeline: plans compared with reality. Days are YYYY-MM-DD, both ends included. */

export interface DaySpan {
  start: string;
  end: string;
}

/** A span of two days as plans store them; null where one is missing or the end is before the start. */
export function spanOf(start: unknown, end: unknown): DaySpan | null {
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null;
}

/** The period of realization of a plan; null where the plan has none. */
export function plannedPeriod(plan: FormValues): DaySpan | null {
  return spanOf(getPath(plan, 'implementationDates.start'), getPath(plan, 'implementationDates.end'));
}

/**
 * The spans of earlier plans that differ from the plan in force, oldest first, without duplicates. A correction that
 * only moves money adds no span.
 */
export function formerSpans(spans: readonly (DaySpan | null)[], inForce: DaySpan | null): DaySpan[] {
  const keyOf = (span: DaySpan) => `${span.start} ${span.end}`;
  const found = new Map<string, DaySpan>();
  for (const span of spans) {
    if (span && (!inForce || keyOf(span) !== keyOf(inForce))) found.set(keyOf(span), span);
  }
  return [...found.values()];
}

/**
 * The span of each activity of a plan, by the key of its name: from its first to its last quarter with a share or an
 * amount, within the period of the plan. Activities without such a quarter are left out.
 */
export function activitySpans(plan: FormValues): Map<string, { name: string; span: DaySpan }> {
  const period = plannedPeriod(plan);
  const spans = new Map<string, { name: string; span: DaySpan }>();
  for (const row of rowsAt(plan, 'implementation')) {
    const used = cellsOf(row).filter(({ percent, amount }) => percent > 0n || (amount ?? 0n) > 0n);
    const [first, last] = [used[0], used.at(-1)];
    // Stryker disable next-line LogicalOperator: it cannot happen; the type asks for it.
    if (!first || !last) continue;
    const name = textOf(getPath(row, 'activity.name'));
    spans.set(nameKey(name), { name, span: within({ start: quarterStart(first), end: quarterEnd(last) }, period) });
  }
  return spans;
}

/** A span cut to a period; unchanged if they do not overlap. */
function within(span: DaySpan, period: DaySpan | null): DaySpan {
  if (!period) return span;
  const cut = {
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    start: span.start < period.start ? period.start : span.start,
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    end: span.end > period.end ? period.end : span.end,
  };
  return cut.start <= cut.end ? cut : span;
}

/** From the first to the last approved quarter in which an activity progressed, by the key of its name. */
export function reportedSpans(quarters: readonly Report[]): Map<string, DaySpan> {
  const spans = new Map<string, DaySpan>();
  for (const report of quarters.toSorted((one, other) => quarterOrder(one) - quarterOrder(other))) {
    for (const { name, fulfilled } of report.activities) {
      if (fulfilled <= 0n) continue;
      const known = spans.get(nameKey(name));
      spans.set(nameKey(name), { start: known?.start ?? quarterStart(report), end: quarterEnd(report) });
    }
  }
  return spans;
}
