import type { Bar } from '@pimis/charts/bars';
import type { TableData } from '@pimis/charts/table';
import type { PortfolioGroup } from '@pimis/contract/portfolio/overview';
import type { Text } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { projectsAddress } from '../filter.ts';
import { hasMeasured, type Measure, measured } from '../measures.ts';

/** A group with its name, and the filters that select it in the project table. */
export interface NamedGroup extends PortfolioGroup {
  label: string;
  narrowed: Readonly<Record<string, string>>;
}

/** Bars of groups; a press on one filters the view by its group (`address`). */
export const barsOf = (
  groups: readonly NamedGroup[],
  measure: Measure,
  address: (narrowed: Readonly<Record<string, string>>) => string,
): Bar[] =>
  groups.map((group) => ({
    key: group.key,
    label: group.label,
    value: measured(measure, group),
    href: hasMeasured(measure, group) ? address(group.narrowed) : undefined,
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

const EMPTY = { projects: 0, value: '0.00', spent: '0.00', late: 0 } as const;

/** Groups by year from the first to the last, with the years in between that have no projects. */
export function everyYear(groups: readonly PortfolioGroup[]): PortfolioGroup[] {
  const byYear = new Map(groups.map((group) => [Number(group.key), group]));
  const [first, last] = [Math.min(...byYear.keys()), Math.max(...byYear.keys())];
  if (!Number.isInteger(first) || !Number.isInteger(last)) return [...groups];
  return Array.from(
    { length: last - first + 1 },
    (_, index) => byYear.get(first + index) ?? { key: String(first + index), ...EMPTY },
  );
}
