import type { ReactElement } from 'react';
import { dayNumber, dayTicks, labelStep } from './scales.ts';
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
}

/** Words of a timeline, and how a day is written. */
export interface TimelineWords {
  names: TimelineNames;
  day: (day: string) => string;
}

const ROW = 40;
/** Height of the names of years. */
export const TIMELINE_HEAD = 22;
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

/** Both days of a span; the second is left out while it lasts. */
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
  const { indent = 0, former = [], parts = [] } = row;
  const middle = y + (left > 0 ? layout.row / 2 : 27);
  const spanX = ({ start, end }: { start: string; end: string | null }) => {
    const from = x(start);
    return { x: at(from), width: at(Math.max(2, x(end ?? today) - from)) };
  };
  const drawn = [row.planned, row.actual, ...former, ...parts].flatMap((span) => span ?? []);
  const ends = drawn.map(({ end }) => x(end ?? today)).concat(row.isLate ? x(today) : []);
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
    row.planned &&
      h('rect', {
        className: 'chart-shape',
        ...spanX(row.planned),
        y: middle - 6,
        height: 12,
        fill: paint('accent-soft'),
        stroke: paint('accent'),
      }),
    row.actual &&
      h('rect', { className: 'chart-shape', ...spanX(row.actual), y: middle - 3, height: 6, fill: paint('accent') }),
    COURSES.map((course) => {
      const places = parts.filter((part) => part.course === course).map(spanX);
      return places.length > 0 && courseParts(course, places, middle, paint);
    }),
    row.isLate &&
      row.planned &&
      h('path', {
        d: `M${at(x(row.planned.end))} ${middle + 6}H${at(x(today))}m0 -4v8`,
        stroke: paint('error'),
        strokeWidth: 2,
        strokeDasharray: '2 2',
        fill: 'none',
      }),
    row.event !== undefined &&
      h('path', {
        className: 'chart-shape',
        d: 'M0 -6L6 0L0 6L-6 0Z',
        transform: `translate(${at(x(row.event))} ${middle})`,
        fill: paint('good'),
      }),
    row.note !== undefined &&
      row.planned &&
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
  named: boolean;
  paint: Paint;
}

/** Lines of years or quarters, with their names where `named`. */
export function TimelineGrid({ layout, from, to, named, paint }: GridProps): ReactElement {
  const { x, bounds, left, width } = layout;
  const ticks = dayTicks(bounds.start, bounds.end);
  const step = labelStep(ticks.length, 52, width - left);
  return h(
    'g',
    null,
    ticks.map((tick, index) =>
      h(
        'g',
        { key: tick.day },
        h('line', { x1: at(x(tick.day)), x2: at(x(tick.day)), y1: from, y2: to, stroke: paint('line') }),
        named &&
          index % step === 0 &&
          h(Label, {
            x: Math.min(Math.max(left + HALF_LABEL, x(tick.day)), width - HALF_LABEL),
            y: 12,
            anchor: 'middle',
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
