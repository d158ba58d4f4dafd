import { type ReactElement, useId } from 'react';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { Legend, legendPlaces, Patterns } from './series.ts';
import {
  BoundLine,
  looksOf,
  nearBounds,
  type StackBounds,
  stackFills,
  stackParts,
  type StackSeries,
  StackShapes,
  stackSums,
  stackSwatch,
} from './stacks.ts';
import { at, type ChartProps, fitted, Frame, h, Label, themed, widthOf } from './svg.ts';

export interface StackedRowsProps extends ChartProps {
  labels: readonly string[];
  series: readonly StackSeries[];
  format: ValueFormat;
  bounds?: StackBounds;
}

const ROW = 40;
const BAR = 14;
const LEGEND_GAP = 8;

/** StackedBars as horizontal rows: each stack is below its name and sum, however narrow the chart is. */
export function StackedRows(props: StackedRowsProps): ReactElement {
  const { title, width, labels, series, format, bounds, paint = themed } = props;
  const id = useId();
  const parts = stackParts(series, labels.length);
  const sums = stackSums(parts);
  const drawnBounds = nearBounds(sums, bounds?.values ?? []);
  const scale = valueScale([...sums, ...drawnBounds.map((value) => value ?? 0)], 0, width);
  const names = [...series.map(({ name }) => name), ...(bounds ? [bounds.name] : [])];
  const legend = legendPlaces(names, width);
  const looks = looksOf(series);
  const fills = stackFills(series, id, paint);
  const top = (row: number) => row * ROW + 20;
  const placeOf = (row: number, [from, to]: readonly [number, number]) => ({
    x: at(scale(from)),
    y: top(row),
    width: at(scale(to) - scale(from)),
    height: BAR,
  });
  const height = labels.length * ROW + LEGEND_GAP;
  return h(
    Frame,
    { title, width, height: height + legend.height },
    h(Patterns, { id, looks, paint }),
    labels.map((label, row) => {
      const sum = format.full(sums[row] ?? 0);
      const y = top(row) - 6;
      return h(
        'g',
        // Labels may be equal.
        { key: row },
        h(Label, { x: 0, y, fill: paint('text'), children: fitted(label, width - widthOf(sum) - 12) }),
        h(Label, { x: width, y, anchor: 'end', fill: paint('text-2'), children: sum }),
      );
    }),
    h(StackShapes, { parts, placeOf, fills, labels, series, format, width, paint }),
    drawnBounds.map((value, row) =>
      value === null
        ? null
        : h(BoundLine, {
            key: row,
            from: { x: scale(value), y: top(row) - 3 },
            to: { x: scale(value), y: top(row) + BAR + 3 },
            paint,
          }),
    ),
    h(Legend, { names, width, y: height, paint, swatch: stackSwatch(fills, paint) }),
  );
}
