import type { ReactElement } from 'react';
import { LineChart, type LineChartProps, type LineSeries } from './lines.ts';
import { h } from './svg.ts';

/** Sums up to each value; null from the first unknown value on. */
export function cumulated(values: readonly (number | null)[]): (number | null)[] {
  let sum: number | null = 0;
  return values.map((value) => {
    sum = sum === null || value === null ? null : sum + value;
    return sum;
  });
}

interface SCurveProps extends Omit<LineChartProps, 'series' | 'limit'> {
  /** Planned amounts by label, not cumulative. */
  planned: { name: string; values: readonly (number | null)[] };
  /** Actual amounts by label; null from the first label without a report on. */
  actual: { name: string; values: readonly (number | null)[] };
}

/** The two series of an S-curve: actual values first, because the first series is drawn on top. */
export function sCurveSeries({ planned, actual }: Pick<SCurveProps, 'planned' | 'actual'>): LineSeries[] {
  return [
    { name: actual.name, values: cumulated(actual.values) },
    { name: planned.name, values: cumulated(planned.values), area: true },
  ];
}

/** Planned against actual values, cumulated over time. */
export function SCurve({ planned, actual, ...rest }: SCurveProps): ReactElement {
  return h(LineChart, { ...rest, series: sCurveSeries({ planned, actual }) });
}
