import type { ReactElement } from 'react';
import { type ChartProps, Frame, h, themed } from './svg.ts';
import type { TableData } from './table.ts';
import { TimelineGrid, TimelineToday } from './timeline-grid.ts';
import {
  type Span,
  spanText,
  TIMELINE_HEAD,
  timelineLayout,
  type TimelineRow,
  type TimelineWords,
} from './timeline-layout.ts';
import { timelineLegend } from './timeline-legend.ts';
import { TimelineRowMark } from './timeline-rows.ts';

interface TimelineProps extends ChartProps, TimelineWords {
  rows: readonly TimelineRow[];
  today: string;
  /** The drawn period; by default the period of the rows. */
  bounds?: Span | undefined;
}

/** The first and the last day of all rows; if there are none, those of the current year. */
export function timelineBounds(rows: readonly TimelineRow[], today: string): Span {
  const days = rows.flatMap(({ planned, actual, parts = [], former = [], event, isLate }) =>
    [planned, actual, ...parts, ...former]
      .flatMap((span) => (span ? [span.start, span.end ?? today] : []))
      .concat(event ?? [], isLate ? today : []),
  );
  if (days.length === 0) return { start: `${today.slice(0, 4)}-01-01`, end: `${today.slice(0, 4)}-12-31` };
  const sorted = days.toSorted();
  return { start: sorted[0] ?? today, end: sorted.at(-1) ?? today };
}

/** Plans compared with reality, one row each, with former plans behind and a line at today. */
export function Timeline({
  title,
  width,
  rows,
  today,
  names,
  day,
  bounds,
  paint = themed,
}: TimelineProps): ReactElement {
  const layout = timelineLayout(width, bounds ?? timelineBounds(rows, today), today);
  const bottom = TIMELINE_HEAD + Math.max(1, rows.length) * layout.row;
  const legend = timelineLegend(rows, names, layout, bottom + 6, paint);
  return h(
    Frame,
    { title, width, height: bottom + 6 + legend.height },
    h(TimelineGrid, { layout, from: TIMELINE_HEAD - 4, to: bottom, named: names.periods ?? 'years', paint }),
    h(TimelineToday, { layout, from: TIMELINE_HEAD - 4, to: bottom, paint }),
    rows.map((row, index) =>
      h(TimelineRowMark, { key: row.key, row, y: TIMELINE_HEAD + index * layout.row, layout, names, day, paint }),
    ),
    legend.drawn,
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
