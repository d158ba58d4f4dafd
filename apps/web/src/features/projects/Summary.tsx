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

/** A period; an open end stays empty, and an empty period is a dash. */
function periodText({ start, end }: Period, { t, date }: Text): string {
  if (start === null && end === null) return t('common.noValue');
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
  const { t, data, amount } = useText();
  if (sources.length === 0) return t('common.noValue');
  return (
    <ul className="summary-sources">
      {sources.map(({ source, amount: value, share }) => (
        <li key={`${source} ${value}`}>
          {data(source)}: {amount(value)} {t('common.currency')}
          {share !== null && <span className="meta"> ({amount(share)}&nbsp;%)</span>}
        </li>
      ))}
    </ul>
  );
}

/** Key facts of the project: value with its origin, dates, sources, last decision, remarks, last report. */
export function Summary({ project }: { project: Project }) {
  const text = useText();
  const { t, data, pair, amount, date } = text;
  const { data: summary, error, refetch } = useQuery(summaryQuery(project.code));
  const rows = (found: ProjectSummary): [string, ReactNode][] => [
    [
      t('projects.summary.value'),
      <>
        <span className="strong">
          {amount(found.value)} {t('common.currency')}
        </span>
        <span className="meta"> · {originText(found, text)}</span>
      </>,
    ],
    [t('projects.summary.sources'), <Sources key="sources" sources={found.sources} />],
    [t('projects.summary.planned'), periodText(found.planned ?? { start: null, end: null }, text)],
    [t('projects.summary.real'), periodText(found.real, text)],
    [
      t('projects.summary.realized'),
      Number(found.realized) === 0 ? t('common.noValue') : `${amount(found.realized)} ${t('common.currency')}`,
    ],
    [
      t('projects.summary.decision'),
      found.decision ? (
        <>
          {pair(found.decision.label)}
          <span className="meta">
            {' '}
            · {pair(found.decision.list)}
            {found.decision.date && `, ${date(found.decision.date)}`}
          </span>
          {found.decision.comment && <div>{data(found.decision.comment)}</div>}
        </>
      ) : (
        t('common.noValue')
      ),
    ],
    ...(project.returned
      ? [
          [t('forms.remarks.title'), t('projects.page.remarks.openCount', { count: project.returned.openRemarks })] as [
            string,
            ReactNode,
          ],
        ]
      : []),
    [
      t('projects.summary.lastReport'),
      found.lastReport ? (
        <span className="summary-report">
          {formName(found.lastReport, text)} <FormStatusChip status={found.lastReport.status} />
          {found.lastReport.changedDate && <span className="meta">{date(found.lastReport.changedDate)}</span>}
        </span>
      ) : (
        t('common.noValue')
      ),
    ],
  ];
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
