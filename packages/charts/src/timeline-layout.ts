import { dayNumber } from './scales.ts';

/** Days are YYYY-MM-DD. */
export interface Span {
  start: string;
  end: string;
}

/** How a part of the actual span is drawn: a thin line, a bar or a dashed line, so that no colour is needed. */
export type Course = 'before' | 'during' | 'after';

export interface TimelineRow {
  key: string;
  label: string;
  /** The span of the plan in force. */
  planned?: Span | undefined;
  /** The actual span; without an end while it lasts. */
  actual?: { start: string; end: string | null } | undefined;
  /** The actual span in named parts, instead of `actual`. */
  parts?: readonly { name: string; start: string; end: string | null; course: Course }[] | undefined;
  /** Spans of former plans, oldest first. */
  former?: readonly Span[];
  /** A day on which something happened. */
  event?: string | undefined;
  /** The plan has ended and the work has not. */
  isLate?: boolean | undefined;
  /** A few letters after the bars of a plan, such as the share done. */
  note?: string | undefined;
  href?: string | undefined;
  /** Pixels before the label: room for a button, or the sign of a part of the row above. */
  indent?: number | undefined;
  /** The label says why there is nothing to draw. */
  isEmpty?: boolean | undefined;
}

/** A heading above rows of a group. */
export interface TimelineHeading {
  key: string;
  heading: string;
  href?: string | undefined;
}

export interface TimelineNames {
  planned: string;
  actual: string;
  former: string;
  today: string;
  event: string;
  /** Needed where rows have parts. */
  courses?: Readonly<Record<Course, string>>;
  /** Needed where rows are late. */
  late?: string;
  /** Short names of the twelve months and the four quarters, below the years. Without them years alone are named. */
  periods?: { readonly months: readonly string[]; readonly quarters: readonly string[] };
}

/** Words of a timeline, and how a day is written. */
export interface TimelineWords {
  names: TimelineNames;
  day: (day: string) => string;
}

const ROW = 40;
/** Height of the names of years, and of their months or quarters below. */
export const TIMELINE_HEAD = 36;
/** From this width on names are beside the bars. */
const BESIDE = 640;
const NAME_SHARE = 0.32;
const WIDEST_NAME = 360;
const BESIDE_ROW = 28;
const GAP = 12;

/** The positions of a timeline: names are above the bars in little space, otherwise beside them. */
export interface TimelineLayout {
  width: number;
  /** Height of a row. */
  row: number;
  /** Width of a name, and where the bars begin. */
  name: number;
  left: number;
  bounds: Span;
  today: string;
  x: (day: string) => number;
}

/** The layout of rows between two days; names beside the bars have a share of the width, or `roomOfNames`. */
export function timelineLayout(width: number, bounds: Span, today: string, roomOfNames?: number): TimelineLayout {
  const isBeside = width >= BESIDE;
  const name = isBeside ? (roomOfNames ?? Math.min(WIDEST_NAME, Math.round(width * NAME_SHARE))) : width;
  const left = isBeside ? name + GAP : 0;
  const [first, last] = [dayNumber(bounds.start), Math.max(dayNumber(bounds.end), dayNumber(bounds.start) + 1)];
  const x = (of: string) => {
    const share = (dayNumber(of) - first) / (last - first);
    return left + Math.min(1, Math.max(0, share)) * (width - left);
  };
  return { width, row: isBeside ? BESIDE_ROW : ROW, name, left, bounds, today, x };
}

/** Both days of a span; the next is left out while it lasts. */
export const spanText = (span: { start: string; end: string | null }, day: TimelineWords['day']): string =>
  `${day(span.start)} – ${span.end === null ? '' : day(span.end)}`.trimEnd();

/** Whether today is drawn. */
export const isTodaySeen = ({ today, bounds }: TimelineLayout) => today >= bounds.start && today <= bounds.end;
