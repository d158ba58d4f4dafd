import { ActionIcon, Button } from '@mantine/core';
import { FORM_STATUS } from '@pimis/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { Activity, FormSummary } from '@pimis/contract/project-phases';
import { messageFor } from '@pimis/domain/forms/messages';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { fieldAt } from '@pimis/domain/forms/labels';
import { sectionOfPlace } from '@pimis/domain/forms/remarks';
import { PHASE } from '@pimis/domain/workflow/phases';
import { ErrorPage, NotFoundPage } from '../../ui/Pages.tsx';
import { formName } from './form-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Column } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useOwnTableState } from '../../ui/DataTable/use-table-state.ts';
import { Empty } from '../../ui/Empty.tsx';
import { ActivityComment } from '../../ui/ActivityComment.tsx';
import { FormStatusChip, StatusChip } from '../../ui/StatusChip.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';
import { IconAlertTriangle, IconCheck, IconExternalLink, IconLock, IconLockOpen } from '../../ui/icons.ts';
import { Indicators } from '../indicators/Indicators.tsx';
import { Actors } from './Actors.tsx';
import { activitiesQuery, FIRST_ACTIVITIES, phasesQuery, projectQuery } from './api.ts';
import { EvaluatorDialog } from './EvaluatorDialog.tsx';
import { IndicatorChips } from './IndicatorChips.tsx';
import { activityText } from '../../i18n/activity-text.ts';
import { useAddress } from '../../ui/address.ts';

const ADMINISTRATION_STATUSES = [3, 5, 6];

function useFormPath() {
  const base = useRouterState({
    select: (state) => (state.location.pathname.startsWith('/projects-archived') ? '/projects-archived' : '/projects'),
  });
  return (code: string, phaseId: number, segment: string, formId: number, revision?: number) =>
    `${base}/${code}/phases/${phaseId}/forms/${segment}/id/${formId}${revision ? `/revision/${revision}` : ''}`;
}

