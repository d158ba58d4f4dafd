import { Button, type ButtonProps, Loader, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FormSaved, ProjectForm, RevisionConflict } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { labelOfPath } from '@pimis/domain/forms/labels';
import { messageWithItemNumber } from '@pimis/domain/forms/form-item-number';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { ApiFailure } from '../api/client.ts';
import { connectionLost, whenBack } from '../api/connection.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconDeviceFloppy, IconLock, IconLockOpen } from '../ui/icons.ts';
import { useCommands } from '../ui/commands.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../ui/notify.tsx';
import { type FormProject, formQuery, submitForm } from './api.ts';
import { ActionButtons } from '../features/projects/ActionButtons.tsx';
import { projectQuery } from '../features/projects/api.ts';
import { formMessage } from '../features/projects/step-message.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FileTools } from './FileTools.tsx';
import { scrollToField, scrollToError } from './scroll-to-field.ts';
import { goToNextSection } from './sections-in-view.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { newestRevision, startValues } from './start.ts';
import { type FormStore, useStore } from './store.ts';

const SAVE = 1;
const LOCK = 2;
const UNLOCK = 3;

interface ActionBarProps {
  store: FormStore;
  form: ProjectForm;
  definition: FormDefinition;
  project: FormProject;
  mayEdit: boolean;
  mayComment: boolean;
  changed: boolean;
  draft: { kept: string | null; base: number };
  /** Called with the values that the accepted save sent. */
  onSaved: (sent: FormValues) => void;
  onValidation: () => void;
}

/** A press of the button does not move the focus: the user continues to type in the field. */
function keepCursor(event: MouseEvent<HTMLElement>): void {
  if (document.activeElement?.closest('.form-body')) event.preventDefault();
}

/** A button that keeps the focus while it is unavailable; a disabled button would lose it. */
function BarButton({
  busy,
  off,
  icon,
  onClick,
  onRefused,
  ...rest
}: ButtonProps & {
  busy: boolean;
  off: boolean;
  icon: ReactNode;
  onClick: () => void;
  /** Runs instead of `onClick` while the button is unavailable. */
  onRefused?: () => void;
  children: ReactNode;
}) {
  const idle = busy || off;
  return (
    <Button
      {...rest}
      leftSection={busy ? <Loader size={16} color="currentColor" /> : icon}
      onClick={() => (idle ? !busy && onRefused?.() : onClick())}
      data-disabled={off || undefined}
      aria-disabled={idle || undefined}
      aria-busy={busy}
    />
  );
}

