import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useBlocker, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { isLockedFor } from '@pimis/domain/forms/access';
import type { Field, FormData, FormDefinition, FormValues, Section } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { useUser } from '../api/session.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Chip, FormStatusChip } from '../ui/StatusChip.tsx';
import { ActionBar } from './ActionBar.tsx';
import type { FormProject } from './api.ts';
import { type EditorContext, FormContext } from './context.ts';
import { readDraft, writeDraft, dropDraft } from './drafts.ts';
import { AnyField } from './fields.tsx';
import { FormStore, useStore } from './store.ts';
import { VerdictDialog } from './VerdictDialog.tsx';

const DRAFT_AFTER_MS = 500;

interface EditorProps {
  definition: FormDefinition;
  form: ProjectForm;
  project: FormProject;
}

function startValues(form: ProjectForm): FormValues {
  return form.inputJson === '{}' ? (form.defaults as FormValues) : (JSON.parse(form.inputJson) as FormValues);
}

/** Errors and warnings of each section, for the table of contents. */
function sectionCounts(section: Section, store: FormStore): { errors: number; warnings: number } {
  const mine = (path: string) =>
    section.fields.some(
      (field) => path === field.path || path.startsWith(`${field.path}[`) || path.startsWith(`${field.path}.`),
    );
  return {
    errors: store.verdict.errors.filter((item) => mine(item.path)).length,
    warnings: store.verdict.warnings.filter((item) => mine(item.path)).length,
  };
}

