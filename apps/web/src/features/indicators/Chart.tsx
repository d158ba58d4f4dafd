import { useElementSize } from '@mantine/hooks';
import { LineChart, type LineSeries } from '@pimis/charts/lines';
import { FUNDING_LIMIT, INACTIVITY_LIMIT_DAYS } from '@pimis/domain/indicators/constants';
import { useText } from '../../i18n/use-text.ts';
import type { Group } from './columns.ts';
import { numbersOf, quarterOfRow, type Row } from './rows.ts';
import '@pimis/charts/charts.css';
import { shortQuarterText } from '@pimis/domain/dates/quarter-text';

const WIDEST = 720;
const NARROWEST = 280;
const HUNDREDTHS = 100;

/** Values of an indicator by quarter, with its limit; the table is above it. */
export function IndicatorChart({ group, rows }: { group: Group; rows: readonly Row[] }) {
  const { t, charts, pair } = useText();
  const { ref, width } = useElementSize();
  // The chart has the width of its place, so that texts keep their size on a narrow screen.
  const drawnWidth = Math.min(WIDEST, Math.max(NARROWEST, Math.round(width) || WIDEST));
  const actual = t('indicators.actual');
  const series: Record<Group, LineSeries[]> = {
    timeToProjectImplementation: [
      { name: actual, values: numbersOf(rows, 'value') },
      { name: t('indicators.planned'), values: numbersOf(rows, 'initialValue') },
    ],
    fundingAdequacyIndicator: [{ name: actual, values: numbersOf(rows, 'value') }],
    inactivity: (['25', '50', '75'] as const).map((step) => ({
      name: `${step} %`,
      values: numbersOf(rows, `inactivity${step}`),
    })),
  };
  const limit =
    group === 'fundingAdequacyIndicator'
      ? Number(FUNDING_LIMIT) / HUNDREDTHS
      : group === 'inactivity'
        ? INACTIVITY_LIMIT_DAYS
        : null;
  return (
    <figure className="indicator-chart" ref={ref}>
      <LineChart
        title={t('indicators.chart', { title: t(`indicators.tabs.${group}`) })}
        width={drawnWidth}
        labels={rows.map((row) => pair(shortQuarterText(quarterOfRow(row))))}
        series={series[group]}
        format={group === 'fundingAdequacyIndicator' ? charts.percent : charts.count}
        limit={limit === null ? undefined : { name: t('indicators.limit'), value: limit }}
      />
    </figure>
  );
}
