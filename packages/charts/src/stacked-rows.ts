import { type ReactElement, useId } from 'react';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { Legend, legendPlaces, patternOf, Patterns } from './series.ts';
import { type StackSeries, stackParts } from './stacked-bars.ts';
import { at, type ChartProps, fitted, Frame, h, Label, Mark, themed, Tip, widthOf } from './svg.ts';

interface StackedRowsProps extends ChartProps {
  labels: readonly string[];
  series: readonly StackSeries[];
  format: ValueFormat;
}

const ROW = 40;
const BAR = 14;
const LEGEND_GAP = 8;

/** The same parts as in StackedBars, across: each stack stands under its name and sum, however narrow the chart is. */
export function StackedRows({ title, width, labels, series, format, paint = themed }: StackedRowsProps): ReactElement {
  const id = useId();
  const parts = stackParts(series, labels.length);
  const sums = parts.map((stacked) => stacked.at(-1)?.[1] ?? 0);
  const scale = valueScale(sums, 0, width);
  const names = series.map(({ name }) => name);
  const legend = legendPlaces(names, width);
  const looks = series.map(({ look }, index) => look ?? index);
  const fillOf = (index: number) => patternOf(looks[index] ?? index, id);
  const top = (row: number) => row * ROW + 20;
  const shapes = parts.flatMap((stacked, row) =>
    stacked.flatMap(([from, to], index) => {
      const place = { x: at(scale(from)), y: top(row), width: at(scale(to) - scale(from)), height: BAR };
      return to > from ? { key: `${row} ${index}`, index, row, value: to - from, place } : [];
    }),
  );
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
    shapes.map(({ key, index, place }) => h('rect', { key, ...place, fill: fillOf(index) })),
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
    h(Legend, {
      names,
      width,
      y: height,
      paint,
      swatch: (index) => h('rect', { x: -7, y: -6, width: 14, height: 12, fill: fillOf(index) }),
    }),
  );
}
