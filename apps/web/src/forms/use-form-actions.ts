import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FormSaved, ProjectForm, RevisionConflict } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { mergeSubmitted } from '@pimis/domain/forms/access';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { labelOfPath } from '@pimis/domain/forms/labels';
import type { FormData, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { ApiFailure } from '../api/client.ts';
import { connectionLost, whenBack } from '../api/connection.ts';
import { projectQuery } from '../features/projects/api.ts';
import { formMessage } from '../features/projects/step-message.ts';
import { type Text, useText } from '../i18n/use-text.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../ui/notify.tsx';
import { type FormProject, formQuery, submitForm } from './api.ts';
import { scrollToField } from './scroll-to-field.ts';
import { newestRevision, startValues } from './start.ts';
import type { FormStore } from './store.ts';

const FORBIDDEN = 403;
const CONFLICT = 409;

export interface EditedForm {
  store: FormStore;
  form: ProjectForm;
  definition: FormDefinition;
  project: FormProject;
  mayEdit: boolean;
  draft: { storedAt: string | null; isUnkept: boolean; base: number };
  /** Called with the values that the accepted save sent; input beside them stays. `follows`: a revision is read after it. */
  onSaved: (sent: FormValues, follows: boolean) => void;
}

function reportSaved({ formNotChanged, errors, warnings }: FormSaved, t: Text['t']): void {
  if (formNotChanged) notifyWarning(t('forms.notChanged'));
  else if (errors.length > 0 && warnings.length > 0) notifyWarning(t('forms.savedBoth'));
  else if (errors.length > 0) notifyWarning(t('forms.savedErrors'));
  else if (warnings.length > 0) notifyWarning(t('forms.savedWarnings'));
  else notifySuccess(t('forms.saved'));
}

/**
 * Returns what follows a save that failed without a connection: it is repeated, with the values of that moment, when the
 * connection is back. Who leaves the form saves nothing later; the input is stored as a draft.
 */
function useSaveWhenBack(formId: number, save: () => void): () => void {
  const { t } = useText();
  const latest = useRef(save);
  const giveUp = useRef(() => {});
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => giveUp.current(), []);
  return () => {
    connectionLost();
    giveUp.current = whenBack(`save/${formId}`, () => latest.current());
    notifyWarning(t('forms.savedLater'));
  };
}

