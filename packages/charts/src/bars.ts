import { scaleBand } from 'd3-scale';
import type { ReactElement } from 'react';
import { axisWidth, LabelAxis, namesFit, ValueAxis } from './axes.ts';
import type { ValueFormat } from './format.ts';
import { valueScale } from './scales.ts';
import { at, type ChartProps, fitted, Frame, h, Label, Mark, themed, Tip, widthOf } from './svg.ts';
import type { TableData } from './table.ts';

/** A bar. Null is not known: it has no bar. */
export interface Bar {
  key: string;
  label: string;
  value: number | null;
  href?: string | undefined;
}

interface BarChartProps extends ChartProps {
  bars: readonly Bar[];
  format: ValueFormat;
  /** The text shown for an unknown value. */
  none: string;
}

const ROW = 38;
const BAR = 12;

/** Bars across, each under its name and short value: readable at every width. The exact value is shown on pointing. */
export function BarChart({ title, width, bars, format, none, paint = themed }: BarChartProps): ReactElement {
  const scale = valueScale(
    bars.map(({ value }) => value ?? 0),
    0,
    width,
  );
  const zero = scale(0);
  return h(
    Frame,
    { title, width, height: Math.max(1, bars.length) * ROW },
    bars.map(({ key, label, value, href }, index) => {
      const [text, exact] = value === null ? [none, none] : [format.short(value), format.full(value)];
      const y = index * ROW;
      return h(
        Mark,
        { key, label: `${label}: ${exact}`, href },
        h('rect', { x: 0, y, width: at(width), height: ROW, fill: 'none', pointerEvents: 'all' }),
        h(Label, { x: 0, y: y + 14, fill: paint('text'), children: fitted(label, width - widthOf(text) - 12) }),
        h(Label, { x: width, y: y + 14, anchor: 'end', fill: paint('text-2'), children: text }),
        h('rect', { x: 0, y: y + 20, width: at(width), height: BAR, rx: 2, fill: paint('line') }),
        value !== null &&
          value !== 0 &&
          h('rect', {
            className: 'chart-shape',
            x: at(Math.min(zero, scale(value))),
            y: y + 20,
            width: at(Math.max(2, Math.abs(scale(value) - zero))),
            height: BAR,
            rx: 2,
            fill: paint('accent'),
          }),
        zero > 0 && h('line', { x1: at(zero), x2: at(zero), y1: y + 18, y2: y + 22 + BAR, stroke: paint('text-3') }),
      );
    }),
  );
}

const HEIGHT = 220;
const BOTTOM = 24;
const TOP = 22;
const WIDEST_COLUMN = 64;

/** Bars upwards, in the order of time; across where their names do not fit below. */
export function ColumnChart(props: BarChartProps): ReactElement {
  const { title, width, bars, format, none, paint = themed } = props;
  const scale = valueScale(
    bars.map(({ value }) => value ?? 0),
    HEIGHT - BOTTOM,
    TOP,
  );
  const left = axisWidth(scale, format);
  const bands = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([left, width])
    .padding(0.25);
  const names = bars.map(({ label }) => label);
  if (!namesFit(names, bands.step())) return h(BarChart, props);
  const middle = (index: number) => (bands(index) ?? left) + bands.bandwidth() / 2;
  const own = Math.min(WIDEST_COLUMN, bands.bandwidth());
  const zero = scale(0);
  return h(
    Frame,
    { title, width, height: HEIGHT },
    h(ValueAxis, { scale, format, left, right: width, paint }),
    h(LabelAxis, {
      labels: names,
      place: middle,
      room: bands.step(),
      width,
      y: HEIGHT - 6,
      paint,
    }),
    bars.map(({ key, label, value, href }, index) => {
      const text = value === null ? none : format.full(value);
      const y = Math.min(zero, scale(value ?? 0));
      return h(
        Mark,
        { key, label: `${label}: ${text}`, href },
        h('rect', {
          x: at(bands(index) ?? left),
          y: TOP,
          width: at(bands.bandwidth()),
          height: HEIGHT - BOTTOM - TOP,
          fill: 'none',
          pointerEvents: 'all',
        }),
        h('rect', {
          className: 'chart-shape',
          x: at(middle(index) - own / 2),
          y: at(y),
          width: at(own),
          height: at(Math.abs(scale(value ?? 0) - zero)),
          rx: 1,
          fill: paint('accent'),
        }),
        h(Tip, { x: middle(index), y, width, text: `${label}: ${text}`, paint }),
      );
    }),
  );
}

/** The table of bars. `head` names the bars and the value. */
export function barTable(
  { bars, format, none }: Pick<BarChartProps, 'bars' | 'format' | 'none'>,
  head: readonly [string, string],
): TableData {
  return { head, rows: bars.map(({ label, value }) => [label, value === null ? none : format.full(value)]) };
}
