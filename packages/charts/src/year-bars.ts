import type { ReactElement } from 'react';
import { at, type ChartProps, h, smallChart, themed } from './svg.ts';

interface YearBarsProps extends ChartProps {
  height?: number;
  /** One for each year, in order; not negative. */
  values: readonly number[];
  /** Draws what does not count for now. */
  isMuted?: boolean;
}

const HEIGHT = 20;
const GAP = 1;
/** A small value beside a large one is still seen. */
const LOWEST = 2;

/** Small bars of the years in a cell of a table, without axes: the same year is at the same place in each row. */
export function YearBars(props: YearBarsProps): ReactElement {
  const { title, width, height = HEIGHT, values, isMuted = false, paint = themed } = props;
  const highest = Math.max(...values);
  const step = width / values.length;
  const tall = (value: number) => Math.max(LOWEST, (value / highest) * height);
  return smallChart(
    { title, width, height },
    h('line', { x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5, stroke: paint('line-strong') }),
    values.map((value, index) =>
      value > 0
        ? h('rect', {
            // Years have no name here.
            key: `bar ${index}`,
            x: at(index * step),
            y: at(height - tall(value)),
            width: at(Math.max(1, step - GAP)),
            height: at(tall(value)),
            fill: paint(isMuted ? 'field' : 'accent'),
          })
        : null,
    ),
  );
}