function Contents({ store, sections }: { store: FormStore; sections: readonly Section[] }) {
  const { t, pair } = useText();
  useStore(store, (state) => state.verdict);
  return (
    <nav className="form-contents" aria-label={t('forms.contents')}>
      <h2 style={{ fontSize: 15 }}>{t('forms.contents')}</h2>
      <ol>
        {sections.map((section, index) => {
          const { errors, warnings } = sectionCounts(section, store);
          return (
            <li key={section.key}>
              <a href={`#section-${section.key}`}>
                <span className="meta">{index + 1}</span>
                <span style={{ flex: 1 }}>{pair(section.title)}</span>
                {errors > 0 && <Count kind="stopped" count={errors} label={t('forms.errors', { count: errors })} />}
                {warnings > 0 && (
                  <Count kind="paused" count={warnings} label={t('forms.warnings', { count: warnings })} />
                )}
                {errors + warnings === 0 && (
                  <IconCheck size={16} color="var(--p-good)" role="img" aria-label={t('forms.noProblems')} />
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Count({ kind, count, label }: { kind: 'stopped' | 'paused'; count: number; label: string }) {
  const Icon = kind === 'stopped' ? IconExclamationCircle : IconAlertTriangle;
  return (
    <span
      className="chip"
      role="img"
      aria-label={label}
      style={{ background: `var(--p-chip-${kind})`, color: `var(--p-chip-${kind}-text)`, padding: '0 6px' }}
    >
      <Icon size={14} aria-hidden /> {count}
    </span>
  );
}

function RevisionSelect({ form }: { form: ProjectForm }) {
  const { t, data, instant } = useText();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const base = path.replace(/\/revision\/\d+$/, '');
  if (form.inputJsonRevisions.length === 0) return <span className="meta">{t('forms.noRevision')}</span>;
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
        void navigate({ to: chosen === newest ? base : `${base}/revision/${chosen}` });
      }}
    />
  );
}

function Head({
  store,
  form,
  definition,
  project,
  onVerdict,
}: EditorProps & { store: FormStore; onVerdict: () => void }) {
  const { t, data, pair } = useText();
  const verdict = useStore(store, (state) => state.verdict);
  const name = form.name === definition.title.sr ? pair(definition.title) : data(form.name);
  return (
    <div className="form-head">
      <div style={{ flex: '1 1 320px' }}>
        <p className="meta">
          {pair(phaseInfo(form.phase).title)} · {data(project.name)}
        </p>
        <h1>{name}</h1>
        <FormStatusChip status={form.status} long large />
        {definition.header && <p className="meta">{pair(definition.header)}</p>}
      </div>
      <button type="button" className="bare-button" onClick={onVerdict}>
        {verdict.errors.length > 0 && (
          <Chip family="stopped" large text={t('forms.errors', { count: verdict.errors.length })} />
        )}{' '}
        {verdict.warnings.length > 0 && (
          <Chip family="paused" large text={t('forms.warnings', { count: verdict.warnings.length })} />
        )}
        {verdict.errors.length + verdict.warnings.length === 0 && (
          <Chip family="approved" large text={t('forms.noProblems')} />
        )}
      </button>
      <RevisionSelect form={form} />
    </div>
  );
}

/** Keeps what is typed on this computer half a second after the last key, and offers what an earlier visit left. */
function useDraft(store: FormStore, form: ProjectForm, active: boolean) {
  const user = useUser();
  const [kept, setKept] = useState<string | null>(null);
  const [found, setFound] = useState(() => (active ? readDraft(user.id, form.id) : null));
  useEffect(() => {
    if (!active) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = store.values;
    const unsubscribe = store.subscribe(() => {
      if (store.values === last) return;
      last = store.values;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const at = new Date().toISOString();
        if (writeDraft(user.id, form.id, { values: store.values, revision: form.revision, at })) setKept(at);
      }, DRAFT_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, active, user.id, form.id, form.revision]);
  const drop = () => {
    dropDraft(user.id, form.id);
    setFound(null);
  };
  return {
    kept,
    found,
    drop,
    restore: () => {
      if (found) store.replace(found.values);
      setFound(null);
    },
  };
}

/** The generic, schema-driven editor of one form. */
export function Editor({ definition, form, project }: EditorProps) {
  const { t, instant } = useText();
  const [verdictShown, setVerdictShown] = useState(false);
  const newest = form.revision === (form.inputJsonRevisions[0]?.revision ?? 0);
  const mayEdit = form.rights.edit && newest;
  const mayComment = form.rights.comment && newest && !mayEdit;
  const store = useMemo(
    () =>
      new FormStore({
        definition,
        data: form.data as FormData,
        context: { today: form.today, foreignFunds: project.foreignFunds },
        values: startValues(form),
      }),
    [definition, form, project.foreignFunds],
  );
  const draft = useDraft(store, form, mayEdit || mayComment);
  const changed = useStore(store, (state) => state.changed);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      store.changed && current.pathname !== next.pathname && next.pathname !== '/login',
    enableBeforeUnload: () => store.changed,
    withResolver: true,
  });
  const { viewer } = form.rights;
  const context: EditorContext = useMemo(() => {
    const data = form.data as FormData;
    const lockState = { foreignFunds: project.foreignFunds, fromEarlier: data.fromEarlier === true };
    const ownComment = (field: Field) => (field.admin === true && viewer.admin) || (field.mei === true && viewer.mei);
    return {
      store,
      projectCode: project.code,
      viewer,
      currentYear: Number(form.today.slice(0, 4)),
      editable: (field) =>
        !field.computed && (mayEdit ? !isLockedFor(field, viewer, lockState) : mayComment && ownComment(field)),
    };
  }, [store, form, project, viewer, mayEdit, mayComment]);

  return (
    <FormContext value={context}>
      <Head
        store={store}
        definition={definition}
        form={form}
        project={project}
        onVerdict={() => setVerdictShown(true)}
      />
      {draft.found && (
        <section
          className="panel"
          style={{ padding: 12, marginBottom: 16, display: 'flex', flexWrap: 'wrap', gap: 10, alignItems: 'center' }}
          aria-label={t('forms.draft.title')}
        >
          <IconAlertTriangle size={18} aria-hidden color="var(--p-warning)" />
          <span style={{ flex: 1 }}>{t('forms.draft.text', { time: instant(draft.found.at) })}</span>
          <Button onClick={draft.restore}>{t('forms.draft.restore')}</Button>
          <Button variant="default" onClick={draft.drop}>
            {t('forms.draft.drop')}
          </Button>
        </section>
      )}
      <div className="form-body">
        <Contents store={store} sections={definition.sections} />
        <div>
          {definition.sections.map((section, index) => (
            <section
              key={section.key}
              id={`section-${section.key}`}
              className="panel form-section"
              aria-labelledby={`title-${section.key}`}
            >
              <SectionTitle section={section} index={index} />
              <div className="form-grid">
                {section.fields
                  .filter((field) => isFor(field, viewer))
                  .map((field) => (
                    <AnyField key={field.path} field={field} base={[]} />
                  ))}
              </div>
            </section>
          ))}
        </div>
      </div>
      <ActionBar
        store={store}
        form={form}
        definition={definition}
        project={project}
        mayEdit={mayEdit}
        mayComment={mayComment}
        changed={changed}
        draftKept={draft.kept}
        onSaved={draft.drop}
      />
      {verdictShown && (
        <VerdictDialog
          errors={store.verdict.errors}
          warnings={store.verdict.warnings}
          onClose={() => setVerdictShown(false)}
        />
      )}
      {blocker.status === 'blocked' && (
        <Dialog
          opened
          onClose={blocker.reset}
          title={t('forms.leave.title')}
          footer={
            <>
              <Button variant="default" onClick={blocker.proceed}>
                {t('forms.leave.go')}
              </Button>
              <Button onClick={blocker.reset}>{t('forms.leave.stay')}</Button>
            </>
          }
        >
          {t('forms.leave.text')}
        </Dialog>
      )}
    </FormContext>
  );
}

function SectionTitle({ section, index }: { section: Section; index: number }) {
  const { pair } = useText();
  return (
    <h2 id={`title-${section.key}`}>
      {index + 1}. {pair(section.title)}
    </h2>
  );
}