/** Save, lock, unlock: the actions of this user on the form, and whether input is saved. */
export function ActionBar({
  store,
  form,
  definition,
  project,
  mayEdit,
  mayComment,
  changed,
  draft,
  onSaved,
  onValidation,
}: ActionBarProps) {
  const text = useText();
  const { t, time: clock } = text;
  const client = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const validation = useStore(store, (state) => state.validation);
  const begun = useStore(store, (state) => state.begun);
  const [busy, setBusy] = useState(false);
  const [leadsOn, setLeadsOn] = useState(false);
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState<{ theirs: RevisionConflict; base: FormValues } | null>(null);
  const newest = newestRevision(form);
  const shownNewest = form.revision === newest;

  const send = async (action: number, values: FormValues | null, baseRevision: number) => {
    if (busy) return;
    setBusy(true);
    const typed = store.values;
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
      if (action === LOCK || action === UNLOCK) await reportNextStep(action);
      else {
        reportSaved(saved);
        if (mayEdit) store.leaveAll();
      }
      setConflict(null);
      store.evaluate();
      onSaved(typed);
      // The merge equals the saved revision: nothing is saved, but the screen shows an older one.
      if (!saved.formNotChanged || saved.revision !== newest) await reload();
    } catch (failure) {
      const conflicting = failure instanceof ApiFailure ? failure.payloadOf('FormRevisionConflict') : null;
      if (conflicting) await openConflict(conflicting);
      else if (failure instanceof ApiFailure && failure.httpStatus === 0 && action === SAVE) waitToSave();
      else notifyFailure(failure, text, (place) => text.pair(labelOfPath(definition, place)) || undefined);
    } finally {
      setBusy(false);
    }
  };

  /** A save that failed without a connection is repeated with the present values when the connection is back. */
  const waitToSave = () => {
    connectionLost();
    giveUp.current = whenBack(`save/${form.id}`, () => latestSave.current());
    notifyWarning(t('forms.savedLater'));
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

  const reload = async () => {
    const base = path.replace(/\/revision\/\d+$/, '');
    await client.invalidateQueries({ queryKey: ['project', project.code] });
    await client.invalidateQueries({ queryKey: ['dashboard'] });
    await client.invalidateQueries({ queryKey: ['form', project.code, form.id] });
    if (base !== path) await navigate({ to: base, ignoreBlocker: true });
  };

  /** Reports a lock or unlock with what follows on the project; the steps that are shown then take the focus. */
  const reportNextStep = async (action: typeof LOCK | typeof UNLOCK) => {
    const done = t(action === LOCK ? 'forms.locked' : 'forms.unlocked');
    const stands = await client.fetchQuery({ ...projectQuery(project.code), staleTime: 0 });
    notifySuccess(formMessage(done, stands, text));
    setLeadsOn(true);
  };

  const reportSaved = (saved: FormSaved) => {
    if (saved.formNotChanged) notifyWarning(t('forms.notChanged'));
    else if (saved.errors.length > 0 && saved.warnings.length > 0) notifyWarning(t('forms.savedBoth'));
    else if (saved.errors.length > 0) notifyWarning(t('forms.savedErrors'));
    else if (saved.warnings.length > 0) notifyWarning(t('forms.savedWarnings'));
    else notifySuccess(t('forms.saved'));
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
  const save = () => {
    const values = ready();
    if (values) void send(SAVE, values, draft.base);
  };
  const latestSave = useRef(save);
  const giveUp = useRef(() => {});
  useEffect(() => {
    latestSave.current = save;
  });
  // The user has left the form: nothing is saved later, the input is stored as a draft.
  useEffect(() => () => giveUp.current(), []);
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
    if (store.validation.warnings.length > 0 && !asking) setAsking(true);
    else {
      setAsking(false);
      void send(LOCK, values, draft.base);
    }
  };

  const onKey = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.code === 'KeyS') {
      event.preventDefault();
      if ((mayEdit || mayComment) && !conflict) save();
    } else if (control && event.shiftKey && event.code === 'KeyL') {
      event.preventDefault();
      if (form.rights.lock && shownNewest && !conflict && !asking) lock();
    } else if (event.altKey && (event.key === 'PageDown' || event.key === 'PageUp')) {
      event.preventDefault();
      goToNextSection(event.key === 'PageDown' ? 1 : -1);
    } else if (control && event.code === 'KeyM') {
      event.preventDefault();
      onValidation();
    } else if (event.key === 'F8') {
      event.preventDefault();
      scrollToError(store, event.shiftKey ? -1 : 1);
    }
  };
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  useCommands([
    ...(form.rights.lock && shownNewest ? [{ title: t('forms.bar.lockForm'), run: lock }] : []),
    ...(form.rights.unlock ? [{ title: t('forms.bar.unlockForm'), run: () => void send(UNLOCK, null, newest) }] : []),
    ...(mayEdit || mayComment ? [{ title: t('forms.bar.saveForm'), run: save }] : []),
    { title: t('forms.validationTitle'), run: onValidation },
  ]);

  const reason = !shownNewest
    ? t('forms.lockOldRevision')
    : validation.errors.length > 0
      ? t(begun ? 'forms.lockUnfilled' : 'forms.lockBlocked')
      : null;
  const state = changed
    ? t('forms.bar.unsaved')
    : mayEdit || mayComment
      ? t(newest === 0 ? 'forms.noRevision' : 'forms.bar.saved')
      : t('forms.bar.readOnly');
  return (
    <div
      id="form-bar"
      tabIndex={-1}
      className="form-bar"
      role="toolbar"
      aria-label={t('forms.bar.label')}
      onMouseDown={keepCursor}
    >
      <span className="state" role="status">
        <span className="light" data-changed={changed} data-never={!changed && newest === 0} aria-hidden />
        <span className="strong">{state}</span>
        {changed && draft.kept && (
          <span className="meta hide-narrow">{t('forms.bar.draft', { time: clock(draft.kept) })}</span>
        )}
      </span>
      <Shortcuts />
      <FileTools store={store} form={form} project={project} mayImport={mayEdit && form.rights.import} />
      {!shownNewest && <span className="meta">{t('forms.archivedRevision', { n: form.revision })}</span>}
      {form.rights.lock && (
        <Tooltip label={reason} disabled={reason === null}>
          <BarButton
            variant="default"
            icon={<IconLock size={16} />}
            onClick={lock}
            onRefused={refuseLock}
            off={reason !== null}
            busy={busy}
          >
            {t('forms.bar.lock')}
            {validation.errors.length > 0 && !begun && (
              <span
                className="chip"
                style={{
                  marginLeft: 6,
                  height: 18,
                  padding: '0 6px',
                  background: 'var(--p-chip-stopped)',
                  color: 'var(--p-chip-stopped-text)',
                }}
              >
                {validation.errors.length}
              </span>
            )}
          </BarButton>
        </Tooltip>
      )}
      {shownNewest && form.status !== FORM_STATUS.unlocked && (
        <NextSteps form={form} project={project} focus={leadsOn} />
      )}
      {form.rights.unlock && (
        <BarButton
          variant="default"
          icon={<IconLockOpen size={16} />}
          onClick={() => void send(UNLOCK, null, newest)}
          off={false}
          busy={busy}
        >
          {t('forms.bar.unlock')}
        </BarButton>
      )}
      {(mayEdit || mayComment) && (
        <BarButton icon={<IconDeviceFloppy size={16} />} onClick={save} off={!changed} busy={busy}>
          {t(mayComment ? 'forms.bar.comments' : 'forms.bar.save')}
        </BarButton>
      )}
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={t('forms.lockTitle')}
          width="decide"
          confirm={
            <Button onClick={lock} loading={busy}>
              {t('forms.lockAnyway')}
            </Button>
          }
        >
          <p style={{ marginBottom: 8 }}>{t('forms.lockText')}</p>
          <WarningList store={store} />
        </Dialog>
      )}
      {conflict && (
        <ConflictDialog
          definition={definition}
          conflict={conflict.theirs}
          base={conflict.base}
          mine={store.values}
          busy={busy}
          onClose={() => setConflict(null)}
          onMerge={(values) => void send(SAVE, values, conflict.theirs.revision)}
        />
      )}
    </div>
  );
}

/** Steps of this user on the project, shown below the locked form. */
function NextSteps({ form, project, focus }: Pick<ActionBarProps, 'form' | 'project'> & { focus: boolean }) {
  const { data: stands } = useQuery(projectQuery(project.code));
  const steps = useRef<HTMLSpanElement>(null);
  const offered = stands !== undefined && stands.projectPhaseId === form.projectPhaseId;
  useEffect(() => {
    // The pressed button is gone, so the focus moves to the next one.
    if (focus && offered) steps.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [focus, offered]);
  if (!offered) return null;
  return (
    <span ref={steps} className="form-next">
      <ActionButtons project={stands} current />
    </span>
  );
}

function WarningList({ store }: { store: FormStore }) {
  const { data, language, t } = useText();
  return (
    <ol style={{ margin: 0, paddingLeft: 20 }}>
      {store.validation.warnings.map((item) => (
        <li key={`${item.code}${item.path}`}>
          {item.index > 0 && `${t('forms.row', { row: item.index })}: `}
          {data(messageWithItemNumber(store.definition, item, language === 'en' ? 'en' : 'sr'))}
        </li>
      ))}
    </ol>
  );
}
