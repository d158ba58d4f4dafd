import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { isDay } from '@pimis/domain/dates/dates';
import { WARNING_KEYS, type WarningKey } from '@pimis/domain/portfolio/warnings';
import { configurationQuery } from '../../../api/common.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DateField } from '../../../ui/DateField.tsx';
import type { TableSearch } from '../../../ui/DataTable/state.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { portfolioParameters } from '../filter.ts';
import { usePortfolioFilter } from '../use-portfolio-filter.ts';
import { ViewFailed } from '../ViewFailed.tsx';
import { progressQuery } from './api.ts';
import { Groups } from './Groups.tsx';
import { MeasuredProjects } from './MeasuredProjects.tsx';
import { MoneyPanel } from '../overview/MoneyPanel.tsx';
import { Values } from './Values.tsx';
import { Warnings } from './Warnings.tsx';

interface Own {
  day?: string | undefined;
  rule?: WarningKey | undefined;
}

/** Day and rule of the view, in the address with the shared filter. */
function useOwn(): [Own, (change: Own) => void] {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const day = isDay(search.day) ? search.day : undefined;
  const rule = WARNING_KEYS.find((key) => key === search.rule);
  return [
    { day, rule },
    (change) =>
      void navigate({
        to: '/portfolio/progress',
        search: { ...search, ...change },
        replace: true,
        // The warnings of a rule are listed below the rule in the middle of the page, so the page must not scroll.
        resetScroll: false,
      }),
  ];
}

const PERCENT = 100;

/** Earned value of the projects by group, and their warnings, today or on a past day. */
export function ProgressPage() {
  const { t, date, charts } = useText();
  const [filter] = usePortfolioFilter();
  const [own, change] = useOwn();
  const [typed, setTyped] = useState<string | null>(null);
  const { data: configuration } = useQuery(configurationQuery);
  const atDay: Record<string, string> = own.day === undefined ? {} : { atDay: own.day };
  const { data, error, refetch } = useQuery(progressQuery(portfolioParameters(filter, atDay)));
  // A past day may be the reason why there are no projects, so then the field for the day stays visible.
  if (data && own.day === undefined && data.all.projects + data.unmeasured === 0) {
    return <Empty title={t('portfolioViews.none')} hint={t('portfolioViews.noneHint')} />;
  }
  return (
    <>
      {/* Not printed for today, which every page shows; a past day is printed. */}
      <div className={`portfolio-tools${own.day === undefined ? ' no-print' : ''}`} style={{ alignItems: 'end' }}>
        <DateField
          label={t('portfolioViews.progress.day')}
          value={typed ?? own.day ?? null}
          placeholder={t('portfolioViews.progress.today')}
          onChange={(value) => {
            const counts = value === null || (isDay(value) && !(configuration && value > configuration.today));
            setTyped(counts ? null : value);
            if (counts) change({ day: value ?? undefined });
          }}
          {...(configuration ? { max: configuration.today } : {})}
        />
        <ExportButton filter={filter} from="GET /portfolio/progress/export" own={atDay} />
        {own.day !== undefined && <p className="meta">{t('portfolioViews.progress.pastNote')}</p>}
      </div>
      {error && !data && <ViewFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          {data.all.projects === 0 ? (
            <section className="panel" style={{ marginBottom: 16 }}>
              <Empty title={t('portfolioViews.progress.nothing')} />
            </section>
          ) : (
            <>
              {own.day === undefined && (
                <div className="portfolio-charts progress-curve">
                  <MoneyPanel filter={filter} size="wide" />
                </div>
              )}
              <Values
                figures={data.all}
                note={[
                  t('portfolioViews.progress.note', { day: date(data.statusDay) }),
                  data.all.older > 0 &&
                    t('portfolioViews.progress.older', {
                      count: data.all.older,
                      share: charts.percent.full(Math.round((data.all.older * PERCENT) / data.all.projects)),
                    }),
                  data.unmeasured > 0 && t('portfolioViews.progress.unmeasured', { count: data.unmeasured }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              />
            </>
          )}
          <Warnings
            counts={data.warnings}
            rule={own.rule}
            onRule={(rule) => change({ rule })}
            parameters={portfolioParameters(filter, { ...atDay, ...(own.rule ? { rule: own.rule } : {}) })}
          />
          {data.all.projects > 0 && (
            <>
              <MeasuredProjects parameters={portfolioParameters(filter, atDay)} />
              <Groups progress={data} filter={filter} isPast={own.day !== undefined} />
            </>
          )}
        </>
      )}
    </>
  );
}
