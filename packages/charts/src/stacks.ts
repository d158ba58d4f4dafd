import { stack } from 'd3-shape';
import { Fragment, type ReactElement } from 'react';
import type { ValueFormat } from './format.ts';
import { fillsOf } from './series.ts';
import { at, h, Mark, type Paint, Tip } from './svg.ts';

/** Shared by vertical and horizontal stacks: parts, their looks, and marks with their values. */

/** Parts of one name over all stacks; values are not negative. */
export interface StackSeries {
  name: string;
  values: readonly number[];
  /** Where each part leads. */
  hrefs?: readonly (string | undefined)[];
  /** Its colour and pattern, from 0, so that they stay when other series disappear; by default its place. */
  look?: number | undefined;
}

/** A bound over each stack, such as a ceiling of a year; null if there is none. A bound far above is not drawn. */
export interface StackBounds {
  name: string;
  values: readonly (number | null)[];
}

interface BoundLineProps {
  from: { x: number; y: number };
  to: { x: number; y: number };
  paint: Paint;
}

export const BoundLine = ({ from, to, paint }: BoundLineProps): ReactElement =>
  h('line', {
    x1: at(from.x),
    y1: at(from.y),
    x2: at(to.x),
    y2: at(to.y),
    stroke: paint('error'),
    strokeWidth: 2,
    strokeDasharray: '5 3',
  });

/** The sign of each name in the legend of stacks: their fills, then the line of the bound. */
export const stackSwatch =
  (fills: readonly string[], paint: Paint) =>
  (index: number): ReactElement =>
    index < fills.length
      ? h('rect', { x: -7, y: -6, width: 14, height: 12, fill: fills[index] })
      : h(BoundLine, { from: { x: -8, y: 0 }, to: { x: 8, y: 0 }, paint });

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

/** A drawn bound is at most this many times the highest stack. */
const FARTHEST = 3;

/** The bounds that are drawn, without those far above every stack, which would flatten the stacks. */
export function nearBounds(sums: readonly number[], bounds: readonly (number | null)[]): (number | null)[] {
  const highest = Math.max(0, ...sums);
  return bounds.map((value) => (value !== null && highest > 0 && value > highest * FARTHEST ? null : value));
}

export const looksOf = (series: readonly StackSeries[]): number[] => series.map(({ look }, index) => look ?? index);

/** The fill of each series of stacks; a series without any part needs no pattern. */
export const stackFills = (series: readonly StackSeries[], id: string, paint: Paint): string[] =>
  fillsOf({ id, looks: looksOf(series), paint }, (index) => series[index]?.values.some((value) => value > 0) ?? false);

interface StackShapesProps {
  parts: readonly Part[][];
  placeOf: (stack: number, part: Part) => { x: number; y: number; width: number; height: number };
  /** The fill of each series. */
  fills: readonly string[];
  labels: readonly string[];
  series: readonly StackSeries[];
  format: ValueFormat;
  /** The width of the whole chart. */
  width: number;
  paint: Paint;
}

/** The parts that have an area, each with its value when it is pointed at or focused. */
export function StackShapes(props: StackShapesProps): ReactElement {
  const { parts, placeOf, fills, labels, series, format, width, paint } = props;
  const shapes = parts.flatMap((stacked, row) =>
    stacked.flatMap(([from, to], index) =>
      to > from ? { key: `${row} ${index}`, index, row, value: to - from, place: placeOf(row, [from, to]) } : [],
    ),
  );
  return h(
    Fragment,
    null,
    shapes.map(({ key, index, place }) => h('rect', { key, ...place, fill: fills[index] })),
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
