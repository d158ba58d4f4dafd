import { scaleBand } from 'd3-scale';
import { stack } from 'd3-shape';
import { type ReactElement, useId } from 'react';
import { axisWidth, LabelAxis, ValueAxis } from './axes.ts';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { Legend, legendPlaces, patternOf, Patterns } from './series.ts';
import { at, type ChartProps, Frame, h, Mark, themed, Tip } from './svg.ts';

/** Parts of one name over all stacks; values are not negative. */
export interface StackSeries {
  name: string;
  values: readonly number[];
  /** Where each part leads. */
  hrefs?: readonly (string | undefined)[];
  /** Which colour and pattern it has, from 0, so that they stay where other series go; by default its place. */
  look?: number | undefined;
}

interface StackedBarsProps extends ChartProps {
  labels: readonly string[];
  series: readonly StackSeries[];
  format: ValueFormat;
  /** A bound over each stack, such as a ceiling of a year; null where there is none. One far above is not drawn. */
  bounds?: { name: string; values: readonly (number | null)[] };
}

const HEIGHT = 240;
const BOTTOM = 24;
const TOP = 22;

/** Where the parts of each stack begin and end: [stack][series]. */
export function stackParts(series: readonly StackSeries[], count: number): [from: number, to: number][][] {
  const rows = Array.from({ length: count }, (_, index) => index);
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((row, key) => Math.max(0, series[key]?.values[row] ?? 0))(rows);
  return rows.map((row) => layers.map((layer) => [layer[row]?.[0] ?? 0, layer[row]?.[1] ?? 0]));
}

/** How many times the highest stack a bound may be. */
const FARTHEST = 3;

/** The bounds that are drawn: one far above every stack would press all of them flat. */
function nearBounds(sums: readonly number[], bounds: readonly (number | null)[]): (number | null)[] {
  const highest = Math.max(0, ...sums);
  return bounds.map((value) => (value !== null && highest > 0 && value > highest * FARTHEST ? null : value));
}

/** Bars upwards of several parts, each with its own pattern. */
export function StackedBars(props: StackedBarsProps): ReactElement {
  const { title, width, labels, series, format, bounds, paint = themed } = props;
  const id = useId();
  const parts = stackParts(series, labels.length);
  const sums = parts.map((stacked) => stacked.at(-1)?.[1] ?? 0);
  const drawnBounds = nearBounds(sums, bounds?.values ?? []);
  const scale = valueScale([...sums, ...drawnBounds.map((value) => value ?? 0)], HEIGHT - BOTTOM, TOP);
  const left = axisWidth(scale, format);
  const bands = scaleBand<number>()
    .domain(labels.map((_, index) => index))
    .range([left, width])
    .padding(0.25);
  const names = [...series.map(({ name }) => name), ...(bounds ? [bounds.name] : [])];
  const legend = legendPlaces(names, width);
  const looks = series.map(({ look }, index) => look ?? index);
  const fillOf = (index: number) => patternOf(looks[index] ?? index, id);
  const startOf = (index: number) => bands(index) ?? left;
  const middle = (index: number) => startOf(index) + bands.bandwidth() / 2;
  const shapes = parts.flatMap((stacked, row) =>
    stacked.flatMap(([from, to], index) => {
      const place = {
        x: at(startOf(row)),
        y: at(scale(to)),
        width: at(bands.bandwidth()),
        height: at(scale(from) - scale(to)),
      };
      return to > from ? { key: `${row} ${index}`, index, row, value: to - from, place } : [];
    }),
  );
  return h(
    Frame,
    { title, width, height: HEIGHT + legend.height },
    h(Patterns, { id, looks, paint }),
    h(ValueAxis, { scale, format, left, right: width, paint }),
    h(LabelAxis, { labels, place: middle, room: bands.step(), width, y: HEIGHT - 6, paint }),
    shapes.map(({ key, index, place }) => h('rect', { key, ...place, fill: fillOf(index) })),
    // Above all parts: those drawn later would cover the outline and the tip.
    shapes.map(({ key, index, row, value, place }) => {
      const text = `${labels[row]}, ${series[index]?.name}: ${format.full(value)}`;
      return h(
        Mark,
        { key, label: text, href: series[index]?.hrefs?.[row] },
        h('rect', { className: 'chart-shape', ...place, fill: 'none', pointerEvents: 'all' }),
        h(Tip, { x: middle(row), y: place.y, width, text, paint }),
      );
    }),
    drawnBounds.map((value, row) =>
      value === null
        ? null
        : h('line', {
            key: labels[row],
            x1: at(startOf(row) - 3),
            x2: at(startOf(row) + bands.bandwidth() + 3),
            y1: at(scale(value)),
            y2: at(scale(value)),
            stroke: paint('error'),
            strokeWidth: 2,
            strokeDasharray: '5 3',
          }),
    ),
    h(Legend, {
      names,
      width,
      y: HEIGHT,
      paint,
      swatch: (index) =>
        index < series.length
          ? h('rect', { x: -7, y: -6, width: 14, height: 12, fill: fillOf(index) })
          : h('line', { x1: -8, x2: 8, y1: 0, y2: 0, stroke: paint('error'), strokeWidth: 2, strokeDasharray: '5 3' }),
    }),
  );
}
