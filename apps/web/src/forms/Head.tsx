import { Button, NativeSelect } from '@mantine/core';
import { FORM_STATUS } from '@pimis/domain/constants';
import { useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { withPlainDays } from '@pimis/domain/dates/dates';
import type { FormDefinition, Viewer } from '@pimis/domain/forms/types';
import { heldReport } from '@pimis/domain/workflow/held-reports';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { stateText } from '@pimis/domain/workflow/statuses';
import { quarterText } from '@pimis/domain/dates/quarter-text';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { formName } from '../features/projects/form-name.ts';
import { useText } from '../i18n/use-text.ts';
import { useHelpOf } from '../shell/help.ts';
import { useExplained } from '../ui/explained.tsx';
import { useCrumbs, useTitle } from '../ui/title.ts';
import { Chip, FormStatusChip } from '../ui/StatusChip.tsx';
import { IconArrowsDiff } from '../ui/icons.ts';
import type { FormProject } from './api.ts';
import { Link, useRouterState } from '@tanstack/react-router';
import { CompareDialog } from './CompareDialog.tsx';
import { formProgress, shownMessages } from './progress.ts';
import type { FormStore } from './store.ts';
import { useStore } from './use-store.ts';

interface HeadProps {
  definition: FormDefinition;
  form: ProjectForm;
  project: FormProject;
  store: FormStore;
  onValidation: () => void;
  onRevision: (revision: number | null) => void;
}

function RevisionSelect({ form, onRevision }: Pick<HeadProps, 'form' | 'onRevision'>) {
  const { t, data, instant } = useText();
  // For users who fill in the form, the bar already says that there is no revision.
  if (form.inputJsonRevisions.length === 0)
    return form.rights.edit ? null : <span className="meta">{t('forms.noRevision')}</span>;
  const newest = form.inputJsonRevisions[0]?.revision;
  return (
    <NativeSelect
      aria-label={t('forms.revisionLabel')}
      value={String(form.revision)}
      data={form.inputJsonRevisions.map((entry) => ({
        value: String(entry.revision),
        label: `${t('forms.revision', { n: entry.revision })} · ${instant(entry.last_changed_date)} · ${data(entry.last_changed_user_name)}`,
      }))}
      onChange={(event) => {
        const chosen = Number(event.currentTarget.value);
        onRevision(chosen === newest ? null : chosen);
      }}
    />
  );
}

/** Name, state, validation and revisions of a form. */
export function Head({ store, form, definition, project, onValidation, onRevision }: HeadProps) {
  const text = useText();
  const { t, data, pair } = text;
  const phaseAddress = useRouterState({ select: (state) => state.location.pathname.replace(/\/forms\/.*$/, '/forms') });
  const [comparing, setComparing] = useState(false);
  useStore(store, (state) => state.version);
  const { errors, warnings } = shownMessages(store);
  const problems = errors.length + warnings.length;
  const help = useHelpOf(`/${definition.help}`);
  const name = formName(form, text);
  const phase = pair(phaseInfo(form.phase).title);
  const since = useExplained(name, definition.header && withPlainDays(pair(definition.header)));
  // The crumb of the phase already says which form it is, and there is little room: the quarter is enough.
  const quarter = quarterOfName(form.name);
  const crumb = quarter ? pair(quarterText(quarter)) : name;
  useTitle(`${name} – ${phase} – ${project.code} ${data(project.name)}`);
  useCrumbs(useMemo(() => [{ text: phase, to: phaseAddress }, { text: crumb }], [phase, crumb, phaseAddress]));
  return (
    <div className="form-head">
      <a className="skip-link" href="#form-contents">
        {t('forms.skipToContents')}
      </a>
      <a className="skip-link" href="#form-bar">
        {t('forms.skipToBar')}
      </a>
      <div style={{ flex: '1 1 320px' }}>
        <p className="meta">
          {phase} · {data(project.name)} ·{' '}
          <a href={help} target="_blank" rel="noopener noreferrer">
            {t('common.help')}
          </a>
        </p>
        <h1>{name}</h1>
        <FormStatusChip status={form.status} long large /> {since.mark}
        {definition.family === 'older' && <OlderState status={form.status} />}
        <Held form={form} project={project} />
        {since.text}
      </div>
      {(problems > 0 || store.isNew || form.inputJsonRevisions.length > 0) && (
        <button type="button" className="bare-button" onClick={onValidation}>
          {store.isNew && <Progress store={store} viewer={form.rights.viewer} />}{' '}
          {errors.length > 0 && <Chip family="stopped" large text={t('forms.errors', { count: errors.length })} />}{' '}
          {warnings.length > 0 && <Chip family="paused" large text={t('forms.warnings', { count: warnings.length })} />}
          {problems === 0 && !store.isNew && <Chip family="approved" large text={t('forms.noProblems')} />}
        </button>
      )}
      <RevisionSelect form={form} onRevision={onRevision} />
      {form.inputJsonRevisions.length > 1 && (
        <Button variant="default" leftSection={<IconArrowsDiff size={16} />} onClick={() => setComparing(true)}>
          {t('forms.compare.open')}
        </Button>
      )}
      {comparing && <CompareDialog form={form} projectCode={project.code} onClose={() => setComparing(false)} />}
    </div>
  );
}

/** Why nobody may change a report, with the phase that its project is in. */
function Held({ form, project }: Pick<HeadProps, 'form' | 'project'>) {
  const { pair } = useText();
  const phases = useRouterState({ select: (state) => state.location.pathname.replace(/\/phases\/.*$/, '/phases') });
  const reason = heldReport(form, project);
  if (!reason) return null;
  return (
    <p style={{ marginTop: 4 }}>
      {pair(reason)}{' '}
      <Link to={`${phases}/${project.projectPhaseId}/forms`}>
        {pair(stateText(project.phase, project.phaseStatus))}
      </Link>
    </p>
  );
}

/** The progress of a form that was never saved. */
function Progress({ store, viewer }: { store: FormStore; viewer: Viewer }) {
  const { t } = useText();
  const { filled, sections, missing } = formProgress(store, viewer);
  const parts = [t('forms.filled', { done: filled, count: sections })];
  if (missing > 0) parts.push(t('forms.missing', { count: missing }));
  return <Chip family="entry" large text={parts.join(' · ')} />;
}

/** The state that older forms show in addition to their status (docs/forms.md, D4). */
function OlderState({ status }: { status: number }) {
  const { t } = useText();
  const state = status === FORM_STATUS.unlocked ? 'draft' : status === FORM_STATUS.approved ? 'accepted' : 'created';
  return <span className="meta"> · {t(`forms.older.${state}`)}</span>;
}
