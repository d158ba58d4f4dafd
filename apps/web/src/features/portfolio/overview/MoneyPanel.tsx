import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { seriesTable } from '@pimis/charts/lines';
import { SCurve, sCurveSeries } from '@pimis/charts/s-curve';
import { shortQuarterText } from '@pimis/domain/dates/quarter-text';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FailedLine } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartPanel } from '../ChartPanel.tsx';
import { ChartState } from '../ChartState.tsx';
import { portfolioParameters, projectsAddress } from '../filter.ts';
import { moneyQuery } from './api.ts';

/** Planned against spent amounts by quarter, cumulated, with the number of projects that have any. */
export function MoneyPanel({ filter, size = 'twoThirds' }: { filter: TableState; size?: 'twoThirds' | 'wide' }) {
  const { t, charts, pair } = useText();
  const { data, error, refetch } = useQuery(moneyQuery(portfolioParameters(filter)));
  const title = t('portfolioViews.money.title');
  if (!data) {
    return (
      <ChartState size={size} title={title}>
        {error ? <FailedLine error={error} onRetry={() => void refetch()} /> : <Waiting />}
      </ChartState>
    );
  }
  if (data.quarters.length === 0) {
    return (
      <ChartState size={size} title={title}>
        <Empty title={t('portfolioViews.money.none')} />
      </ChartState>
    );
  }
  const labels = data.quarters.map((row) => pair(shortQuarterText(row)));
  // Quarters without a report have no amount.
  const last = data.quarters.findLastIndex(({ spent }) => Number(spent) > 0);
  const planned = {
    name: t('portfolioViews.money.planned'),
    values: data.quarters.map((quarter) => Number(quarter.planned)),
  };
  const actual = {
    name: t('portfolioViews.money.spent'),
    values: data.quarters.map(({ spent }, index) => (index <= last ? Number(spent) : null)),
  };
  return (
    <ChartPanel
      size={size}
      title={title}
      method={t('portfolioViews.money.note')}
      tools={
        <Link to={projectsAddress(filter, { inPlan: 'true' })}>
          {t('portfolioViews.projects', { count: data.projects })}
        </Link>
      }
      draw={(width) => (
        <SCurve title={title} width={width} labels={labels} format={charts.amount} planned={planned} actual={actual} />
      )}
      table={seriesTable(
        { labels, series: sCurveSeries({ planned, actual }), format: charts.amount },
        { corner: t('portfolioViews.money.quarter'), none: t('portfolioViews.money.notReported') },
      )}
    />
  );
}
