import type { ReactElement } from 'react';
import type { ValueFormat } from './format.ts';
import type { Scale } from './scales.ts';
import { at, fittedBeforeLast, FONT_SIZE, h, Label, type Paint, widthOf } from './svg.ts';

/** The space that the labels of a value axis need. */
export function axisWidth(scale: Scale, format: ValueFormat): number {
  return Math.ceil(Math.max(...scale.ticks.map((tick) => widthOf(format.short(tick))))) + 8;
}

interface ValueAxisProps {
  scale: Scale;
  format: ValueFormat;
  left: number;
  right: number;
  paint: Paint;
}

/** Lines across with their values at the left. */
export function ValueAxis({ scale, format, left, right, paint }: ValueAxisProps): ReactElement {
  return h(
    'g',
    null,
    scale.ticks.map((tick) =>
      h(
        'g',
        { key: tick },
        h('line', {
          x1: at(left),
          x2: at(right),
          y1: at(scale(tick)),
          y2: at(scale(tick)),
          stroke: paint(tick === 0 ? 'line-strong' : 'line'),
        }),
        h(Label, {
          x: left - 6,
          y: scale(tick) + FONT_SIZE / 3,
          anchor: 'end',
          fill: paint('text-2'),
          children: format.short(tick),
        }),
      ),
    ),
  );
}

/** A name may be this wide even if its place is narrower. */
const WIDEST_NAME = 120;
const NAME_GAP = 8;

/** Whether every name fits whole below its place. If not, a chart of time or groups has horizontal bars instead. */
export const namesFit = (labels: readonly string[], room: number): boolean =>
  labels.every((label) => widthOf(label) + NAME_GAP <= room);

interface PlacedName {
  index: number;
  /** Its middle. */
  x: number;
  text: string;
}

/**
 * Names below a chart of this width, each within it and none touching the next: some are left out, but never the last.
 * `place` is the middle of a name's place, `room` the width of a place.
 */
export function placedNames(
  labels: readonly string[],
  place: (index: number) => number,
  room: number,
  width: number,
): PlacedName[] {
  const placed: PlacedName[] = [];
  let free = width;
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const text = fittedBeforeLast(labels[index] ?? '', Math.min(width, Math.max(WIDEST_NAME, room - NAME_GAP)));
    const half = widthOf(text) / 2;
    const x = Math.max(half, Math.min(width - half, place(index)));
    if (placed.length === 0 || x + half <= free) {
      placed.push({ index, x, text });
      free = x - half - NAME_GAP;
    }
  }
  return placed.toReversed();
}

interface LabelAxisProps {
  labels: readonly string[];
  /** The middle of a label's place. */
  place: (index: number) => number;
  /** The width of one place, and of the chart. */
  room: number;
  width: number;
  y: number;
  paint: Paint;
}

/** Names below. */
export function LabelAxis({ labels, place, room, width, y, paint }: LabelAxisProps): ReactElement {
  return h(
    'g',
    null,
    placedNames(labels, place, room, width).map(({ index, x, text }) =>
      // Labels may be equal.
      h(Label, { key: index, x, y, anchor: 'middle', fill: paint('text-2'), children: text }),
    ),
  );
}
