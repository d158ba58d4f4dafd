import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Sparkline } from '@pimis/charts/sparkline';
import type { PortfolioSummary } from '@pimis/contract/dashboard';
import { WARNING_RULES } from '@pimis/domain/portfolio/warnings';
import { useText } from '../../i18n/use-text.ts';
import { Failed } from '../../ui/Failed.tsx';
import { IconArrowRight } from '../../ui/icons.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { useWarningReason } from '../../ui/warning-reason.ts';
import { ALL_PENDING, summaryQuery } from './api.ts';
import '@pimis/charts/charts.css';
import { quarterText } from '@pimis/domain/dates/quarter-text';

const LINES = 7;
const NARROWEST = 200;
const HEIGHT = 56;
/** Sums up to each value. */
function summedUp(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Cumulative planned and spent amounts, as a line that links to the overview of the portfolio. */
function Spending({ quarters }: Pick<PortfolioSummary, 'quarters'>) {
  const { t, charts, pair } = useText();
  const { ref, width } = useElementSize();
  if (quarters.length === 0) return <p className="meta">{t('warnings.money.nothing')}</p>;
  const planned = summedUp(quarters.map((quarter) => Number(quarter.planned)));
  const spent = summedUp(quarters.map((quarter) => Number(quarter.spent)));
  // Quarters without a report have no amount.
  const last = quarters.findLastIndex((quarter) => Number(quarter.spent) > 0);
  const at = quarters[last];
  const short = (values: readonly number[], place: number) => charts.amount.short(values.at(place) ?? 0);
  const summary = at
    ? t('warnings.money.curve', {
        spent: short(spent, last),
        planned: short(planned, last),
        quarter: pair(quarterText(at)),
      })
    : t('warnings.money.notReported', { planned: short(planned, -1) });
  return (
    <div ref={ref}>
      <Link
        to="/portfolio/overview"
        search={ALL_PENDING}
        className="dashboard-spending"
        aria-label={`${t('warnings.money.open')}: ${summary}`}
      >
        <Sparkline
          title={summary}
          width={Math.max(NARROWEST, Math.round(width))}
          height={HEIGHT}
          series={[spent.map((value, place) => (place <= last ? value : null)), planned]}
        />
      </Link>
      <p className="meta">{summary}</p>
    </div>
  );
}

/** For users who decide: the heaviest warnings with their reasons, and planned compared with spent amounts. */
export function Portfolio() {
  const { t, pair, data: text } = useText();
  const reason = useWarningReason();
  const { data, error, refetch } = useQuery(summaryQuery);
  return (
    <section className="panel dashboard-portfolio" aria-labelledby="warnings-title">
      <div className="panel-head">
        <h2 id="warnings-title">{t('warnings.title')}</h2>
        <Link
          to="/portfolio/progress"
          search={ALL_PENDING}
          className="strong"
          style={{ marginLeft: 'auto', textDecoration: 'none' }}
          aria-label={t('warnings.allLong')}
        >
          {t('warnings.all')} <IconArrowRight size={14} aria-hidden style={{ verticalAlign: -2 }} />
        </Link>
      </div>
      {!data && !error && <Waiting lines={LINES} />}
      {!data && error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.warnings.length === 0 && <p className="meta dashboard-part">{t('warnings.none')}</p>}
          {data.warnings.length > 0 && (
            <ol className="dashboard-warnings">
              {data.warnings.map((warning) => (
                <li key={`${warning.key} ${warning.code}`}>
                  <Link to="/projects/$projectCode/details" params={{ projectCode: warning.code }}>
                    {text(warning.name)}
                  </Link>
                  <span className="strong">
                    {[warning.key, ...warning.further].map((key) => pair(WARNING_RULES[key].title)).join(' · ')}
                  </span>
                  <span className="meta">{reason(warning)}</span>
                </li>
              ))}
            </ol>
          )}
          <div className="dashboard-part">
            <h3>{t('warnings.money.title')}</h3>
            <Spending quarters={data.quarters} />
          </div>
        </>
      )}
    </section>
  );
}
