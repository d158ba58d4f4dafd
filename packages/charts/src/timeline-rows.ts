import type { ReactElement } from 'react';
import { dayNumber, labelStep, monthTicks, yearTicks } from './scales.ts';
import { Legend, legendPlaces } from './series.ts';
import { at, fitted, h, Label, Mark, type Paint, widthOf } from './svg.ts';

/** Parts of timelines: rows, headings, grid, legend. */

/** Days are YYYY-MM-DD. */
export interface Span {
  start: string;
  end: string;
}

/** How a part of what came is drawn: a thin line, a bar, or a dashed line, so that none needs its colour. */
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
const HALF_LABEL = 20;
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

/** The layout of rows between two days; names beside the bars have a share of the width, or the room that they are given. */
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

/** The description of a row: planned and actual span, or its day. */
function rowText(row: TimelineRow, { names, day }: TimelineWords): string {
  const parts = [
    row.planned && `${names.planned} ${spanText(row.planned, day)}`,
    ...(row.former ?? []).map((span) => `${names.former} ${spanText(span, day)}`),
    row.actual && `${names.actual} ${spanText(row.actual, day)}`,
    ...(row.parts ?? []).map((part) => `${part.name} ${spanText(part, day)}`),
    row.event !== undefined && day(row.event),
    row.note,
    row.isLate && names.late,
  ];
  return [row.label, parts.filter(Boolean).join('; ')].filter((part) => part !== '').join(': ');
}

const COURSE_HEIGHT: Readonly<Record<Course, number>> = { before: 2, during: 6, after: 2 };
const COURSES = ['before', 'during', 'after'] as const;

interface Place {
  x: number;
  width: number;
}

/** Boxes of equal height around a middle line, as one path, so that a row of a long list has few elements. */
const boxes = (places: readonly Place[], middle: number, height: number): string =>
  places.map(({ x, width }) => `M${x} ${middle - height / 2}h${width}v${height}h${-width}z`).join('');

/** The parts of what came that are drawn alike, around a middle line. */
function courseParts(course: Course, places: readonly Place[], middle: number, paint: Paint): ReactElement {
  if (course === 'after') {
    const d = places.map(({ x, width }) => `M${x} ${middle}h${width}`).join('');
    return h('path', { key: course, d, stroke: paint('good'), strokeWidth: 4, strokeDasharray: '4 2' });
  }
  return h('path', {
    key: course,
    className: 'chart-shape',
    d: boxes(places, middle, COURSE_HEIGHT[course]),
    fill: paint(course === 'during' ? 'accent' : 'text-3'),
  });
}

const NOTE_GAP = 6;

/** Where a note is written: behind all that is drawn, before it where the edge is near, or nowhere. */
function notePlace(note: string, start: number, end: number, { left, width }: TimelineLayout): number | null {
  const [before, behind] = [start - NOTE_GAP - widthOf(note), end + NOTE_GAP];
  if (behind + widthOf(note) <= width) return behind;
  return before >= left ? before : null;
}

/** Whether any day of a span is in view. */
const isInView = ({ start, end }: { start: string; end: string | null }, { bounds, today }: TimelineLayout) =>
  start <= bounds.end && (end ?? today) >= bounds.start;

const EDGE = 5;

/** The sign at the edge of a row for what lies before or after the days in view. */
function beyondSign(drawn: readonly { start: string; end: string | null }[], middle: number, layout: TimelineLayout) {
  const { bounds, today, left, width } = layout;
  const before = drawn.some(({ start }) => start < bounds.start);
  const after = drawn.some(({ end }) => (end ?? today) > bounds.end);
  const paths = [
    before && `M${at(left + EDGE)} ${middle - 4}l-4 4l4 4`,
    after && `M${at(width - EDGE)} ${middle - 4}l4 4l-4 4`,
  ];
  return paths.filter((path) => path !== false).join('');
}

