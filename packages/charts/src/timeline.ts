import type { ReactElement } from 'react';
import { dayNumber, dayTicks, labelStep } from './scales.ts';
import { Legend, legendPlaces } from './series.ts';
import { at, type ChartProps, fitted, Frame, h, Label, Mark, themed } from './svg.ts';
import type { TableData } from './table.ts';

/** Days are YYYY-MM-DD. */
export interface Span {
  start: string;
  end: string;
}

export interface TimelineRow {
  key: string;
  label: string;
  /** Of the plan in force. */
  planned?: Span | undefined;
  /** What came; without an end while it lasts. */
  actual?: { start: string; end: string | null } | undefined;
  /** Spans of former plans, oldest first. */
  former?: readonly Span[];
  /** A day on which something happened. */
  event?: string | undefined;
  href?: string | undefined;
}

interface TimelineProps extends ChartProps {
  rows: readonly TimelineRow[];
  today: string;
  /** Words of the legend. */
  names: { planned: string; actual: string; former: string; today: string; event: string };
  /** Writes a day. */
  day: (day: string) => string;
}

const ROW = 40;
const HEAD = 22;
const HALF_LABEL = 20;

/** The first and the last day of all rows; of the year of today when they have none. */
export function timelineBounds(rows: readonly TimelineRow[], today: string): Span {
  const days = rows.flatMap(({ planned, actual, former = [], event }) =>
    [planned, actual, ...former].flatMap((span) => (span ? [span.start, span.end ?? today] : [])).concat(event ?? []),
  );
  if (days.length === 0) return { start: `${today.slice(0, 4)}-01-01`, end: `${today.slice(0, 4)}-12-31` };
  const sorted = days.toSorted();
  return { start: sorted[0] ?? today, end: sorted.at(-1) ?? today };
}

const spanText = (span: { start: string; end: string | null }, day: TimelineProps['day']) =>
  `${day(span.start)} – ${span.end === null ? '' : day(span.end)}`.trimEnd();

/** What a row says: planned and actual span, or its day. */
function rowText(row: TimelineRow, names: TimelineProps['names'], day: TimelineProps['day']): string {
  const parts = [
    row.planned && `${names.planned} ${spanText(row.planned, day)}`,
    row.actual && `${names.actual} ${spanText(row.actual, day)}`,
    row.event !== undefined && day(row.event),
  ];
  return [row.label, parts.filter(Boolean).join('; ')].filter((part) => part !== '').join(': ');
}

/** Plans against what came, a row each, with former plans behind and a line at today. */
export function Timeline({ title, width, rows, today, names, day, paint = themed }: TimelineProps): ReactElement {
  const bounds = timelineBounds(rows, today);
  const [first, last] = [dayNumber(bounds.start), Math.max(dayNumber(bounds.end), dayNumber(bounds.start) + 1)];
  const x = (of: string) => ((dayNumber(of) - first) / (last - first)) * width;
  const spanX = ({ start, end }: { start: string; end: string | null }) => {
    const from = x(start);
    return { x: at(from), width: at(Math.max(2, x(end ?? today) - from)) };
  };
  const ticks = dayTicks(bounds.start, bounds.end);
  const step = labelStep(ticks.length, 52, width);
  const seen = today >= bounds.start && today <= bounds.end;
  const hasFormer = rows.some(({ former = [] }) => former.length > 0);
  const hasEvents = rows.some(({ event }) => event !== undefined);
  const kinds = [
    {
      name: names.planned,
      sign: h('rect', { x: -8, y: -5, width: 16, height: 10, fill: paint('accent-soft'), stroke: paint('accent') }),
    },
    { name: names.actual, sign: h('rect', { x: -8, y: -3, width: 16, height: 6, fill: paint('accent') }) },
    ...(hasFormer
      ? [
          {
            name: names.former,
            sign: h('rect', {
              x: -8,
              y: -4,
              width: 16,
              height: 8,
              fill: 'none',
              stroke: paint('field'),
              strokeDasharray: '3 2',
            }),
          },
        ]
      : []),
    ...(hasEvents ? [{ name: names.event, sign: h('path', { d: 'M0 -6L6 0L0 6L-6 0Z', fill: paint('good') }) }] : []),
    ...(seen
      ? [
          {
            name: names.today,
            sign: h('line', {
              x1: 0,
              x2: 0,
              y1: -7,
              y2: 7,
              stroke: paint('error'),
              strokeWidth: 2,
              strokeDasharray: '4 2',
            }),
          },
        ]
      : []),
  ];
  const bottom = HEAD + Math.max(1, rows.length) * ROW;
  const legendNames = kinds.map(({ name }) => name);
  return h(
    Frame,
    { title, width, height: bottom + 6 + legendPlaces(legendNames, width).height },
    ticks.map((tick, index) =>
      h(
        'g',
        { key: tick.day },
        h('line', { x1: at(x(tick.day)), x2: at(x(tick.day)), y1: HEAD - 4, y2: bottom, stroke: paint('line') }),
        index % step === 0 &&
          h(Label, {
            x: Math.min(Math.max(HALF_LABEL, x(tick.day)), width - HALF_LABEL),
            y: 12,
            anchor: 'middle',
            fill: paint('text-2'),
            children: tick.label,
          }),
      ),
    ),
    rows.map((row, index) => {
      const y = HEAD + index * ROW;
      return h(
        Mark,
        { key: row.key, label: rowText(row, names, day), href: row.href },
        h('rect', { x: 0, y, width: at(width), height: ROW, fill: 'none', pointerEvents: 'all' }),
        h(Label, { x: 0, y: y + 14, fill: paint('text'), children: fitted(row.label, width) }),
        (row.former ?? []).map((span) =>
          h('rect', {
            key: `${span.start} ${span.end}`,
            ...spanX(span),
            y: y + 19,
            height: 16,
            fill: 'none',
            stroke: paint('field'),
            strokeDasharray: '3 2',
          }),
        ),
        row.planned &&
          h('rect', {
            className: 'chart-shape',
            ...spanX(row.planned),
            y: y + 21,
            height: 12,
            fill: paint('accent-soft'),
            stroke: paint('accent'),
          }),
        row.actual &&
          h('rect', { className: 'chart-shape', ...spanX(row.actual), y: y + 24, height: 6, fill: paint('accent') }),
        row.event !== undefined &&
          h('path', {
            className: 'chart-shape',
            d: 'M0 -6L6 0L0 6L-6 0Z',
            transform: `translate(${at(x(row.event))} ${y + 27})`,
            fill: paint('good'),
          }),
      );
    }),
    seen &&
      h('line', {
        x1: at(x(today)),
        x2: at(x(today)),
        y1: HEAD - 4,
        y2: bottom,
        stroke: paint('error'),
        strokeWidth: 1.5,
        strokeDasharray: '4 2',
      }),
    h(Legend, { names: legendNames, width, y: bottom + 6, paint, swatch: (index) => kinds[index]?.sign ?? null }),
  );
}

/** The table of a timeline. `head` names the rows, the planned and the actual span. */
export function timelineTable(
  { rows, day }: Pick<TimelineProps, 'rows' | 'day'>,
  head: readonly [string, string, string],
  none: string,
): TableData {
  return {
    head,
    rows: rows.map(({ label, planned, actual, event }) => [
      label,
      planned ? spanText(planned, day) : none,
      actual ? spanText(actual, day) : event === undefined ? none : day(event),
    ]),
  };
}
