import { scaleBand } from 'd3-scale';
import { type ReactElement, useId } from 'react';
import { axisWidth, LabelAxis, namesFit, ValueAxis } from './axes.ts';
import { valueScale } from './scales.ts';
import { Legend, legendPlaces, Patterns } from './series.ts';
import { StackedRows, type StackedRowsProps } from './stacked-rows.ts';
import {
  BoundLine,
  looksOf,
  nearBounds,
  stackFills,
  stackParts,
  StackShapes,
  stackSums,
  stackSwatch,
} from './stacks.ts';
import { at, Frame, h, themed } from './svg.ts';

const HEIGHT = 240;
const BOTTOM = 24;
const TOP = 22;

/** Bars upwards of several parts; across where their names do not fit below. */
export function StackedBars(props: StackedRowsProps): ReactElement {
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
  if (!namesFit(labels, bands.step())) return h(StackedRows, props);
  const names = [...series.map(({ name }) => name), ...(bounds ? [bounds.name] : [])];
  const legend = legendPlaces(names, width);
  const looks = looksOf(series);
  const fills = stackFills(series, id, paint);
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
    h(StackShapes, { parts, placeOf, fills, labels, series, format, width, paint }),
    drawnBounds.map((value, row) =>
      value === null
        ? null
        : h(BoundLine, {
            key: row,
            from: { x: startOf(row) - 3, y: scale(value) },
            to: { x: startOf(row) + bands.bandwidth() + 3, y: scale(value) },
            paint,
          }),
    ),
    h(Legend, { names, width, y: HEIGHT, paint, swatch: stackSwatch(fills, paint) }),
  );
}
