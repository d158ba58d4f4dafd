import { line } from 'd3-shape';
import type { ReactElement } from 'react';
import { valueScale } from './scales.ts';
import { colorOf, dashOf } from './series.ts';
import { at, type ChartProps, h, smallChart, themed } from './svg.ts';

interface SparklineProps extends ChartProps {
  height?: number;
  /** The first is drawn last, with a dot at its end; null interrupts. */
  series: readonly (readonly (number | null)[])[];
}

const HEIGHT = 32;
const EDGE = 4;

/** A small line without axes. Its title says what there is to see. */
export function Sparkline({ title, width, height = HEIGHT, series, paint = themed }: SparklineProps): ReactElement {
  const count = Math.max(2, ...series.map((values) => values.length));
  const scale = valueScale(
    series.flatMap((values) => values.filter((value) => value !== null)),
    height - EDGE,
    EDGE,
  );
  const x = (index: number) => EDGE + (index * (width - 2 * EDGE)) / (count - 1);
  const main = series[0] ?? [];
  const end = main.findLastIndex((value) => value !== null);
  return smallChart(
    { title, width, height },
    series
      .map((values, index) =>
        h('path', {
          // Series of a sparkline have no name.
          key: `series ${index}`,
          d:
            line<number | null>()
              .defined((value) => value !== null)
              .x((_, place) => at(x(place)))
              .y((value) => at(scale(value ?? 0)))([...values]) ?? '',
          fill: 'none',
          stroke: index === 0 ? colorOf(0, paint) : paint('text-3'),
          strokeWidth: index === 0 ? 2 : 1.5,
          strokeDasharray: dashOf(index),
        }),
      )
      .toReversed(),
    end >= 0 && h('circle', { cx: at(x(end)), cy: at(scale(main[end] ?? 0)), r: 3, fill: colorOf(0, paint) }),
  );
}
