import type { ReactElement } from 'react';
import { at, fitted, h, Label, Mark, type Paint, widthOf } from './svg.ts';
import {
  type Course,
  spanText,
  type TimelineHeading,
  type TimelineLayout,
  type TimelineRow,
  type TimelineWords,
} from './timeline-layout.ts';

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
export const COURSES = ['before', 'during', 'after'] as const;

interface Place {
  x: number;
  width: number;
}

/** Boxes of equal height around a middle line, as one path, so that a row of a long list has few elements. */
const boxes = (places: readonly Place[], middle: number, height: number): string =>
  places.map(({ x, width }) => `M${x} ${middle - height / 2}h${width}v${height}h${-width}z`).join('');

/** The parts of the actual span with the same look, around a middle line. */
export function courseParts(course: Course, places: readonly Place[], middle: number, paint: Paint): ReactElement {
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

/** The place of a note: after all that is drawn, before it if the edge is near, or nowhere. */
function notePlace(note: string, start: number, end: number, { left, width }: TimelineLayout): number | null {
  const [before, behind] = [start - NOTE_GAP - widthOf(note), end + NOTE_GAP];
  if (behind + widthOf(note) <= width) return behind;
  return before >= left ? before : null;
}

/** Whether any day of a span is in view. */
const isInView = ({ start, end }: { start: string; end: string | null }, { bounds, today }: TimelineLayout) =>
  start <= bounds.end && (end ?? today) >= bounds.start;

const EDGE = 5;

/** The sign at the edge of a row that something lies before or after the days in view. */
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

/** A row: former plans behind, the plan, the actual span, and its delay. */
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
