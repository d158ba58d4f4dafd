import { useBlocker } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { isLockedFor } from '@pimis/domain/forms/access';
import { questionsOf } from '@pimis/domain/forms/marking';
import { mergeFormValues } from '@pimis/domain/forms/merge';
import { sameFormValues } from '@pimis/domain/forms/normalize';
import type { Field, FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { ActionBar } from './ActionBar.tsx';
import type { FormProject } from './api.ts';
import { Contents } from './Contents.tsx';
import { type EditorContext, FormContext } from './context.ts';
import { EarlierNotice } from './EarlierNotice.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { ReferenceData } from './ReferenceData.tsx';
import { FormPrint } from './FormPrint.tsx';
import { Head } from './Head.tsx';
import { HeldDraft } from './HeldDraft.tsx';
import { Marks } from './Marks.tsx';
import { RemarksContext, useRemarksOf } from './remarks/remarks.ts';
import { RemarksPanel } from './remarks/RemarksPanel.tsx';
import { SectionPart } from './Sections.tsx';
import { useSectionOfAddress } from './sections-in-view.ts';
import { copiedUnseen, judgeContext, newestRevision, startValues } from './start.ts';
import { FormStore } from './store.ts';
import { useStore } from './use-store.ts';
import { useUndo } from './undo.ts';
import { useDraft } from './use-draft.ts';
import { useMarks } from './use-marks.ts';
import { ValidationDialog } from './ValidationDialog.tsx';

/** The values that a save sent, and the store that received input meanwhile. */
export interface Carried {
  formId: number;
  sent: FormValues;
  store: FormStore;
  /** Deletes the draft of that store. */
  dropDraft: () => void;
}

interface EditorProps {
  definition: FormDefinition;
  form: ProjectForm;
  project: FormProject;
  /** It outlives the editor, because a saved revision opens a new editor. */
  carried: RefObject<Carried | null>;
  /** Shows another revision; null is the newest. */
  onRevision: (revision: number | null) => void;
}

/** The context of the fields: the store, rights and references of their form. */
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

/** Moves input that arrives during a save to the editor of the saved revision, which has another address. */
function useCarriedOver(
  store: FormStore,
  { definition, form, carried }: EditorProps,
  { editable, refreshFound }: { editable: boolean; refreshFound: () => void },
) {
  useLayoutEffect(() => {
    const before = carried.current;
    if (!before || before.store === store) return;
    carried.current = null;
    if (before.formId !== form.id || !editable || sameFormValues(definition, before.store.values, before.sent)) return;
    // The input contains the draft from before the save, which is not offered then.
    before.dropDraft();
    refreshFound();
    const versions = { base: before.sent, theirs: store.values, mine: before.store.values };
    store.replace(mergeFormValues(definition, versions).values);
  }, [store, definition, form.id, carried, editable, refreshFound]);
}

/**
 * The store of this screen. A form that was saved, locked or unlocked is loaded into the same fields: focus and input
 * stay. A revision of somebody else is compared when this user saves.
 */
function useFormStore({ definition, form, project, carried }: EditorProps, onRevision: () => void): FormStore {
  const input = useMemo(
    () => ({
      data: form.data as FormData,
      context: judgeContext(form, project.foreignFunds),
      values: startValues(form),
      neverSaved: newestRevision(form) === 0,
      copied: copiedUnseen(form),
    }),
    [form, project.foreignFunds],
  );
  const [store] = useState(() => new FormStore({ definition, ...input }));
  const shown = useRef({ input, revision: form.revision });
  useLayoutEffect(() => {
    if (shown.current.input === input) return;
    const sent = carried.current?.store === store ? carried.current.sent : undefined;
    if (!sent && store.changed && shown.current.revision !== form.revision) return;
    carried.current = null;
    shown.current = { input, revision: form.revision };
    store.load(input, sent);
    onRevision();
  });
  return store;
}

/** The generic, schema-driven editor of one form. */
export function Editor(props: EditorProps) {
  const { definition, form, project, carried, onRevision } = props;
  const { t } = useText();
  const showChecks = useRef(() => {});
  const onValidation = useCallback(() => showChecks.current(), []);
  const [leavingTo, setLeavingTo] = useState<{ revision: number | null } | null>(null);
  const newest = form.revision === newestRevision(form);
  const mayEdit = form.rights.edit && newest;
  const mayComment = form.rights.comment && newest && !mayEdit;
  const rebase = useRef(() => {});
  const store = useFormStore(props, () => rebase.current());
  const draft = useDraft(store, form, mayEdit || mayComment);
  rebase.current = draft.rebase;
  useUndo(store, mayEdit);
  useSectionOfAddress();
  useCarriedOver(store, props, { editable: mayEdit || mayComment, refreshFound: draft.refreshFound });
  const marks = useMarks(form);
  const remarks = useRemarksOf(form, project.code);
  const changed = useStore(store, (state) => state.changed);
  const isUnsaved = () => store.changed || marks.changed || remarks.typing;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const context = useFormContext(store, props, { edit: mayEdit, comment: mayComment });
  const showRevision = (revision: number | null) => {
    // The blocker asks if the URL changes; this asks if it does not.
    if (isUnsaved() && !definition.revisionRoute) setLeavingTo({ revision });
    else onRevision(revision);
  };
  const leave =
    blocker.status === 'blocked'
      ? { stay: blocker.reset, go: blocker.proceed }
      : leavingTo && { stay: () => setLeavingTo(null), go: () => onRevision(leavingTo.revision) };

  return (
    <FormContext value={context}>
      <RemarksContext value={remarks}>
        <Head
          store={store}
          definition={definition}
          form={form}
          project={project}
          onValidation={onValidation}
          onRevision={showRevision}
        />
        {draft.found && (
          <DraftNotice
            at={draft.found.at}
            older={draft.found.revision < newestRevision(form)}
            onRestore={draft.restore}
            onDrop={draft.dropFound}
          />
        )}
        {draft.held && (
          <HeldDraft
            draft={draft.held}
            definition={definition}
            projectCode={project.code}
            form={form}
            onDrop={draft.dropFound}
          />
        )}
        {mayEdit && !draft.found && <EarlierNotice store={store} form={form} project={project} />}
        <RemarksPanel form={form} />
        <ReferenceData form={form} />
        <FormPrint definition={definition} form={form} project={project} />
        <div className="form-body" data-reading={!mayEdit || undefined}>
          <Contents store={store} sections={definition.sections} />
          <div>
            {definition.sections.map((section, index) => (
              <SectionPart key={section.key} section={section} index={index} />
            ))}
            {questionsOf(form.code).length > 0 && (form.rights.mark || form.markJson !== null) && (
              <Marks form={form} project={project} state={marks} />
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
          draft={draft}
          onSaved={(sent, follows) => {
            if (sameFormValues(definition, store.values, sent)) draft.drop();
            // The user may type until the saved revision arrives. If none is expected, a later one is somebody else's.
            if (follows) carried.current = { formId: form.id, sent, store, dropDraft: draft.drop };
          }}
          onValidation={onValidation}
        />
        <Checks store={store} shower={showChecks} />
        {leave && (
          <LeaveDialog
            title={t('forms.leave.title')}
            stay={t('forms.leave.stay')}
            go={t('forms.leave.go')}
            onStay={leave.stay}
            onGo={leave.go}
          >
            {(changed || marks.changed) && <p>{t('forms.leave.text')}</p>}
            {remarks.typing && <p>{t('forms.leave.remark')}</p>}
          </LeaveDialog>
        )}
      </RemarksContext>
    </FormContext>
  );
}

/** The dialog of checks. It has a state of its own, so that the form is not rendered again when it opens. */
function Checks({ store, shower }: { store: FormStore; shower: RefObject<() => void> }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    shower.current = () => setShown(true);
  }, [shower]);
  return shown && <ValidationDialog store={store} onClose={() => setShown(false)} />;
}
