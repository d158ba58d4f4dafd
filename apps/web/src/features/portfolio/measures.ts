import type { PortfolioSums } from '@pimis/contract/portfolio/overview';
import type { ValueFormat } from '@pimis/charts/format';
import type { Text } from '../../i18n/use-text.ts';

/** The measures of a group of projects; the URL contains the choice as `by`. */
export const MEASURES = ['value', 'projects', 'spent', 'late'] as const;
export type Measure = (typeof MEASURES)[number];

export const measureOf = (by: unknown): Measure => MEASURES.find((measure) => measure === by) ?? 'value';

export const measured = (measure: Measure, sums: PortfolioSums): number => Number(sums[measure]);

export const formatOf = (measure: Measure, { charts }: Text): ValueFormat =>
  measure === 'value' || measure === 'spent' ? charts.amount : charts.count;

/** Whether a measure of a group counts any project. */
export const hasMeasured = (measure: Measure, sums: PortfolioSums): boolean =>
  measure === 'late' ? sums.late > 0 : sums.projects > 0;
