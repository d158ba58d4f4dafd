import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReportDefinition } from '@pimis/contract/reports';
import { findBoardReport, workbookColumns } from '@pimis/domain/reports/board-reports';
import { reportColumn } from '@pimis/domain/reports/columns';
import { can } from '@pimis/domain/access/policies';
import { call } from '../../api/client.ts';
import { downloadOrWait } from '../../api/operations.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { ColumnsDialog } from '../../ui/ColumnsDialog.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { IconDownload, IconEye, IconMail, IconStar, IconStarFilled, IconX } from '../../ui/icons.ts';
import { notifyFailure, notifyShortly } from '../../ui/notify.tsx';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { previewQuery, reportAddress, reportsQuery } from './api.ts';
import { Chooser } from './Chooser.tsx';
import type { ReportChoice } from './choice.ts';
import { useChoice } from './use-choice.ts';
import { Preview } from './Preview.tsx';
import './reports.css';

function columnsOf(type: string) {
  const report = findBoardReport(type);
  return report ? workbookColumns(report) : [];
}

/** Turns a subscription of a report on or off, and shows the new state in the list of reports. */
function useSubscription(report: ReportDefinition, kind: 'favourite' | 'mail') {
  const text = useText();
  const client = useQueryClient();
  const shown = kind === 'mail' ? 'mailed' : 'favourite';
  return useMutation({
    mutationFn: async () => {
      const path = `/reporting/board-reports/:type/${kind}` as const;
      const method = report[shown] ? 'DELETE' : 'PUT';
      const { payload } = await call(`${method} ${path}`, { params: { type: report.type } });
      return payload;
    },
    onSuccess: async (payload) => {
      // A request that began before this response, for example when the window got the focus, would restore the old
      // state.
      await client.cancelQueries(reportsQuery);
      client.setQueryData(reportsQuery.queryKey, (reports) =>
        reports?.map((one) => (one.type === report.type ? { ...one, ...payload } : one)),
      );
      if (!('mailed' in payload)) return;
      const key = payload.mailed ? 'reports.mailOn' : 'reports.mailOff';
      notifyShortly(text.t(key, { report: text.pair(report.title) }));
    },
    onError: (failure) => notifyFailure(failure, text),
  });
}

function Star({ report }: { report: ReportDefinition }) {
  const { t, pair } = useText();
  const { mutate, isPending } = useSubscription(report, 'favourite');
  const Icon = report.favourite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color={report.favourite ? 'petrol' : 'gray'}
      size={32}
      disabled={isPending}
      aria-pressed={report.favourite}
      aria-label={t('reports.favourite', { report: pair(report.title) })}
      onClick={() => mutate()}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}

function MailToggle({ report }: { report: ReportDefinition }) {
  const { t, pair } = useText();
  const { mutate, isPending } = useSubscription(report, 'mail');
  return (
    <ActionIcon
      variant={report.mailed ? 'light' : 'subtle'}
      color={report.mailed ? 'petrol' : 'gray'}
      size={32}
      disabled={isPending}
      aria-pressed={report.mailed}
      aria-label={t('reports.mail', { report: pair(report.title) })}
      onClick={() => mutate()}
    >
      <IconMail size={18} stroke={1.7} />
    </ActionIcon>
  );
}