interface RowProps extends TimelineWords {
  row: TimelineRow;
  /** Its upper edge. */
  y: number;
  layout: TimelineLayout;
  paint: Paint;
}

/** A row: former plans behind, the plan, what came, and how far it is late. */
export function TimelineRowMark({ row, y, layout, names, day, paint }: RowProps): ReactElement {
  const { x, today, name, left } = layout;
  const { indent = 0 } = row;
  const all = [row.planned, row.actual, ...(row.former ?? []), ...(row.parts ?? [])].flatMap((span) => span ?? []);
  const seen = <Of extends { start: string; end: string | null }>(span: Of | undefined) =>
    span && isInView(span, layout) ? [span] : [];
  const [former, parts] = [(row.former ?? []).flatMap(seen), (row.parts ?? []).flatMap(seen)];
  const [[planned], [actual]] = [seen(row.planned), seen(row.actual)];
  const isLateSeen = row.isLate && row.planned && isInView({ start: row.planned.end, end: null }, layout);
  const middle = y + (left > 0 ? layout.row / 2 : 27);
  const spanX = ({ start, end }: { start: string; end: string | null }) => {
    const from = x(start);
    return { x: at(from), width: at(Math.max(2, x(end ?? today) - from)) };
  };
  const drawn = [planned, actual, ...former, ...parts].flatMap((span) => span ?? []);
  const ends = drawn.map(({ end }) => x(end ?? today)).concat(isLateSeen ? x(today) : []);
  const beyond = beyondSign(all, middle, layout);
  const noteX = notePlace(row.note ?? '', Math.min(...drawn.map(({ start }) => x(start))), Math.max(...ends), layout);
  return h(
    Mark,
    { label: rowText(row, { names, day }), href: row.href },
    h('rect', { x: 0, y, width: at(layout.width), height: layout.row, fill: 'none', pointerEvents: 'all' }),
    h(Label, {
      x: indent,
      y: left > 0 ? middle + 4 : y + 14,
      fill: paint(row.isEmpty ? 'text-2' : 'text'),
      // Above the bars, the text is drawn over the lines of years and of today.
      halo: left > 0 ? undefined : paint('surface'),
      children: fitted(row.label, name - indent),
    }),
    former.length > 0 &&
      h('path', {
        d: boxes(former.map(spanX), middle, 16),
        fill: 'none',
        stroke: paint('field'),
        strokeDasharray: '3 2',
      }),
    planned &&
      h('rect', {
        className: 'chart-shape',
        ...spanX(planned),
        y: middle - 6,
        height: 12,
        fill: paint('accent-soft'),
        stroke: paint('accent'),
      }),
    actual &&
      h('rect', { className: 'chart-shape', ...spanX(actual), y: middle - 3, height: 6, fill: paint('accent') }),
    COURSES.map((course) => {
      const places = parts.filter((part) => part.course === course).map(spanX);
      return places.length > 0 && courseParts(course, places, middle, paint);
    }),
    isLateSeen &&
      row.planned &&
      h('path', {
        d: `M${at(x(row.planned.end))} ${middle + 6}H${at(x(today))}m0 -4v8`,
        stroke: paint('error'),
        strokeWidth: 2,
        strokeDasharray: '2 2',
        fill: 'none',
      }),
    row.event !== undefined &&
      isInView({ start: row.event, end: row.event }, layout) &&
      h('path', {
        className: 'chart-shape',
        d: 'M0 -6L6 0L0 6L-6 0Z',
        transform: `translate(${at(x(row.event))} ${middle})`,
        fill: paint('good'),
      }),
    beyond !== '' && h('path', { d: beyond, fill: 'none', stroke: paint('text-2'), strokeWidth: 1.5 }),
    row.note !== undefined &&
      planned &&
      noteX !== null &&
      h(Label, { x: noteX, y: middle + 4, fill: paint('text-2'), halo: paint('surface'), children: row.note }),
  );
}