/** Saves, locks and unlocks a form, with what follows: messages, a conflict of revisions, a lost connection. */
export function useFormActions({ store, form, definition, project, mayEdit, draft, onSaved }: EditedForm) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [busy, setBusy] = useState(false);
  const [isNextFocused, setNextFocused] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [conflict, setConflict] = useState<{ theirs: RevisionConflict; base: FormValues } | null>(null);
  const newest = newestRevision(form);
  const shownNewest = form.revision === newest;
  const saveWhenBack = useSaveWhenBack(form.id, () => save());

  /** `onAccepted` runs before what follows an accepted save. */
  const send = async (action: number, values: FormValues | null, baseRevision: number, onAccepted?: () => void) => {
    if (busy) return;
    setBusy(true);
    const sent = mayEdit || !values ? store.values : values;
    try {
      const saved = await submitForm({
        projectCode: project.code,
        projectPhaseId: form.projectPhaseId,
        id: form.id,
        formCode: form.code,
        action,
        baseRevision,
        ...(values ? { json: JSON.stringify(values) } : {}),
      });
      if (action === FORM_ACTION.lock || action === FORM_ACTION.unlock) await reportNextStep(action);
      else {
        reportSaved(saved, t);
        if (mayEdit) store.leaveAll();
      }
      setConflict(null);
      onAccepted?.();
      store.evaluate();
      // The merge equals the saved revision: nothing is saved, but the screen shows an older one.
      const follows = !saved.formNotChanged || saved.revision !== newest;
      // An unlock sends no values: what was typed is still to be saved.
      if (values) onSaved(sent, follows);
      if (follows) await reload();
    } catch (failure) {
      const conflicting = failure instanceof ApiFailure ? failure.payloadOf('FormRevisionConflict') : null;
      if (conflicting) await openConflict(conflicting);
      else if (failure instanceof ApiFailure && failure.httpStatus === 0 && action === FORM_ACTION.save) saveWhenBack();
      else if (!(await isExplainedByLock(failure)))
        notifyFailure(failure, text, (place) => text.pair(labelOfPath(definition, place)) || undefined);
    } finally {
      setBusy(false);
    }
  };

  const openConflict = async (theirs: RevisionConflict) => {
    try {
      const base =
        draft.base === form.revision
          ? startValues(form)
          : draft.base === 0
            ? (form.defaults as FormValues)
            : startValues((await client.fetchQuery(formQuery(project.code, form.id, draft.base))).form);
      setConflict({ theirs, base });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };

  /** Reads the form anew after a refusal: a colleague may have changed it. Tells that they have locked it, and returns so. */
  const isExplainedByLock = async (failure: unknown): Promise<boolean> => {
    if (!(failure instanceof ApiFailure) || ![FORBIDDEN, CONFLICT].includes(failure.httpStatus)) return false;
    // Input stays, and so does its draft.
    await readAnew();
    const present = await client.fetchQuery(formQuery(project.code, form.id, undefined)).catch(() => null);
    if (form.status !== FORM_STATUS.unlocked || present?.form.status !== FORM_STATUS.locked) return false;
    const { lockedBy } = present.form;
    const parts = [
      t('forms.lockedMeanwhile.locked'),
      ...(lockedBy === null ? [] : [t('forms.lockedMeanwhile.by', { name: text.data(lockedBy) })]),
      ...(store.changed ? [t(draft.isUnkept ? 'forms.lockedMeanwhile.unkept' : 'forms.lockedMeanwhile.kept')] : []),
      ...(store.changed && present.form.rights.comment ? [t('forms.lockedMeanwhile.comments')] : []),
    ];
    notifyWarning(parts.join(' '), { stays: true });
    return true;
  };

  const readAnew = async () => {
    await client.invalidateQueries({ queryKey: ['project', project.code] });
    await client.invalidateQueries({ queryKey: ['dashboard'] });
    await client.invalidateQueries({ queryKey: ['form', project.code, form.id] });
  };

  const reload = async () => {
    const base = path.replace(/\/revision\/\d+$/, '');
    await readAnew();
    if (base !== path) await navigate({ to: base, ignoreBlocker: true });
  };

  /** Reports a lock or unlock with what follows on the project; the steps that are shown then take the focus. */
  const reportNextStep = async (action: typeof FORM_ACTION.lock | typeof FORM_ACTION.unlock) => {
    const done = t(action === FORM_ACTION.lock ? 'forms.locked' : 'forms.unlocked');
    // It is done, whether or not it can be read what follows.
    const stands = await client.fetchQuery({ ...projectQuery(project.code), staleTime: 0 }).catch(() => null);
    notifySuccess(stands ? formMessage(done, stands, text) : done);
    setNextFocused(true);
  };

  /** The values to send; null if one cannot be read. Then its field is shown and nothing is sent. */
  const ready = (): FormValues | null => {
    store.evaluate();
    const { values, unreadable } = store.sendable();
    const [first] = unreadable;
    if (first === undefined) return values;
    const shown = store.validation.errors.find(({ path: at }) =>
      unreadable.some((place) => at === place || at.startsWith(`${place}.`)),
    );
    notifyWarning(t('forms.unreadable', { count: unreadable.length }));
    scrollToField(store, shown?.path ?? first);
    return null;
  };
  /** Who may write comments alone sends nothing else: other input was typed before the form was locked, and waits. */
  const commentsOf = (values: FormValues, stored: FormValues) =>
    mergeSubmitted(definition, values, stored, {
      viewer: form.rights.viewer,
      foreignFunds: project.foreignFunds,
      data: form.data as FormData,
      commentsOnly: true,
    });
  const save = () => {
    const values = mayEdit ? ready() : commentsOf(store.values, startValues(form));
    if (values) void send(FORM_ACTION.save, values, draft.base);
  };
  /** Shows all errors after an attempt to lock, and scrolls to the first. */
  const refuseLock = () => {
    if (!shownNewest || store.validation.errors.length === 0) return;
    store.leaveAll();
    notifyWarning(t('forms.lockBlocked'));
    scrollToField(store, store.validation.errors[0]?.path ?? '');
  };
  const lock = () => {
    const values = ready();
    if (!values) return;
    if (store.validation.errors.length > 0) {
      refuseLock();
      return;
    }
    if (store.validation.warnings.length > 0) setConfirming(true);
    else void send(FORM_ACTION.lock, values, draft.base);
  };
  /** Apart from `lock`: a second press of its button answers no question. */
  const lockAnyway = () => {
    setConfirming(false);
    const values = ready();
    if (values) void send(FORM_ACTION.lock, values, draft.base);
  };

  return {
    busy,
    save,
    lock,
    lockAnyway,
    refuseLock,
    unlock: () => void send(FORM_ACTION.unlock, null, newest),
    /** Saves the merge of the user's values and a newer revision. */
    saveMerged: (values: FormValues, theirs: RevisionConflict) => {
      if (mayEdit) return void send(FORM_ACTION.save, values, theirs.revision);
      const comments = commentsOf(values, JSON.parse(theirs.inputJson) as FormValues);
      // Not before it is accepted: a further conflict is one between the user's own input and that of others.
      return void send(FORM_ACTION.save, comments, theirs.revision, () => store.replace(values));
    },
    conflict,
    closeConflict: () => setConflict(null),
    /** A form with warnings is locked only after the user has confirmed it. */
    isConfirming,
    cancelLock: () => setConfirming(false),
    /** The form was locked or unlocked here: the steps that follow take the focus. */
    isNextFocused,
  };
}
