import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FormSaved, RevisionConflict } from '@pimis/contract/forms';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { labelOfPath } from '@pimis/domain/forms/labels';
import type { FormValues } from '@pimis/domain/forms/types';
import { ApiFailure } from '../api/client.ts';
import { connectionLost, whenBack } from '../api/connection.ts';
import { type Text, useText } from '../i18n/use-text.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../ui/notify.tsx';
import { submitForm } from './api.ts';
import type { EditedForm } from './edited-form.ts';
import { reportNextStep } from './report-next-step.ts';
import { newestRevision, startValues } from './start.ts';
import { useFreshForm } from './use-fresh-form.ts';
import { useInputToSend } from './use-input-to-send.ts';
import { useLock } from './use-lock.ts';
import { useReturn } from './use-return.ts';
import { useRevisionConflict } from './use-revision-conflict.ts';

function reportSaved({ formNotChanged, errors, warnings }: FormSaved, t: Text['t']): void {
  if (formNotChanged) notifyWarning(t('forms.notChanged'));
  else if (errors.length > 0 && warnings.length > 0) notifyWarning(t('forms.savedBoth'));
  else if (errors.length > 0) notifyWarning(t('forms.savedErrors'));
  else if (warnings.length > 0) notifyWarning(t('forms.savedWarnings'));
  else notifySuccess(t('forms.saved'));
}

/**
 * Returns a function for a save that failed without a connection, or while the installation is read-only: it saves
 * again when that is over, with the values that the form has then. After the user leaves the form nothing is saved; the
 * input is stored as a draft.
 */
function useSaveWhenBack(formId: number, save: () => void): (failure: ApiFailure) => void {
  const { t } = useText();
  const latest = useRef(save);
  const giveUp = useRef(() => {});
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => giveUp.current(), []);
  return ({ httpStatus }) => {
    const isOffline = httpStatus === 0;
    if (isOffline) connectionLost();
    giveUp.current = whenBack(`save/${formId}`, () => latest.current());
    notifyWarning(t(isOffline ? 'forms.savedLater' : 'forms.savedAfterReadOnly'));
  };
}

/** Saves, locks and unlocks a form, and handles the results: messages, a conflict of revisions, a lost connection. */
export function useFormActions(edited: EditedForm) {
  const { store, form, definition, project, mayEdit, draft, onSaved } = edited;
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [isNextFocused, setNextFocused] = useState(false);
  const newest = newestRevision(form);
  const { conflict, ...conflicts } = useRevisionConflict(edited);
  const { reload, isExplainedByClosing, readOnReturn } = useFreshForm(edited);
  const { readable, commentsOf } = useInputToSend(edited);
  const saveWhenBack = useSaveWhenBack(form.id, () => save());

  /** `onAccepted` runs first after an accepted save. */
  const send = async (action: number, values: FormValues | null, baseRevision: number, onAccepted?: () => void) => {
    if (busy) return;
    setBusy(true);
    const sent = mayEdit || !values ? store.values : values;
    try {
      // A running request would return the saved revision as if it were a colleague's.
      await client.cancelQueries({ queryKey: ['form', project.code, form.id] });
      const saved = await submitForm({
        projectCode: project.code,
        projectPhaseId: form.projectPhaseId,
        id: form.id,
        formCode: form.code,
        action,
        baseRevision,
        ...(values ? { json: JSON.stringify(values) } : {}),
        ...(values && mayEdit ? { unseen: store.unseen } : {}),
      });
      if (action === FORM_ACTION.lock || action === FORM_ACTION.unlock) await reportLocking(action);
      else {
        reportSaved(saved, t);
        if (mayEdit) store.leaveAll();
      }
      conflicts.close();
      onAccepted?.();
      store.evaluate();
      // The merged values equal the saved revision: nothing is saved, but the screen still shows an older one.
      const follows = !saved.formNotChanged || saved.revision !== newest;
      // An unlock sends no values, so typed input is still unsaved.
      if (values) onSaved(sent, follows);
      if (follows) await reload();
    } catch (failure) {
      const conflicting = failure instanceof ApiFailure ? failure.payloadOf('FormRevisionConflict') : null;
      if (conflicting) await conflicts.open(conflicting);
      else if (failure instanceof ApiFailure && failure.canWait && action === FORM_ACTION.save) saveWhenBack(failure);
      else if (!(await isExplainedByClosing(failure)))
        notifyFailure(failure, text, (place) => text.pair(labelOfPath(definition, place)) || undefined);
    } finally {
      setBusy(false);
    }
  };

  /** Reports a lock or unlock with the next step of the project; the steps then shown take the focus. */
  const reportLocking = async (action: typeof FORM_ACTION.lock | typeof FORM_ACTION.unlock) => {
    const done = t(action === FORM_ACTION.lock ? 'forms.locked' : 'forms.unlocked');
    await reportNextStep(client, project.code, done, text);
    setNextFocused(true);
  };

  const save = () => {
    const values = mayEdit ? readable() : commentsOf(store.values, startValues(form));
    if (values) void send(FORM_ACTION.save, values, draft.base);
  };
  const locking = useLock({
    store,
    shownNewest: form.revision === newest,
    readable,
    send: (values) => void send(FORM_ACTION.lock, values, draft.base),
  });

  useReturn(async () => {
    if (!busy) await readOnReturn();
  });

  return {
    busy,
    save,
    locking,
    unlock: () => void send(FORM_ACTION.unlock, null, newest),
    /** Saves the merge of the user's values and a newer revision. */
    saveMerged: (values: FormValues, theirs: RevisionConflict) => {
      if (mayEdit) return void send(FORM_ACTION.save, values, theirs.revision);
      const comments = commentsOf(values, JSON.parse(theirs.inputJson) as FormValues);
      // The editor takes the merged values only after the save: a further conflict must compare the user's own input.
      return void send(FORM_ACTION.save, comments, theirs.revision, () => store.replace(values));
    },
    conflict,
    closeConflict: conflicts.close,
    /** The form was locked or unlocked here: the steps that follow take the focus. */
    isNextFocused,
  };
}
