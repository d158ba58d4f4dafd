import type { Bar } from '@pimis/charts/bars';
import type { TableData } from '@pimis/charts/table';
import type { PortfolioGroup } from '@pimis/contract/portfolio/overview';
import type { Text } from '../../../i18n/use-text.ts';
import { type Measure, measured } from '../measures.ts';

/** A group with its name and its address in the project table. */
export interface NamedGroup extends PortfolioGroup {
  label: string;
  href?: string | undefined;
}

export const barsOf = (groups: readonly NamedGroup[], measure: Measure): Bar[] =>
  groups.map((group) => ({
    key: group.key,
    label: group.label,
    value: measured(measure, group),
    href: group.href,
  }));

/** All measures of the groups, whichever the chart shows. */
export function groupTable(groups: readonly NamedGroup[], corner: string, { t, charts }: Text): TableData {
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
    hrefs: groups.map(({ href }) => href),
  };
}
