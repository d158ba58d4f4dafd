import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project, ProjectSummary } from '@pimis/contract/projects';
import { formName } from './form-name.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { FormStatusChip } from '../../ui/StatusChip.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { summaryQuery } from './api.ts';
import { Failed } from '../../ui/Failed.tsx';

type Period = { start: string | null; end: string | null };

const hasDay = ({ start, end }: Period): boolean => start !== null || end !== null;

/** A period; an open end stays empty. */
function periodText({ start, end }: Period, { t, date }: Text): string {
  return `${start ? date(start) : t('common.noValue')} – ${end ? date(end) : '…'}`;
}

function originText({ origin }: ProjectSummary, { t, pair }: Text): string {
  if (!origin) return t('projects.summary.own');
  return [
    pair(origin.title),
    ...(origin.revision > 0 ? [t('forms.revision', { n: origin.revision })] : []),
    ...(origin.draft ? [t('projects.summary.draft')] : []),
  ].join(', ');
}

function Sources({ sources }: Pick<ProjectSummary, 'sources'>) {
  const { t, amount, source: nameOf } = useText();
  return (
    <ul className="summary-sources">
      {sources.map(({ source, amount: value, share }) => (
        <li key={`${source} ${value}`}>
          {nameOf(source)}: {amount(value)} {t('common.currency')}
          {share !== null && <span className="meta"> ({amount(share)}&nbsp;%)</span>}
        </li>
      ))}
    </ul>
  );
}

function Decision({ of }: { of: NonNullable<ProjectSummary['decision']> }) {
  const { pair, data, date } = useText();
  return (
    <>
      {pair(of.label)}
      <span className="meta">
        {' '}
        · {pair(of.list)}
        {of.date && `, ${date(of.date)}`}
      </span>
      {of.comment && <div>{data(of.comment)}</div>}
    </>
  );
}

function LastReport({ of }: { of: NonNullable<ProjectSummary['lastReport']> }) {
  const text = useText();
  return (
    <span className="summary-report">
      {formName(of, text)} <FormStatusChip status={of.status} />
      {of.changedDate && <span className="meta">{text.date(of.changedDate)}</span>}
    </span>
  );
}

/** Key facts of the project: value with its origin, dates, sources, last decision, remarks, last report. */
export function Summary({ project }: { project: Project }) {
  const text = useText();
  const { t, amount } = text;
  const { data: summary, error, refetch } = useQuery(summaryQuery(project.code));
  /** The facts that the project has: an idea has neither a plan nor a report. */
  const rows = (found: ProjectSummary): [string, ReactNode][] => {
    const facts: [string, ReactNode][] = [
      [
        t('projects.summary.value'),
        <>
          <span className="strong">
            {amount(found.value)} {t('common.currency')}
          </span>
          <span className="meta"> · {originText(found, text)}</span>
        </>,
      ],
    ];
    if (found.sources.length > 0)
      facts.push([t('projects.summary.sources'), <Sources key="sources" sources={found.sources} />]);
    if (found.planned && hasDay(found.planned))
      facts.push([t('projects.summary.planned'), periodText(found.planned, text)]);
    if (hasDay(found.real)) facts.push([t('projects.summary.real'), periodText(found.real, text)]);
    if (Number(found.realized) !== 0)
      facts.push([t('projects.summary.realized'), `${amount(found.realized)} ${t('common.currency')}`]);
    if (found.decision) facts.push([t('projects.summary.decision'), <Decision key="decision" of={found.decision} />]);
    if (project.returned && project.returned.openRemarks > 0) {
      const count = project.returned.openRemarks;
      facts.push([t('forms.remarks.title'), t('projects.page.remarks.openCount', { count })]);
    }
    if (found.lastReport)
      facts.push([t('projects.summary.lastReport'), <LastReport key="report" of={found.lastReport} />]);
    return facts;
  };
  return (
    <section className="panel" aria-labelledby="summary-title">
      <div className="panel-head">
        <h2 id="summary-title">{t('projects.summary.title')}</h2>
      </div>
      {!summary && !error && (
        <div style={{ padding: 16 }}>
          <Waiting lines={6} />
        </div>
      )}
      {!summary && error && <Failed error={error} onRetry={() => void refetch()} />}
      {summary && (
        <dl className="project-values">
          {rows(summary).map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt className="second">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