function Warnings({ form, onClose }: { form: FormSummary; onClose: () => void }) {
  const { t, data, language } = useText();
  const definition = findFormDefinition(form.code, form.definitionVersion);
  return (
    <Dialog opened onClose={onClose} title={t('projects.page.warningsTitle')} width="decide">
      <ol style={{ margin: 0, paddingLeft: 20, maxHeight: 400, overflowY: 'auto' }}>
        {form.lastRevisionWarnings.map((item) => {
          const code = item.StatusCode.Code;
          const field = definition && item.Path ? fieldAt(definition, item.Path) : null;
          const shown = { code, label: field?.label ?? { sr: '', en: '' }, ...(item.Path ? { path: item.Path } : {}) };
          const message = data(messageFor(shown, language === 'en' ? 'en' : 'sr', field));
          return (
            <li key={`${code}${item.Path ?? ''}${item.Index}`}>
              {item.Index > 0 ? t('shell.row', { row: item.Index, text: message }) : message}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}

function FormRow({ form, code, phaseId }: { form: FormSummary; code: string; phaseId: number }) {
  const text = useText();
  const { t, data, date, amount } = text;
  const formPath = useFormPath();
  const [warnings, setWarnings] = useState(false);
  const [evaluating, setEvaluating] = useState(false);
  const path = formPath(code, phaseId, form.segment, form.id);
  const locked = form.status !== FORM_STATUS.unlocked;
  return (
    <tr>
      <td>
        <div style={{ display: 'flex', gap: 10, alignItems: 'center' }}>
          {locked ? (
            <IconLock size={16} style={{ flexShrink: 0 }} role="img" aria-label={t('projects.page.formStatus.2')} />
          ) : (
            <IconLockOpen size={16} style={{ flexShrink: 0 }} role="img" aria-label={t('projects.page.formStatus.1')} />
          )}
          <div>
            <Link to={path} className="strong" style={{ textDecoration: 'none' }}>
              {formName(form, text)}
            </Link>
            {form.status === FORM_STATUS.approved && (
              <IconCheck size={14} aria-hidden style={{ marginLeft: 6, color: 'var(--p-good)' }} />
            )}
            {form.description && form.description !== form.name && <div className="meta">{data(form.description)}</div>}
            {form.indicators && (
              <div style={{ marginTop: 4 }}>
                <IndicatorChips indicators={form.indicators} />
              </div>
            )}
            {(form.evaluatorOrganizationName || form.mayEvaluate) && (
              <div className="meta">
                {form.evaluatorOrganizationName
                  ? t('projects.page.evaluator.by', { name: data(form.evaluatorOrganizationName) })
                  : t('projects.page.evaluator.none')}
                {form.value && <strong> · {t('projects.page.evaluator.score', { score: amount(form.value) })}</strong>}{' '}
                {form.mayEvaluate && (
                  <button type="button" className="link-button" onClick={() => setEvaluating(true)}>
                    {t('projects.page.evaluator.choose')}
                  </button>
                )}
              </div>
            )}
            {evaluating && <EvaluatorDialog form={form} code={code} onClose={() => setEvaluating(false)} />}
          </div>
        </div>
      </td>
      <td data-label={t('projects.page.state')}>
        <FormStatusChip status={form.status} />
      </td>
      <td {...(locked && form.lastRevisionWarnings.length > 0 ? { 'data-label': t('projects.page.warnings') } : {})}>
        {locked && form.lastRevisionWarnings.length > 0 && (
          <Button
            variant="light"
            color="yellow"
            h={24}
            styles={{ label: { color: 'var(--p-warning)' } }}
            leftSection={<IconAlertTriangle size={14} color="var(--p-warning)" />}
            onClick={() => setWarnings(true)}
            aria-label={t('forms.warnings', { count: form.lastRevisionWarnings.length })}
          >
            {form.lastRevisionWarnings.length}
          </Button>
        )}
        {warnings && <Warnings form={form} onClose={() => setWarnings(false)} />}
      </td>
      <td className="meta" style={{ whiteSpace: 'nowrap' }} data-label={t('projects.page.changed')}>
        {form.lastChangedDate ? date(form.lastChangedDate) : t('projects.page.notSaved')}
      </td>
      <td style={{ textAlign: 'right' }}>
        <ActionIcon
          component="a"
          href={path}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          color="gray"
          aria-label={`${t('projects.page.newTab')}: ${formName(form, text)}`}
        >
          <IconExternalLink size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}

function Forms({ forms, code, phaseId }: { forms: FormSummary[]; code: string; phaseId: number }) {
  const { t } = useText();
  if (forms.length === 0) return <Empty title={t('projects.page.noForms')} />;
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={t('projects.page.forms')}>
      <table className="plain stack">
        <thead>
          <tr>
            <th>{t('projects.page.form')}</th>
            <th>{t('projects.page.state')}</th>
            <th>{t('projects.page.warnings')}</th>
            <th>{t('projects.page.changed')}</th>
            <th>
              <span className="visually-hidden">{t('projects.page.openForm')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {forms.toReversed().map((form) => (
            <FormRow key={form.id} form={form} code={code} phaseId={phaseId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Remarks of a return with their answers. */
function SentRemarks({ remarks, formCode }: { remarks: Activity['remarks']; formCode: string | null }) {
  const { t, data, pair } = useText();
  const definition = formCode === null ? undefined : findFormDefinition(formCode);
  const placeOf = (place: string | null) => {
    const label =
      definition && place !== null
        ? (fieldAt(definition, place)?.label ?? sectionOfPlace(definition, place)?.title)
        : undefined;
    return label ? `${pair(label)}: ` : '';
  };
  return (
    <ul className="sent-remarks">
      {remarks.map(({ place, text, answer, done }) => (
        <li key={`${place} ${text}`}>
          {placeOf(place)}
          {data(text)}
          {done && ` (${t('forms.remarks.state.done')})`}
          {answer !== null && (
            <span className="meta" style={{ display: 'block' }}>
              {t('forms.remarks.answer')}: {data(answer)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Activities({ code, phaseId }: { code: string; phaseId: number }) {
  const text = useText();
  const { t, data, instant } = text;
  const formPath = useFormPath();
  const [state, setState] = useOwnTableState('activities', FIRST_ACTIVITIES);
  const { data: result, error, refetch } = useQuery(activitiesQuery(code, phaseId, listParameters(state)));
  const columns: Column<Activity>[] = [
    {
      id: 'operation',
      header: t('projects.page.action'),
      sortable: true,
      card: 'title',
      cell: (row) => (
        <span className="strong">
          {activityText(row.operation, text) ?? row.operation}
          {row.report !== null && <span className="meta"> {formName(row.report, text)}</span>}
          {row.previousStatus !== row.status && (
            <span style={{ display: 'block', fontWeight: 400 }}>
              <StatusChip status={row.status} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'changedDate',
      header: t('projects.page.when'),
      sortable: true,
      card: 'meta',
      cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{instant(row.changedDate)}</span>,
    },
    {
      id: 'changedUser',
      header: t('projects.page.who'),
      sortable: true,
      card: 'meta',
      cell: (row) => (
        <>
          {data(row.changedUser)}
          {row.standInFor !== null && (
            <span className="meta" style={{ display: 'block' }}>
              {t('daily.absence.inPlaceOf', { name: data(row.standInFor) })}
            </span>
          )}
          {ADMINISTRATION_STATUSES.includes(row.previousStatus) && row.action !== null && (
            <span className="chip outline" style={{ marginLeft: 6 }}>
              {t('projects.page.administration')}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'comment',
      header: t('common.comment'),
      card: 'left',
      cell: (row) => (
        <>
          {row.comment === null && row.date === null ? t('common.noValue') : <ActivityComment activity={row} />}
          {row.remarks.length > 0 && <SentRemarks remarks={row.remarks} formCode={row.formCode} />}
        </>
      ),
    },
    {
      id: 'formRevision',
      header: t('projects.page.revision'),
      card: 'right',
      cell: (row) =>
        row.formId && row.formCode && row.formRevision ? (
          <a
            href={formPath(code, phaseId, row.formCode, row.formId, row.formRevision)}
            target="_blank"
            rel="noreferrer"
            style={{ whiteSpace: 'nowrap' }}
          >
            {t('projects.page.rev', { n: row.formRevision })}{' '}
            <IconExternalLink size={14} aria-hidden style={{ verticalAlign: -2 }} />
          </a>
        ) : (
          t('common.noValue')
        ),
    },
  ];
  return (
    <DataTable
      name="activities"
      caption={t('projects.page.activities')}
      columns={columns}
      rows={result?.rows}
      totalRows={result?.totalRows ?? 0}
      state={state}
      onState={setState}
      rowKey={(row) => row.id}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('projects.page.noActivities') }}
    />
  );
}

type PhaseTab = 'forms' | 'activities' | 'successKeyIndicators';

/** One phase: its forms, its activities, and in reporting its success key indicators. */
export function PhasesTab({ tab }: { tab: PhaseTab }) {
  const { t, date } = useText();
  const { projectCode = '', projectPhaseId } = useAddress();
  const base = useRouterState({
    select: (state) => (state.location.pathname.startsWith('/projects-archived') ? '/projects-archived' : '/projects'),
  });
  const { data: project } = useQuery(projectQuery(projectCode));
  const { data: phases, error } = useQuery(phasesQuery(projectCode));
  if (error && !phases) return <ErrorPage error={error} />;
  const phaseId = projectPhaseId ? Number(projectPhaseId) : project?.projectPhaseId;
  const phase = phases?.find((candidate) => candidate.id === phaseId);
  if (!project || !phases) return null;
  if (!phase) return <NotFoundPage />;
  const root = `${base}/${projectCode}/phases/${phase.id}`;
  const measured = phase.phase === PHASE.reporting && project.rights.indicators;
  const tabs: PhaseTab[] = ['forms', 'activities', ...(measured ? (['successKeyIndicators'] as const) : [])];
  if (!tabs.includes(tab)) return <NotFoundPage />;
  return (
    <div className={tab === 'successKeyIndicators' ? undefined : 'project-grid'}>
      <section className="panel" style={{ minWidth: 0 }} aria-label={t(`projects.page.${tab}`)}>
        <TabLinks style={{ margin: 0, padding: '0 4px', alignItems: 'center' }}>
          {tabs.map((key) => (
            <Link
              key={key}
              to={`${root}/${key}`}
              data-active={tab === key}
              aria-current={tab === key ? 'page' : undefined}
            >
              {t(`projects.page.${key}`)}
              {key !== 'successKeyIndicators' && (
                <span className="count">{key === 'forms' ? phase.forms.length : phase.activities}</span>
              )}
            </Link>
          ))}
          <span className="meta hide-narrow" style={{ marginLeft: 'auto', paddingRight: 12 }}>
            {t('projects.page.started', { date: date(phase.startedDate) })}
          </span>
        </TabLinks>
        {tab === 'forms' ? (
          <Forms forms={phase.forms} code={projectCode} phaseId={phase.id} />
        ) : (
          <div style={{ padding: 12 }}>
            {tab === 'activities' ? (
              <Activities code={projectCode} phaseId={phase.id} />
            ) : (
              <Indicators code={projectCode} phaseId={phase.id} />
            )}
          </div>
        )}
      </section>
      {tab !== 'successKeyIndicators' && <Actors project={project} />}
    </div>
  );
}
