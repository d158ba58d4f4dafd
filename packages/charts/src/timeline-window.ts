import type { Span } from './timeline-layout.ts';

/** The period that a timeline draws: all of it, or a few months of it. */

export const TIMELINE_ZOOMS = ['fit', 'year', 'quarter', 'month'] as const;
export type TimelineZoom = (typeof TIMELINE_ZOOMS)[number];

type Part = Exclude<TimelineZoom, 'fit'>;

/** Months in view. */
const MONTHS: Readonly<Record<Part, number>> = { year: 60, quarter: 24, month: 12 };
/** Months by which the view moves. */
const STEPS: Readonly<Record<Part, number>> = { year: 12, quarter: 6, month: 3 };

const FIRST_MONTH = 12;
const LAST_MONTH = 9999 * 12 + 11;

/** Months since year 0, of a day or a month. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** YYYY-MM of a number of months, within years of four digits. */
function monthText(number: number): string {
  const within = Math.min(LAST_MONTH, Math.max(FIRST_MONTH, number));
  return `${String(Math.floor(within / 12)).padStart(4, '0')}-${String((within % 12) + 1).padStart(2, '0')}`;
}

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** The number of years before this one at which a view begins; a view of one year shows this year. */
const BEFORE: Readonly<Record<Part, number>> = { year: 1, quarter: 1, month: 0 };

/** January of the year at which a view begins, or of the nearest year with any rows. */
function usualStart(zoom: Part, bounds: Span, today: string): string {
  const [first, last] = [Number(bounds.start.slice(0, 4)), Number(bounds.end.slice(0, 4))];
  return monthText(Math.min(last, Math.max(first, Number(today.slice(0, 4)) - BEFORE[zoom])) * 12);
}

export interface TimelineView {
  zoom: TimelineZoom;
  /**
   * The first month in view, YYYY-MM; by default January of last year, or of this one where twelve months are in view.
   */
  from?: string | undefined;
}

/** The first and last day in view. `bounds` are those of all rows. */
export function timelineWindow({ zoom, from }: TimelineView, bounds: Span, today: string): Span {
  if (zoom === 'fit') return bounds;
  const start = from ?? usualStart(zoom, bounds, today);
  return { start: `${start}-01`, end: lastDayOf(monthText(monthNumber(start) + MONTHS[zoom] - 1)) };
}

/**
 * The first month in view after moving by `steps`, negative for earlier; undefined where all is in view, or nothing
 * lies in that direction.
 */
export function movedStart(view: TimelineView, bounds: Span, today: string, steps: number): string | undefined {
  if (view.zoom === 'fit') return undefined;
  const { start, end } = timelineWindow(view, bounds, today);
  const isAnythingThere = steps < 0 ? bounds.start < start : bounds.end > end;
  return isAnythingThere ? monthText(monthNumber(start) + steps * STEPS[view.zoom]) : undefined;
}

/** The zoom one step nearer or farther; the same one if there is no further step. */
export function steppedZoom(zoom: TimelineZoom, steps: 1 | -1): TimelineZoom {
  return TIMELINE_ZOOMS[TIMELINE_ZOOMS.indexOf(zoom) + steps] ?? zoom;
}
