import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PortfolioSummary, Task } from '@pimis/contract/dashboard';
import { totalHundredths } from '@pimis/domain/money/decimal';
import { type Headline, type HeadlineFigures, headlines } from '@pimis/domain/portfolio/headlines';
import { stepNoun } from '@pimis/domain/workflow/step-nouns';
import { dashboardQuery, tasksQuery } from '../../api/common.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Failed } from '../../ui/Failed.tsx';
import { ALL_PENDING, summaryQuery } from './api.ts';

const HUNDREDTHS = 100;

/** The step for which all tasks wait; null if they wait for different ones, or if not all tasks are loaded. */
function commonStep(tasks: readonly Task[], waiting: number): { key: string } | null {
  const keys = new Set(tasks.filter(({ coming }) => !coming).map(({ nextStep }) => nextStep.key));
  const [key] = keys;
  const isWhole = tasks.filter(({ coming }) => !coming).length === waiting;
  // `open` means that the project has stopped waiting meanwhile, so it has no step.
  return isWhole && keys.size === 1 && key !== undefined && key !== 'open' ? { key } : null;
}

function figuresOf(summary: PortfolioSummary): HeadlineFigures['portfolio'] {
  const { counts, lowestSpi, lowestCpi, overshoot } = summary;
  const over = overshoot && { year: overshoot.year, over: totalHundredths(overshoot.over) ?? 0n };
  return { warnings: counts, lowestSpi, lowestCpi, overshoot: over };
}

/** The sentence of a headline, without the comparison with a month ago. */
function sentence(headline: Headline, { t, pair, charts, decimal }: Text): string {
  switch (headline.kind) {
    case 'waiting': {
      const { projects: count, days, step } = headline;
      const longest = days ? t('dashboard.headlines.longest', { days: t('dashboard.days', { count: days }) }) : '';
      const ofStep = step === null ? '' : t('dashboard.headlines.ofStep', { step: pair(stepNoun(step)) });
      return t('dashboard.headlines.waiting', { count, ofStep, longest });
    }
    case 'overshoot':
      return t('dashboard.headlines.overshoot', {
        year: headline.year,
        amount: charts.amount.short(Number(headline.over) / HUNDREDTHS),
      });
    case 'warning': {
      const { rule, projects: count, most } = headline;
      const hasMost = most !== null && (rule === 'lowSpi' || rule === 'lowCpi');
      const worst = hasMost ? t(`dashboard.headlines.mostOf.${rule}`, { percent: `${decimal(most)}\u00a0%` }) : '';
      return t(`dashboard.headlines.rules.${rule}`, { count, most: worst });
    }
  }
}

/** The list behind a sentence, under the same filter. */
function addressOf(headline: Headline) {
  if (headline.kind === 'waiting') return { to: '/tasks' } as const;
  if (headline.kind === 'overshoot') return { to: '/portfolio/calendar', search: ALL_PENDING } as const;
  return { to: '/portfolio/progress', search: { ...ALL_PENDING, rule: headline.rule } } as const;
}

/** The number of a month ago, if it has changed since. */
function Change({ projects, before }: { projects: number; before: number }) {
  const { t } = useText();
  if (projects === before) return null;
  const key = projects > before ? 'more' : 'fewer';
  return <span className="meta">{t(`dashboard.headlines.${key}`, { before })}</span>;
}

/** For users who decide: the state of their projects in a few sentences, each with the list behind it. */
export function Headlines() {
  const text = useText();
  const { t } = text;
  const { data: dashboard } = useQuery(dashboardQuery);
  const { data: tasks } = useQuery(tasksQuery);
  const { data: summary, error, refetch } = useQuery(summaryQuery);
  if (!dashboard) return null;
  const { waitingProjects: projects, longestWait: days } = dashboard.counts;
  const shown = headlines({
    waiting: { projects, days, step: commonStep(tasks ?? [], projects) },
    portfolio: summary ? figuresOf(summary) : null,
  });
  return (
    <section className="panel headlines" aria-labelledby="headlines-title">
      <h2 id="headlines-title" className="visually-hidden">
        {t('dashboard.headlines.title')}
      </h2>
      {shown.length > 0 && (
        <ul>
          {shown.map((headline) => (
            <li key={headline.kind === 'warning' ? headline.rule : headline.kind} data-kind={headline.kind}>
              <Link {...addressOf(headline)}>{sentence(headline, text)}</Link>{' '}
              {headline.kind === 'warning' && <Change {...headline} />}
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 && !error && <p>{t('dashboard.headlines.nothing')}</p>}
      {error && !summary && <Failed error={error} onRetry={() => void refetch()} />}
    </section>
  );
}
