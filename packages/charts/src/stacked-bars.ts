import { scaleBand } from 'd3-scale';
import { type ReactElement, useId } from 'react';
import { axisWidth, LabelAxis, ValueAxis } from './axes.ts';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { Legend, legendPlaces, patternOf, Patterns } from './series.ts';
import { looksOf, stackParts, type StackSeries, StackShapes, stackSums } from './stacks.ts';
import { at, type ChartProps, Frame, h, themed } from './svg.ts';

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

/** How many times the highest stack a bound may be. */
const FARTHEST = 3;

/** The bounds that are drawn, without those far above every stack, which would flatten the stacks. */
function nearBounds(sums: readonly number[], bounds: readonly (number | null)[]): (number | null)[] {
  const highest = Math.max(0, ...sums);
  return bounds.map((value) => (value !== null && highest > 0 && value > highest * FARTHEST ? null : value));
}

/** Bars upwards of several parts, each with its own pattern. */
export function StackedBars(props: StackedBarsProps): ReactElement {
  const { title, width, labels, series, format, bounds, paint = themed } = props;
  const id = useId();
  const parts = stackParts(series, labels.length);
  const sums = stackSums(parts);
  const drawnBounds = nearBounds(sums, bounds?.values ?? []);
  const scale = valueScale([...sums, ...drawnBounds.map((value) => value ?? 0)], HEIGHT - BOTTOM, TOP);
  const left = axisWidth(scale, format);
  const bands = scaleBand<number>()
    .domain(labels.map((_, index) => index))
    .range([left, width])
    .padding(0.25);
  const names = [...series.map(({ name }) => name), ...(bounds ? [bounds.name] : [])];
  const legend = legendPlaces(names, width);
  const looks = looksOf(series);
  const fillOf = (index: number) => patternOf(looks[index] ?? index, id);
  const startOf = (index: number) => bands(index) ?? left;
  const middle = (index: number) => startOf(index) + bands.bandwidth() / 2;
  const placeOf = (row: number, [from, to]: readonly [number, number]) => ({
    x: at(startOf(row)),
    y: at(scale(to)),
    width: at(bands.bandwidth()),
    height: at(scale(from) - scale(to)),
  });
  return h(
    Frame,
    { title, width, height: HEIGHT + legend.height },
    h(Patterns, { id, looks, paint }),
    h(ValueAxis, { scale, format, left, right: width, paint }),
    h(LabelAxis, { labels, place: middle, room: bands.step(), width, y: HEIGHT - 6, paint }),
    h(StackShapes, { parts, placeOf, id, labels, series, format, width, paint }),
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
