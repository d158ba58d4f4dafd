import type { ReactElement } from 'react';
import { at, FONT_SIZE, h, Label, type Paint, widthOf } from './svg.ts';

/*
 * Names below a chart of time. Where they do not fit side by side they are turned, and where even that is too narrow
 * the first, the last and as many as fit between them are written; none is cut.
 */

/** Between two names side by side. */
const GAP = 8;
/** The angle of turned names, in degrees. */
const ANGLE = 45;
const SLOPE = Math.SQRT1_2;
/** Between the middles of two turned names: the height of a line, seen along the axis. */
const TURNED_STEP = (FONT_SIZE + 3) / SLOPE;
const BELOW = 18;

export interface AxisName {
  index: number;
  /** The middle of a name, or the end of a turned one. */
  x: number;
  text: string;
}

export interface TimeNames {
  turned: boolean;
  names: AxisName[];
  /** The space that the names need below the chart, and to the left of the first place. */
  height: number;
  left: number;
}

const QUARTERS = 4;

/** Every name, every second one, or one for each year or several years: so the same quarters are named in each year. */
function wholeStep(every: number): number {
  return every <= 2 ? every : Math.ceil(every / QUARTERS) * QUARTERS;
}

/** Every n-th name from the first, and the last; the name before the last gives way if it is too near. */
function thinned(labels: readonly string[], place: (index: number) => number, step: number): AxisName[] {
  const last = labels.length - 1;
  const every = wholeStep(Math.max(1, Math.ceil(step / Math.max(1, place(1) - place(0)))));
  const indexes = labels.flatMap((_, index) => (index % every === 0 && index !== last ? [index] : []));
  while (indexes.length > 1 && place(last) - place(indexes.at(-1) ?? 0) < step) indexes.pop();
  return [...indexes, last].map((index) => ({ index, x: place(index), text: labels[index] ?? '' }));
}

/** Places of names between 0 and `width`; `place` is the place of a name, in rising order. */
export function timeNames(labels: readonly string[], place: (index: number) => number, width: number): TimeNames {
  const none = { turned: false, names: [], height: BELOW, left: 0 };
  if (labels.length === 0) return none;
  const side = labels.map((text, index): AxisName => {
    const half = widthOf(text) / 2;
    return { index, x: Math.max(half, Math.min(width - half, place(index))), text };
  });
  const isFree = side.every(({ x, text }, index) => {
    const next = side[index + 1];
    return !next || x + widthOf(text) / 2 + GAP <= next.x - widthOf(next.text) / 2;
  });
  if (isFree) return { turned: false, names: side, height: BELOW, left: 0 };
  const names = thinned(labels, place, TURNED_STEP);
  const longest = Math.max(...names.map(({ text }) => widthOf(text)));
  return {
    turned: true,
    names,
    height: Math.ceil((longest + FONT_SIZE) * SLOPE) + 10,
    left: Math.ceil(widthOf(labels[0] ?? '') * SLOPE) + 6,
  };
}

interface TimeAxisProps {
  names: TimeNames;
  /** The lower edge of the chart. */
  y: number;
  paint: Paint;
}

/** The names below a chart of time. */
export function TimeAxis({ names: { turned, names }, y, paint }: TimeAxisProps): ReactElement {
  return h(
    'g',
    null,
    names.map(({ index, x, text }) =>
      h(
        'g',
        // Labels may be equal.
        { key: index, ...(turned ? { transform: `rotate(-${ANGLE} ${at(x)} ${at(y + FONT_SIZE)})` } : {}) },
        h(Label, {
          x,
          y: y + (turned ? FONT_SIZE : BELOW),
          anchor: turned ? 'end' : 'middle',
          fill: paint('text-2'),
          children: text,
        }),
      ),
    ),
  );
}
