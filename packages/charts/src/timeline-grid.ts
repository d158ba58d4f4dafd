import type { ReactElement } from 'react';
import { dayNumber, labelStep, monthTicks, yearTicks } from './scales.ts';
import { at, h, Label, type Paint, widthOf } from './svg.ts';
import { isTodaySeen, type TimelineLayout, type TimelineNames } from './timeline-layout.ts';

interface GridProps {
  layout: TimelineLayout;
  from: number;
  to: number;
  /** Names years, and their months or quarters below; without it, only lines are drawn. */
  named?: TimelineNames['periods'] | 'years' | undefined;
  paint: Paint;
}

/** Least widths of a month for a line, and for a name. */
const MONTH_LINE = 6;
const YEAR_NAME = 52;
const HALF_LABEL = 20;
const NAME_GAP = 8;

/** The number of months between lines below the years: one, a quarter, or null if there is too little room. */
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

/** The line at today, to be drawn below the rows, so that it crosses no text; none where today is not drawn. */
export function TimelineToday({ layout, from, to, paint }: Omit<GridProps, 'named'>): ReactElement | null {
  if (!isTodaySeen(layout)) return null;
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