interface HeadingProps {
  heading: TimelineHeading;
  y: number;
  layout: TimelineLayout;
  paint: Paint;
}

/** The heading of a group, over the whole width. */
export function TimelineHeadingMark({ heading, y, layout, paint }: HeadingProps): ReactElement {
  return h(
    Mark,
    { label: heading.heading, href: heading.href },
    h('rect', {
      className: 'chart-shape',
      x: 0,
      y: y + 2,
      width: at(layout.width),
      height: layout.row - 4,
      fill: paint('subtle'),
    }),
    h(Label, {
      x: 6,
      y: y + layout.row / 2 + 4,
      weight: 600,
      fill: paint('text'),
      children: fitted(heading.heading, layout.width - 12),
    }),
  );
}

interface GridProps {
  layout: TimelineLayout;
  from: number;
  to: number;
  /** Names years, and their months or quarters below; lines alone without it. */
  named?: TimelineNames['periods'] | 'years' | undefined;
  paint: Paint;
}

/** Least widths of a month for a line, and for a name. */
const MONTH_LINE = 6;
const YEAR_NAME = 52;
const NAME_GAP = 8;

/** Every how many months there is a line below the years: each, each quarter, or none where it is narrower. */
function monthsBetween({ bounds, width, left }: TimelineLayout): 1 | 3 | null {
  const month = ((width - left) / (dayNumber(bounds.end) - dayNumber(bounds.start) + 1)) * 30.44;
  if (month >= 3 * MONTH_LINE) return 1;
  return 3 * month >= 3 * MONTH_LINE ? 3 : null;
}

/** Lines of months or quarters, named where every name has its room. */
function monthLines({ layout, from, to, named, paint }: GridProps): ReactElement | null {
  const { x, bounds, width } = layout;
  const step = monthsBetween(layout);
  if (step === null) return null;
  const ticks = monthTicks(bounds.start, bounds.end, step);
  const places = ticks.map(({ day }, index) => ({ from: x(day), to: x(ticks[index + 1]?.day ?? bounds.end) }));
  const words = typeof named === 'object' ? (step === 1 ? named.months : named.quarters) : undefined;
  const room = Math.min(...places.slice(0, -1).map((place) => place.to - place.from));
  const isRoom = words?.every((word) => widthOf(word) + NAME_GAP <= room) ?? false;
  return h(
    'g',
    null,
    ticks.map(({ day, month }, index) => {
      const place = places[index] ?? { from: 0, to: 0 };
      const word = words?.[step === 1 ? month - 1 : (month - 1) / 3] ?? '';
      return h(
        'g',
        { key: day },
        h('line', {
          x1: at(place.from),
          x2: at(place.from),
          y1: from,
          y2: to,
          stroke: paint('line'),
          strokeOpacity: 0.5,
        }),
        isRoom &&
          place.from + widthOf(word) + NAME_GAP <= width &&
          h(Label, { x: place.from + NAME_GAP / 2, y: 28, fill: paint('text-2'), children: word }),
      );
    }),
  );
}

/** Lines of years, and of quarters or months where they have room, with their names where `named`. */
export function TimelineGrid(props: GridProps): ReactElement {
  const { layout, from, to, named, paint } = props;
  const { x, bounds, left, width } = layout;
  const ticks = yearTicks(bounds.start, bounds.end);
  const step = labelStep(ticks.length, YEAR_NAME, width - left);
  const [next] = ticks;
  const isBegun = bounds.start < (next?.day ?? bounds.end) && (next ? x(next.day) - left >= YEAR_NAME : true);
  return h(
    'g',
    null,
    monthLines(props),
    // The year in which the view begins, where its first day is out of view.
    named !== undefined &&
      isBegun &&
      h(Label, { x: left, y: 12, weight: 600, fill: paint('text-2'), children: bounds.start.slice(0, 4) }),
    ticks.map((tick, index) =>
      h(
        'g',
        { key: tick.day },
        h('line', { x1: at(x(tick.day)), x2: at(x(tick.day)), y1: from, y2: to, stroke: paint('line') }),
        named !== undefined &&
          index % step === 0 &&
          h(Label, {
            x: Math.min(Math.max(left + HALF_LABEL, x(tick.day)), width - HALF_LABEL),
            y: 12,
            anchor: 'middle',
            weight: 600,
            fill: paint('text-2'),
            children: tick.label,
          }),
      ),
    ),
  );
}

