import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import type { ReactElement } from 'react';
import { axisWidth, ValueAxis } from './axes.ts';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { colorOf, dashOf, Legend, legendPlaces, shapeOf } from './series.ts';
import { at, type ChartProps, Frame, h, Mark, themed, Tip } from './svg.ts';
import type { TableData } from './table.ts';
import { TimeAxis, timeNames } from './time-axis.ts';

/** Values in the order of the labels; null interrupts the line. */
export interface LineSeries {
  name: string;
  values: readonly (number | null)[];
  /** Fills down to zero. */
  area?: boolean;
  /** Draws steps: a value applies until the next one, like a budget between decisions. */
  step?: boolean;
}

export interface LineChartProps extends ChartProps {
  labels: readonly string[];
  series: readonly LineSeries[];
  format: ValueFormat;
  /** The height of the drawing without its legend; 240 by default. */
  height?: number;
  /** A value that is compared with. */
  limit?: { name: string; value: number } | undefined;
}

const HEIGHT = 240;
/** Below the lines where names are not turned. */
const BOTTOM = 24;
const TOP = 22;
/** Half of the last label. */
const RIGHT = 26;

type Point = [index: number, value: number | null];

/** Lines and areas over ordered labels, such as quarters. */
export function LineChart(props: LineChartProps): ReactElement {
  const { title, width, labels, series, format, limit, height = HEIGHT, paint = themed } = props;
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = valueScale([...known, limit?.value ?? 0], height - BOTTOM, TOP);
  const right = width - RIGHT;
  const placesFrom = (from: number) => (index: number) =>
    labels.length < 2 ? (from + right) / 2 : from + (index * (right - from)) / (labels.length - 1);
  const beside = axisWidth(scale, format) + 8;
  const needed = timeNames(labels, placesFrom(beside), width);
  // The first turned name ends below its place, and begins left of it.
  const left = Math.max(beside, needed.left);
  const x = placesFrom(left);
  const axis = needed.turned ? timeNames(labels, x, width) : needed;
  const bottom = height - BOTTOM;
  const whole = bottom + Math.max(BOTTOM, axis.height);
  const names = [...series.map(({ name }) => name), ...(limit ? [`${limit.name}: ${format.full(limit.value)}`] : [])];
  const legend = legendPlaces(names, width);
  const limitLine = (from: number, to: number, y: number) =>
    h('line', {
      x1: at(from),
      x2: at(to),
      y1: at(y),
      y2: at(y),
      stroke: paint('error'),
      strokeWidth: 1.5,
      strokeDasharray: '5 4',
    });
  const drawn = series.map(({ name, values, ...shape }, index) => {
    const points: Point[] = values.map((value, at_) => [at_, value]);
    const curve = shape.step === true ? curveStepAfter : curveLinear;
    const path = line<Point>()
      .defined(([, value]) => value !== null)
      .x(([place]) => at(x(place)))
      .y(([, value]) => at(scale(value ?? 0)))
      .curve(curve)(points);
    const filled =
      shape.area === true
        ? area<Point>()
            .defined(([, value]) => value !== null)
            .x(([place]) => at(x(place)))
            .y0(at(scale(0)))
            .y1(([, value]) => at(scale(value ?? 0)))
            .curve(curve)(points)
        : null;
    return h(
      'g',
      { key: name },
      filled !== null && h('path', { d: filled, fill: colorOf(index, paint), opacity: 0.1 }),
      h('path', {
        d: path ?? '',
        fill: 'none',
        stroke: colorOf(index, paint),
        strokeWidth: 2,
        strokeDasharray: dashOf(index),
      }),
      points.map(([place, value]) => {
        if (value === null) return null;
        const text = `${name}, ${labels[place]}: ${format.full(value)}`;
        return h(
          Mark,
          { key: labels[place], label: text },
          h('path', {
            className: 'chart-shape',
            d: shapeOf(index),
            transform: `translate(${at(x(place))} ${at(scale(value))})`,
            fill: colorOf(index, paint),
          }),
          h(Tip, { x: x(place), y: scale(value), width, text, paint }),
        );
      }),
    );
  });
  return h(
    Frame,
    { title, width, height: whole + legend.height },
    h(ValueAxis, { scale, format, left, right, paint }),
    h(TimeAxis, { names: axis, y: bottom, paint }),
    limit && limitLine(left, right, scale(limit.value)),
    // The first series is the most important: it lies on top.
    drawn.toReversed(),
    h(Legend, {
      names,
      width,
      y: whole,
      paint,
      swatch: (index) =>
        index >= series.length
          ? limitLine(-8, 8, 0)
          : h(
              'g',
              null,
              h('line', {
                x1: -8,
                x2: 8,
                y1: 0,
                y2: 0,
                stroke: colorOf(index, paint),
                strokeWidth: 2,
                strokeDasharray: dashOf(index),
              }),
              h('path', { d: shapeOf(index), fill: colorOf(index, paint) }),
            ),
    }),
  );
}

/** The table of series over labels; `corner` is the heading of the labels, `none` the text for an unknown value. */
export function seriesTable(
  {
    labels,
    series,
    format,
  }: {
    labels: readonly string[];
    series: readonly { name: string; values: readonly (number | null)[] }[];
    format: ValueFormat;
  },
  { corner, none }: { corner: string; none: string },
): TableData {
  return {
    head: [corner, ...series.map(({ name }) => name)],
    rows: labels.map((label, index) => [
      label,
      ...series.map(({ values }) => {
        const value = values[index];
        return value === null || value === undefined ? none : format.full(value);
      }),
    ]),
  };
}
