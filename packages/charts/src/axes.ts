import type { ReactElement } from 'react';
import type { ValueFormat } from './format.ts';
import { labelStep, type Scale } from './scales.ts';
import { at, fitted, FONT_SIZE, h, Label, type Paint, widthOf } from './svg.ts';

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

interface LabelAxisProps {
  labels: readonly string[];
  /** The middle of a label's place. */
  place: (index: number) => number;
  /** The width of all places. */
  width: number;
  y: number;
  paint: Paint;
}

/** Names below; where they are too many, some are left out, but never the last. */
export function LabelAxis({ labels, place, width, y, paint }: LabelAxisProps): ReactElement {
  const widest = Math.min(120, Math.max(0, ...labels.map(widthOf)) + 10);
  const step = labelStep(labels.length, widest, width);
  return h(
    'g',
    null,
    labels.map((label, index) =>
      (labels.length - 1 - index) % step === 0
        ? h(Label, {
            // Labels may be equal.
            key: index,
            x: place(index),
            y,
            anchor: 'middle',
            fill: paint('text-2'),
            children: fitted(label, 120),
          })
        : null,
    ),
  );
}