const isSeen = ({ today, bounds }: TimelineLayout) => today >= bounds.start && today <= bounds.end;

/** The line at today, to be drawn below the rows, so that it crosses no text; none where today is not drawn. */
export function TimelineToday({ layout, from, to, paint }: Omit<GridProps, 'named'>): ReactElement | null {
  if (!isSeen(layout)) return null;
  const x = at(layout.x(layout.today));
  return h('line', {
    x1: x,
    x2: x,
    y1: from,
    y2: to,
    stroke: paint('error'),
    strokeWidth: 1.5,
    strokeDasharray: '4 2',
  });
}

/** The kinds of marks that rows have, with their signs. */
function kindsOf(rows: readonly TimelineRow[], names: TimelineNames, seen: boolean, paint: Paint) {
  const has = (test: (row: TimelineRow) => boolean) => rows.some(test);
  const line = (more: object) => h('line', { x1: -8, x2: 8, y1: 0, y2: 0, ...more });
  const courses = COURSES.map((course) => ({
    name: names.courses?.[course] ?? names.actual,
    sign: courseParts(course, [{ x: -8, width: 16 }], 0, paint),
    shown: has(({ parts = [] }) => parts.some((part) => part.course === course)),
  }));
  const box = { x: -8, width: 16 };
  return [
    {
      name: names.planned,
      sign: h('rect', { ...box, y: -5, height: 10, fill: paint('accent-soft'), stroke: paint('accent') }),
      shown: true,
    },
    {
      name: names.actual,
      sign: h('rect', { ...box, y: -3, height: 6, fill: paint('accent') }),
      shown: !has(({ parts }) => parts !== undefined) || has(({ actual }) => actual !== undefined),
    },
    ...courses,
    {
      name: names.former,
      sign: h('rect', { ...box, y: -4, height: 8, fill: 'none', stroke: paint('field'), strokeDasharray: '3 2' }),
      shown: has(({ former = [] }) => former.length > 0),
    },
    {
      name: names.event,
      sign: h('path', { d: 'M0 -6L6 0L0 6L-6 0Z', fill: paint('good') }),
      shown: has(({ event }) => event !== undefined),
    },
    {
      name: names.late ?? '',
      sign: line({ stroke: paint('error'), strokeWidth: 2, strokeDasharray: '2 2' }),
      shown: names.late !== undefined && has(({ isLate }) => isLate === true),
    },
    {
      name: names.today,
      sign: line({ x1: 0, x2: 0, y1: -7, y2: 7, stroke: paint('error'), strokeWidth: 2, strokeDasharray: '4 2' }),
      shown: seen,
    },
  ].filter(({ shown }) => shown);
}

/** The legend of rows, drawn at a height; with the height that it takes. */
export function timelineLegend(
  rows: readonly TimelineRow[],
  names: TimelineNames,
  layout: TimelineLayout,
  y: number,
  paint: Paint,
): { height: number; drawn: ReactElement } {
  const kinds = kindsOf(rows, names, isSeen(layout), paint);
  const legendNames = kinds.map(({ name }) => name);
  return {
    height: legendPlaces(legendNames, layout.width).height,
    drawn: h(Legend, {
      names: legendNames,
      width: layout.width,
      y,
      paint,
      swatch: (index) => kinds[index]?.sign ?? null,
    }),
  };
}
