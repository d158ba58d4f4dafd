import { stack } from 'd3-shape';
import { Fragment, type ReactElement } from 'react';
import type { ValueFormat } from './format.ts';
import { patternOf } from './series.ts';
import { h, Mark, type Paint, Tip } from './svg.ts';

/** Shared by vertical and horizontal stacks: parts, their looks, and marks with their values. */

/** Parts of one name over all stacks; values are not negative. */
export interface StackSeries {
  name: string;
  values: readonly number[];
  /** Where each part leads. */
  hrefs?: readonly (string | undefined)[];
  /** Which colour and pattern it has, from 0, so that they stay where other series go; by default its place. */
  look?: number | undefined;
}

/** The values at which a part of a stack begins and ends. */
type Part = [from: number, to: number];

/** The parts of each stack: [stack][series]. */
export function stackParts(series: readonly StackSeries[], count: number): Part[][] {
  const rows = Array.from({ length: count }, (_, index) => index);
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((row, key) => Math.max(0, series[key]?.values[row] ?? 0))(rows);
  return rows.map((row) => layers.map((layer) => [layer[row]?.[0] ?? 0, layer[row]?.[1] ?? 0]));
}

export const stackSums = (parts: readonly Part[][]): number[] => parts.map((stacked) => stacked.at(-1)?.[1] ?? 0);

export const looksOf = (series: readonly StackSeries[]): number[] => series.map(({ look }, index) => look ?? index);

interface StackShapesProps {
  parts: readonly Part[][];
  placeOf: (stack: number, part: Part) => { x: number; y: number; width: number; height: number };
  /** Begins the names of the patterns. */
  id: string;
  labels: readonly string[];
  series: readonly StackSeries[];
  format: ValueFormat;
  /** The width of the whole chart. */
  width: number;
  paint: Paint;
}

/** The parts that have an area, each with its value when it is pointed at or focused. */
export function StackShapes(props: StackShapesProps): ReactElement {
  const { parts, placeOf, id, labels, series, format, width, paint } = props;
  const looks = looksOf(series);
  const shapes = parts.flatMap((stacked, row) =>
    stacked.flatMap(([from, to], index) =>
      to > from ? { key: `${row} ${index}`, index, row, value: to - from, place: placeOf(row, [from, to]) } : [],
    ),
  );
  return h(
    Fragment,
    null,
    shapes.map(({ key, index, place }) => h('rect', { key, ...place, fill: patternOf(looks[index] ?? index, id) })),
    // Above all parts: those drawn later would cover the outline and the tip.
    shapes.map(({ key, index, row, value, place }) => {
      const text = `${labels[row]}, ${series[index]?.name}: ${format.full(value)}`;
      return h(
        Mark,
        { key, label: text, href: series[index]?.hrefs?.[row] },
        h('rect', { className: 'chart-shape', ...place, fill: 'none', pointerEvents: 'all' }),
        h(Tip, { x: place.x + place.width / 2, y: place.y, width, text, paint }),
      );
    }),
  );
}
