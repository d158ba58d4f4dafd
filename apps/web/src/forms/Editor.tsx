import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { isLockedFor } from '@pimis/domain/forms/access';
import { questionsOf } from '@pimis/domain/forms/marking';
import type { Field, FormData, FormDefinition, FormValues, JudgeContext } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ActionBar } from './ActionBar.tsx';
import type { FormProject } from './api.ts';
import { Contents } from './Contents.tsx';
import { type EditorContext, FormContext } from './context.ts';
import { Facts } from './Facts.tsx';
import { Head } from './Head.tsx';
import { Marks } from './Marks.tsx';
import { SectionPart } from './Sections.tsx';
import { FormStore, useStore } from './store.ts';
import { useDraft } from './use-draft.ts';
import { VerdictDialog } from './VerdictDialog.tsx';

interface EditorProps {
  definition: FormDefinition;
  form: ProjectForm;
  project: FormProject;
  /** Shows another revision; null is the newest. */
  onRevision: (revision: number | null) => void;
}

function startValues(form: ProjectForm): FormValues {
  return form.inputJson === '{}' ? (form.defaults as FormValues) : (JSON.parse(form.inputJson) as FormValues);
}

/** What the judge knows of the shown revision: what was right in it stays so. */
function judgeContext(form: ProjectForm, foreignFunds: boolean): JudgeContext {
  const errors = form.validation.Errors.map(({ StatusCode, Path = '' }) => ({ code: StatusCode.Code, path: Path }));
  return { today: form.today, foreignFunds, kept: { values: startValues(form), errors } };
}

/** What the fields need to know of the form around them. */
function useFormContext(store: FormStore, { form, project }: EditorProps, may: { edit: boolean; comment: boolean }) {
  const { viewer } = form.rights;
  return useMemo((): EditorContext => {
    const data = form.data as FormData;
    const lockState = { foreignFunds: project.foreignFunds, fromEarlier: data.fromEarlier === true };
    const ownComment = (field: Field) => (field.admin === true && viewer.admin) || (field.mei === true && viewer.mei);
    return {
      store,
      projectCode: project.code,
      viewer,
      lockState,
      currentYear: Number(form.today.slice(0, 4)),
      editable: (field) =>
        !field.computed && (may.edit ? !isLockedFor(field, viewer, lockState) : may.comment && ownComment(field)),
    };
  }, [store, form, project, viewer, may.edit, may.comment]);
}

/** The generic, schema-driven editor of one form. */
export function Editor(props: EditorProps) {
  const { definition, form, project, onRevision } = props;
  const { t, instant } = useText();
  const [verdictShown, setVerdictShown] = useState(false);
  const [leavingTo, setLeavingTo] = useState<{ revision: number | null } | null>(null);
  const newest = form.revision === (form.inputJsonRevisions[0]?.revision ?? 0);
  const mayEdit = form.rights.edit && newest;
  const mayComment = form.rights.comment && newest && !mayEdit;
  const store = useMemo(
    () =>
      new FormStore({
        definition,
        data: form.data as FormData,
        context: judgeContext(form, project.foreignFunds),
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
  const context = useFormContext(store, props, { edit: mayEdit, comment: mayComment });
  const showRevision = (revision: number | null) => {
    // Where the address changes the blocker asks; where it does not, this does.
    if (store.changed && !definition.revisionRoute) setLeavingTo({ revision });
    else onRevision(revision);
  };
  const leave =
    blocker.status === 'blocked'
      ? { stay: blocker.reset, go: blocker.proceed }
      : leavingTo && { stay: () => setLeavingTo(null), go: () => onRevision(leavingTo.revision) };

  return (
    <FormContext value={context}>
      <Head
        store={store}
        definition={definition}
        form={form}
        project={project}
        onVerdict={() => setVerdictShown(true)}
        onRevision={showRevision}
      />
      {draft.found && (
        <section className="panel form-notice" aria-label={t('forms.draft.title')}>
          <IconAlertTriangle size={18} aria-hidden color="var(--p-warning)" />
          <span style={{ flex: 1 }}>{t('forms.draft.text', { time: instant(draft.found.at) })}</span>
          <Button onClick={draft.restore}>{t('forms.draft.restore')}</Button>
          <Button variant="default" onClick={draft.drop}>
            {t('forms.draft.drop')}
          </Button>
        </section>
      )}
      <Facts form={form} />
      <div className="form-body">
        <Contents store={store} sections={definition.sections} />
        <div>
          {definition.sections.map((section, index) => (
            <SectionPart key={section.key} section={section} index={index} />
          ))}
          {questionsOf(form.code).length > 0 && (form.rights.mark || form.markJson !== null) && (
            <Marks form={form} project={project} />
          )}
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
        onVerdict={() => setVerdictShown(true)}
      />
      {verdictShown && <VerdictDialog store={store} onClose={() => setVerdictShown(false)} />}
      {leave && <LeaveDialog onStay={leave.stay} onGo={leave.go} />}
    </FormContext>
  );
}

function LeaveDialog({ onStay, onGo }: { onStay: () => void; onGo: () => void }) {
  const { t } = useText();
  return (
    <Dialog
      opened
      onClose={onStay}
      title={t('forms.leave.title')}
      footer={
        <>
          <Button variant="default" onClick={onGo}>
            {t('forms.leave.go')}
          </Button>
          <Button onClick={onStay}>{t('forms.leave.stay')}</Button>
        </>
      }
    >
      {t('forms.leave.text')}
    </Dialog>
  );
}
