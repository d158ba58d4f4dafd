import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Publicity, Upcoming } from '@pimis/contract/open-data';
import { LISTS } from '@pimis/domain/workflow/lists';
import { useText } from '../../i18n/use-text.ts';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { publicityQuery } from './api.ts';
import { PublicPreview } from './PublicPreview.tsx';

/** For administrators: projects that become public next, and withheld projects. */
export function PublicityPage() {
  const { t } = useText();
  const { data, error } = useQuery(publicityQuery);
  if (error && !data) return <ErrorPage error={error} />;
  return (
    <>
      <div className="page-head">
        <h1>{t('publicity.title')}</h1>
      </div>
      {data ? <Panels publicity={data} /> : <Waiting />}
    </>
  );
}

function Panels({ publicity }: { publicity: Publicity }) {
  const { t, date, pair, data } = useText();
  const [previewed, setPreviewed] = useState<string | null>(null);
  const { upcoming, upcomingTotal, withheld, withheldTotal } = publicity;
  const awaited = ({ list }: Upcoming) => {
    const found = LISTS.find(({ type }) => type === list);
    return found ? t('publicity.list', { list: pair(found.title) }) : t('publicity.plan');
  };
  const project = (row: { projectCode: string; projectName: string }) => (
    <th scope="row">
      <Link to="/projects/$code" params={{ code: row.projectCode }}>
        {data(row.projectName)}
      </Link>
      <div className="meta">{row.projectCode}</div>
    </th>
  );
  const preview = (code: string) => (
    <td>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('publicity.previewNamed', { code })}
        onClick={() => setPreviewed(code)}
      >
        {t('publicity.preview')}
      </Button>
    </td>
  );
  return (
    <>
      {!publicity.published && <p>{t('publicity.off')}</p>}
      <Panel id="upcoming" title={t('publicity.upcoming')}>
        <p className="meta">{t('publicity.upcomingHint')}</p>
        <Table
          label={t('publicity.upcoming')}
          none={t('publicity.noUpcoming')}
          head={[t('publicity.project'), t('publicity.organization'), t('publicity.awaits'), t('publicity.session')]}
          rows={upcoming.map((row) => (
            <tr key={`${row.projectCode} ${row.list}`}>
              {project(row)}
              <td>{data(row.organizationName)}</td>
              <td>
                {awaited(row)}
                {row.withheld && <div className="meta">{t('publicity.staysHidden')}</div>}
              </td>
              <td>
                {row.list === null ? '–' : row.sessionOn === null ? t('publicity.noSession') : date(row.sessionOn)}
              </td>
              {preview(row.projectCode)}
            </tr>
          ))}
          total={upcomingTotal}
        />
      </Panel>
      <Panel id="withheld" title={t('publicity.withheld')}>
        <Table
          label={t('publicity.withheld')}
          none={t('publicity.noWithheld')}
          head={[t('publicity.project'), t('publicity.organization'), t('publicity.reason'), t('publicity.since')]}
          rows={withheld.map((row) => (
            <tr key={row.projectCode}>
              {project(row)}
              <td>{data(row.organizationName)}</td>
              <td>{data(row.reason)}</td>
              <td>{date(row.date)}</td>
              {preview(row.projectCode)}
            </tr>
          ))}
          total={withheldTotal}
        />
      </Panel>
      {previewed !== null && <PublicPreview code={previewed} onClose={() => setPreviewed(null)} />}
    </>
  );
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface TableProps {
  label: string;
  none: string;
  head: readonly string[];
  rows: readonly ReactNode[];
  /** The total number; `rows` are the first of them. */
  total: number;
}

function Table({ label, none, head, rows, total }: TableProps) {
  const { t } = useText();
  if (rows.length === 0) return <p>{none}</p>;
  return (
    <>
      <div className="scroll-x" tabIndex={0} role="group" aria-label={label}>
        <table className="plain">
          <thead>
            <tr>
              {[...head, t('publicity.preview')].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
      {total > rows.length && <p className="meta">{t('publicity.more', { shown: rows.length, total })}</p>}
    </>
  );
}
