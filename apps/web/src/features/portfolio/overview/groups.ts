import type { Bar } from '@pimis/charts/bars';
import type { TableData } from '@pimis/charts/table';
import type { PortfolioGroup } from '@pimis/contract/portfolio/overview';
import type { Text } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { projectsAddress } from '../filter.ts';
import { type Measure, measured, measuredAddress } from '../measures.ts';

/** A group with its name, and the filters that select it in the project table. */
export interface NamedGroup extends PortfolioGroup {
  label: string;
  narrowed: Readonly<Record<string, string>>;
}

export const barsOf = (groups: readonly NamedGroup[], measure: Measure, filter: TableState): Bar[] =>
  groups.map((group) => ({
    key: group.key,
    label: group.label,
    value: measured(measure, group),
    href: measuredAddress(measure, group, filter, group.narrowed),
  }));

/** All measures of the groups, whichever the chart shows. */
export function groupTable(
  groups: readonly NamedGroup[],
  corner: string,
  { t, charts }: Text,
  filter: TableState,
): TableData {
  return {
    head: [
      corner,
      t('portfolioViews.measures.projects'),
      t('portfolioViews.measures.value'),
      t('portfolioViews.measures.spent'),
      t('portfolioViews.measures.late'),
    ],
    rows: groups.map(({ label, projects, value, spent, late }) => [
      label,
      charts.count.full(projects),
      charts.amount.full(Number(value)),
      charts.amount.full(Number(spent)),
      charts.count.full(late),
    ]),
    hrefs: groups.map(({ narrowed }) => projectsAddress(filter, narrowed)),
  };
}
