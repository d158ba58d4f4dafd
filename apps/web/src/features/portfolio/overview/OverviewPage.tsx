import { useQuery } from '@tanstack/react-query';
import { BarChart, ColumnChart } from '@pimis/charts/bars';
import type { PortfolioGroup, PortfolioOverview } from '@pimis/contract/portfolio/overview';
import { LEVELS } from '@pimis/domain/forms/definitions/common';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartPanel } from '../ChartPanel.tsx';
import { portfolioParameters } from '../filter.ts';
import { usePortfolioFilter, useToggledAddress } from '../use-portfolio-filter.ts';
import { useMeasure } from '../MeasureChoice.tsx';
import { formatOf } from '../measures.ts';
import { PortfolioHead } from '../PortfolioHead.tsx';
import { ViewFailed } from '../ViewFailed.tsx';
import { overviewQuery } from './api.ts';
import { CoursePanels } from './CoursePanels.tsx';
import { DistrictsPanel } from './DistrictsPanel.tsx';
import { barsOf, everyYear, groupTable, type NamedGroup } from './groups.ts';
import { MoneyPanel } from './MoneyPanel.tsx';

/** The charts of the overview in their order. */
const PARTS = [
  { part: 'phase', title: 'portfolioViews.by.phases' },
  { part: 'sector', title: 'portfolioViews.by.sectors' },
  { part: 'level', title: 'portfolioViews.by.levels' },
  { part: 'body', title: 'portfolioViews.by.bodies' },
  { part: 'district', title: 'portfolioViews.by.districts' },
  { part: 'year', title: 'portfolioViews.by.years' },
  { part: 'quarter', title: 'portfolioViews.money.title' },
  { part: 'course', title: 'portfolioViews.course.title' },
  { part: 'wait', title: 'portfolioViews.waits.title' },
  { part: 'decision', title: 'portfolioViews.lists.title' },
] as const;

/** Number and value of projects by group, money by quarter, and the progress to the effects. */
export function OverviewPage() {
  const { t } = useText();
  const [filter] = usePortfolioFilter();
  const parameters = portfolioParameters(filter);
  const { data, error, refetch } = useQuery(overviewQuery(parameters));
  if (error && !data) return <ViewFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.all.projects === 0) return <Empty title={t('portfolioViews.none')} hint={t('portfolioViews.noneHint')} />;
  return (
    <>
      <PortfolioHead
        all={data.all}
        filter={filter}
        parts={PARTS.map(({ part, title }) => ({ part, title: t(title) }))}
      />
      <div className="portfolio-charts">
        <Groups overview={data} filter={filter} />
        <DistrictsPanel filter={filter} />
        <YearsPanel overview={data} filter={filter} />
        <MoneyPanel filter={filter} />
        <CoursePanels filter={filter} />
      </div>
    </>
  );
}

interface PanelProps {
  overview: PortfolioOverview;
  filter: TableState;
}

function Groups({ overview, filter }: PanelProps) {
  const text = useText();
  const { t, pair, data } = text;
  const [measure] = useMeasure();
  const toggled = useToggledAddress();
  const format = formatOf(measure, text);
  const none = t('portfolioViews.notStated');
  const named = (groups: readonly PortfolioGroup[], field: string, label: (key: string) => string): NamedGroup[] =>
    groups.map((group) => ({ ...group, label: label(group.key), narrowed: { [field]: group.key } }));
  const levelOf = (key: string) => {
    const level = LEVELS[Number(key) - 1];
    return level ? pair(level.label) : none;
  };
  const parts = [
    {
      key: 'phases',
      part: 'phase',
      size: 'tall',
      groups: named(overview.phases, 'phase', (key) => pair(phaseInfo(Number(key)).title)),
    },
    {
      key: 'sectors',
      part: 'sector',
      groups: named(overview.sectors, 'sector', (key) => t(`projects.sectors.${key as '1'}`)),
    },
    { key: 'levels', part: 'level', groups: named(overview.levels, 'level', levelOf) },
    {
      key: 'bodies',
      part: 'body',
      groups: overview.bodies.map((body) => ({
        ...body,
        label: data(body.name),
        narrowed: { organizationId: body.key },
      })),
      note:
        overview.furtherBodies > 0 ? t('portfolioViews.furtherBodies', { count: overview.furtherBodies }) : undefined,
    },
  ] as const;
  return parts.map((part) => (
    <ChartPanel
      key={part.key}
      size={'size' in part ? part.size : undefined}
      title={t(`portfolioViews.by.${part.key}`)}
      note={'note' in part ? part.note : undefined}
      draw={(width) => (
        <BarChart
          title={t(`portfolioViews.by.${part.key}`)}
          width={width}
          bars={barsOf(part.groups, measure, toggled)}
          format={format}
          none={none}
        />
      )}
      table={groupTable(part.groups, t(`portfolioViews.corner.${part.key}`), text, filter)}
    />
  ));
}

function YearsPanel({ overview, filter }: PanelProps) {
  const text = useText();
  const { t } = text;
  const [measure] = useMeasure();
  const toggled = useToggledAddress();
  const title = t('portfolioViews.by.years');
  const years = everyYear(overview.years).map((group) => ({
    ...group,
    label: group.key,
    narrowed: { 'createdDate-from': `${group.key}-01-01`, 'createdDate-to': `${group.key}-12-31` },
  }));
  return (
    <ChartPanel
      title={title}
      draw={(width) => (
        <ColumnChart
          title={title}
          width={width}
          bars={barsOf(years, measure, toggled)}
          format={formatOf(measure, text)}
          none={t('portfolioViews.notStated')}
        />
      )}
      table={groupTable(years, t('portfolioViews.corner.years'), text, filter)}
    />
  );
}