function Card({
  report,
  choice,
  shown,
  onShow,
}: {
  report: ReportDefinition;
  choice: ReportChoice;
  shown: boolean;
  onShow: () => void;
}) {
  const text = useText();
  const { t, pair } = text;
  const [busy, setBusy] = useState(false);
  const title = pair(report.title);
  const [only = ''] = report.formats;
  const [choosing, setChoosing] = useState(false);
  const save = async (format: string, columns?: readonly string[]) => {
    setBusy(true);
    const name = `${report.type}${choice.day ? `-${choice.day}` : ''}.${format}`;
    try {
      await downloadOrWait(reportAddress(report.type, format, choice, text.paper, columns), name);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="panel report-card" data-shown={shown}>
      <div className="report-card-head">
        <div>
          <p className="meta">{report.codeName}</p>
          <h2>{title}</h2>
        </div>
        <span className="report-wishes">
          <MailToggle report={report} />
          <Star report={report} />
        </span>
      </div>
      <p className="second">{pair(report.description)}</p>
      <div className="report-card-tools">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconEye size={15} />}
          onClick={onShow}
          aria-pressed={shown}
        >
          {t('reports.preview')}
        </Button>
        {only === 'pdf' && report.formats.length === 1 ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} />}
            loading={busy}
            aria-label={`${title}: PDF`}
            onClick={() => void save(only)}
          >
            PDF
          </Button>
        ) : (
          <Menu
            opener={
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconDownload size={15} />}
                loading={busy}
                aria-label={`${t('common.export')}: ${title}`}
              >
                {t('common.export')}
              </Button>
            }
          >
            {report.formats.map((format) => (
              <MenuItem key={format} onClick={() => void save(format)}>
                {format.toUpperCase()}
              </MenuItem>
            ))}
            <MenuItem onClick={() => setChoosing(true)}>{t('reports.columns.open')}</MenuItem>
          </Menu>
        )}
      </div>
      {choosing && (
        <ColumnsDialog
          title={t('reports.columns.title', { report: title })}
          hint={t('reports.columns.hint')}
          save={t('reports.columns.save')}
          columns={columnsOf(report.type).map((name) => ({ name, label: pair(reportColumn(name).title) }))}
          onClose={() => setChoosing(false)}
          onSave={(columns) => {
            setChoosing(false);
            void save('xlsx', columns);
          }}
        />
      )}
    </li>
  );
}

function Shown({ report, choice, onClose }: { report: ReportDefinition; choice: ReportChoice; onClose: () => void }) {
  const { t, pair } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { data } = useQuery(previewQuery(report.type, choice));
  const isRead = data?.type === report.type;
  const show = useEffectEvent(() => {
    panel.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  });
  // Scrolls to the chosen report; before its rows are loaded there is nothing to scroll to.
  useEffect(() => show(), [report.type, isRead]);
  return (
    <section className="panel report-shown" aria-labelledby="report-shown" ref={panel}>
      <div className="panel-head">
        <h2 id="report-shown" tabIndex={-1} ref={heading}>
          {pair(report.title)}
        </h2>
        <ActionIcon variant="subtle" color="gray" size={32} ml="auto" aria-label={t('reports.close')} onClick={onClose}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </div>
      <Preview report={report} choice={choice} />
    </section>
  );
}

/** The board reports: purpose, first rows and files of each, for a chosen day and part of the projects. */
export function ReportsPage() {
  const { t } = useText();
  const user = useUser();
  const allowed = can(user, 'report.board');
  const { data: reports, error } = useQuery({ ...reportsQuery, enabled: allowed });
  const [choice, change] = useChoice();
  if (!allowed) return <Empty page title={t('reports.forbidden')} />;
  if (error && !reports) return <ErrorPage error={error} />;
  const shown = reports?.find(({ type }) => type === choice.report);
  const ordered = reports?.toSorted((one, other) => Number(other.favourite) - Number(one.favourite));
  return (
    <>
      <div className="page-head">
        <div style={{ marginRight: 'auto' }}>
          <h1>{t('reports.title')}</h1>
          <p className="second">{t('reports.hint')}</p>
        </div>
      </div>
      <Chooser choice={choice} onChange={change} />
      {!ordered && <Waiting />}
      {ordered && (
        <ul className="report-cards">
          {ordered.map((report) => (
            <Card
              key={report.type}
              report={report}
              choice={choice}
              shown={report === shown}
              onShow={() => change({ report: report === shown ? undefined : report.type })}
            />
          ))}
        </ul>
      )}
      {shown && <Shown report={shown} choice={choice} onClose={() => change({ report: undefined })} />}
    </>
  );
}
