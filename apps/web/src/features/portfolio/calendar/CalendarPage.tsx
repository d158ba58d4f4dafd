import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FiscalCalendar } from '@pimis/contract/portfolio/calendar';
import { can } from '@pimis/domain/access/policies';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { needsAgainstCeilings, overshootBegins } from '@pimis/domain/portfolio/fiscal-calendar';
import { sourceOrder } from '@pimis/domain/portfolio/scenario/calendar';
import { cellKey } from '@pimis/domain/portfolio/scenario/types';
import { SOURCE_NAMES, sourceText } from '@pimis/domain/portfolio/source-text';
import { useUser } from '../../../api/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { yearOf } from '../../../i18n/format.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { useExplained } from '../../../ui/explained.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { portfolioParameters, projectsAddress } from '../filter.ts';
import { usePortfolioFilter } from '../use-portfolio-filter.ts';
import { ViewFailed } from '../ViewFailed.tsx';
import { calendarQuery } from './api.ts';
import { CalendarChart } from './CalendarChart.tsx';
import { CalendarNumbers } from './CalendarNumbers.tsx';
import { yearsShown } from './years-shown.ts';

function tableOf(calendar: FiscalCalendar, withAllSources: boolean) {
  const lines = needsAgainstCeilings(calendar);
  const all = lines.filter(({ sector }) => sector === null);
  const years = yearsShown(
    lines.map(({ year }) => year),
    yearOf(new Date().toISOString()),
    withAllSources,
  );
  const sources = sourceOrder(
    [...lines.map(({ source }) => source), ...(withAllSources ? SOURCE_NAMES : [])],
    SOURCE_NAMES,
  );
  return { lines, years, sources, cells: new Map(all.map((line) => [cellKey(line.year, line.source), line])) };
}

/** The needs of approved projects in each fiscal year, compared with appropriations and ceilings. */
export function CalendarPage() {
  const [filter] = usePortfolioFilter();
  const { data, error, refetch } = useQuery(calendarQuery(portfolioParameters(filter)));
  if (error && !data) return <ViewFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Calendar calendar={data} />;
}

function Calendar({ calendar }: { calendar: FiscalCalendar }) {
  const { t, pair, amount } = useText();
  const user = useUser();
  const [filter] = usePortfolioFilter();
  const method = useExplained(t('fiscal.chart'), t('fiscal.note'));
  const mayEnter = can(user, 'portfolio.ceilings');
  const [setsCeilings, setSetsCeilings] = useState(false);
  const table = useMemo(() => tableOf(calendar, setsCeilings && mayEnter), [calendar, setsCeilings, mayEnter]);
  const { lines, years, sources, cells } = table;
  const begins = overshootBegins(lines);
  const over = lines.filter((line) => line.over > 0n);
  const money = (value: bigint) => amount(fromHundredths(value));
  if (calendar.rows.length === 0 && calendar.ceilings.length === 0 && !mayEnter) {
    return <Empty title={t('fiscal.none')} hint={t('fiscal.noneHint')} />;
  }
  return (
    <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
        <p style={{ margin: 0, marginRight: 'auto' }}>
          <Link to={projectsAddress(filter, { fiscalNeed: 'approved' })}>
            {t('fiscal.approved', { count: calendar.projects })}
          </Link>
          {calendar.withoutYears.projects > 0 && (
            <>
              {', '}
              <Link to={projectsAddress(filter, { fiscalNeed: 'none' })}>
                {t('fiscal.withoutYears', {
                  count: calendar.withoutYears.projects,
                  amount: amount(calendar.withoutYears.worth),
                })}
              </Link>
            </>
          )}
        </p>
        {mayEnter && (
          <Button variant="default" aria-pressed={setsCeilings} onClick={() => setSetsCeilings(!setsCeilings)}>
            {setsCeilings ? t('fiscal.endSetting') : t('fiscal.setCeilings')}
          </Button>
        )}
        <ExportButton filter={filter} from="GET /portfolio/calendar/export" />
      </div>
      {begins !== null && (
        <section className="panel" style={{ padding: 12, borderColor: 'var(--p-error)' }}>
          <h2 className="late" style={{ margin: 0 }}>
            <IconAlertTriangle size={16} aria-hidden /> {t('fiscal.overshootBegins', { year: begins })}
          </h2>
          <ul style={{ margin: '8px 0 0', paddingLeft: 20 }}>
            {over.map((line) => (
              <li key={`${line.year} ${line.sector} ${line.source}`}>
                {line.year}, {pair(sourceText(line.source))}
                {line.sector !== null && `, ${t(`projects.sectors.${line.sector as 1}`)}`}:{' '}
                {t('fiscal.overLine', {
                  need: money(line.need),
                  ceiling: money(line.ceiling ?? 0n),
                  over: money(line.over),
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {sources.length === 0 || years.length === 0 ? (
        <Empty title={t('fiscal.none')} hint={t('fiscal.noneHint')} />
      ) : (
        <>
          <section className="panel" style={{ padding: 16 }}>
            <div className="portfolio-head-name">
              <h2>{t('fiscal.chart')}</h2>
              {method.mark}
            </div>
            {method.text}
            <CalendarChart
              title={t('fiscal.chart')}
              years={years}
              sources={sources}
              cells={cells}
              hrefOf={(year, source) => projectsAddress(filter, { fiscalNeed: `${year}:${source}` })}
            />
          </section>
          <CalendarNumbers
            calendar={calendar}
            table={table}
            filter={filter}
            mayEnter={mayEnter}
            offersCeilings={setsCeilings}
          />
        </>
      )}
    </div>
  );
}
