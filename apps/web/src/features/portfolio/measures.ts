import type { PortfolioSums } from '@pimis/contract/portfolio/overview';
import type { ValueFormat } from '@pimis/charts/format';
import type { Text } from '../../i18n/use-text.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { projectsAddress } from './filter.ts';

/** The measures of a group of projects; the URL contains the choice as `by`. */
export const MEASURES = ['value', 'projects', 'spent', 'late'] as const;
export type Measure = (typeof MEASURES)[number];

export const measureOf = (by: unknown): Measure => MEASURES.find((measure) => measure === by) ?? 'value';

export const measured = (measure: Measure, sums: PortfolioSums): number => Number(sums[measure]);

export const formatOf = (measure: Measure, { charts }: Text): ValueFormat =>
  measure === 'value' || measure === 'spent' ? charts.amount : charts.count;

/** The projects behind a number of a group, as a URL of the project table; undefined if there are no projects. */
export function measuredAddress(
  measure: Measure,
  sums: PortfolioSums,
  filter: TableState,
  narrowed: Readonly<Record<string, string>>,
): string | undefined {
  if (measure !== 'late') return sums.projects > 0 ? projectsAddress(filter, narrowed) : undefined;
  return sums.late > 0 ? projectsAddress(filter, { ...narrowed, isPlanLate: 'true' }) : undefined;
}
