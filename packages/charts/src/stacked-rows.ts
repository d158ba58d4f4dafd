import { type ReactElement, useId } from 'react';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { Legend, legendPlaces, patternOf, Patterns } from './series.ts';
import { looksOf, stackParts, type StackSeries, StackShapes, stackSums } from './stacks.ts';
import { at, type ChartProps, fitted, Frame, h, Label, themed, widthOf } from './svg.ts';

interface StackedRowsProps extends ChartProps {
  labels: readonly string[];
  series: readonly StackSeries[];
  format: ValueFormat;
}

const ROW = 40;
const BAR = 14;
const LEGEND_GAP = 8;

/** StackedBars as horizontal rows: each stack is below its name and sum, however narrow the chart is. */
export function StackedRows({ title, width, labels, series, format, paint = themed }: StackedRowsProps): ReactElement {
  const id = useId();
  const parts = stackParts(series, labels.length);
  const sums = stackSums(parts);
  const scale = valueScale(sums, 0, width);
  const names = series.map(({ name }) => name);
  const legend = legendPlaces(names, width);
  const looks = looksOf(series);
  const fillOf = (index: number) => patternOf(looks[index] ?? index, id);
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
    h(StackShapes, { parts, placeOf, id, labels, series, format, width, paint }),
    h(Legend, {
      names,
      width,
      y: height,
      paint,
      swatch: (index) => h('rect', { x: -7, y: -6, width: 14, height: 12, fill: fillOf(index) }),
    }),
  );
}
