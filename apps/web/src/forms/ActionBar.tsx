import { Tooltip } from '@mantine/core';
import type { MouseEvent } from 'react';
import { FORM_STATUS } from '@pimis/domain/constants';
import { useText } from '../i18n/use-text.ts';
import { useCommands } from '../ui/commands.ts';
import { IconDeviceFloppy, IconLock, IconLockOpen } from '../ui/icons.ts';
import { BarButton } from './BarButton.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { EditedForm } from './edited-form.ts';
import { EarlierTool } from './EarlierNotice.tsx';
import { FileTools } from './FileTools.tsx';
import { LockDialog } from './LockDialog.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { newestRevision } from './start.ts';
import type { FormStore } from './store.ts';
import { useStore } from './use-store.ts';
import { useFormActions } from './use-form-actions.ts';
import { useFormKeys } from './use-form-keys.ts';

interface ActionBarProps extends EditedForm {
  mayComment: boolean;
  changed: boolean;
  onValidation: () => void;
}

/** A press of the button does not move the focus: the user continues to type in the field. */
function keepCursor(event: MouseEvent<HTMLElement>): void {
  if (document.activeElement?.closest('.form-body')) event.preventDefault();
}

/** Save, lock, unlock: the actions of this user on the form, and whether input is saved. */
export function ActionBar({ mayComment, changed, onValidation, ...edited }: ActionBarProps) {
  const { store, form, definition, project, mayEdit, draft } = edited;
  const { t } = useText();
  const actions = useFormActions(edited);
  const { busy, save, locking, unlock, conflict } = actions;
  const { lock } = locking;
  const newest = newestRevision(form);
  const shownNewest = form.revision === newest;
  const maySave = mayEdit || mayComment;
  const mayLock = form.rights.lock && shownNewest;

  useFormKeys({
    store,
    save: maySave && !conflict ? save : null,
    lock: mayLock && !conflict && !locking.isConfirming ? lock : null,
    onValidation,
  });
  useCommands([
    ...(mayLock ? [{ title: t('forms.bar.lockForm'), run: lock }] : []),
    ...(form.rights.unlock ? [{ title: t('forms.bar.unlockForm'), run: unlock }] : []),
    ...(maySave ? [{ title: t('forms.bar.saveForm'), run: save }] : []),
    { title: t('forms.validationTitle'), run: onValidation },
  ]);

  return (
    <div
      id="form-bar"
      tabIndex={-1}
      className="form-bar"
      role="toolbar"
      aria-label={t('forms.bar.label')}
      onMouseDown={keepCursor}
    >
      <SaveState changed={changed} isNeverSaved={newest === 0} maySave={maySave} draft={draft} />
      <Shortcuts />
      <FileTools store={store} form={form} project={project} mayImport={mayEdit && form.rights.import} />
      {mayEdit && <EarlierTool store={store} form={form} project={project} />}
      {!shownNewest && <span className="meta">{t('forms.archivedRevision', { n: form.revision })}</span>}
      {form.rights.lock && (
        <LockButton store={store} shownNewest={shownNewest} busy={busy} onLock={lock} onRefused={locking.refuse} />
      )}
      <NextSteps
        form={form}
        project={project}
        isLocked={shownNewest && form.status !== FORM_STATUS.unlocked}
        focus={actions.isNextFocused}
      />
      {form.rights.unlock && (
        <BarButton variant="default" icon={<IconLockOpen size={16} />} onClick={unlock} off={false} busy={busy}>
          {t('forms.bar.unlock')}
        </BarButton>
      )}
      {maySave && (
        <BarButton icon={<IconDeviceFloppy size={16} />} onClick={save} off={!changed} busy={busy}>
          {t(mayComment ? 'forms.bar.comments' : 'forms.bar.save')}
        </BarButton>
      )}
      {locking.isConfirming && (
        <LockDialog store={store} busy={busy} onLock={locking.lockAnyway} onClose={locking.cancel} />
      )}
      {conflict && (
        <ConflictDialog
          definition={definition}
          projectCode={project.code}
          conflict={conflict.theirs}
          base={conflict.base}
          mine={store.values}
          busy={busy}
          onClose={actions.closeConflict}
          onMerge={(values) => actions.saveMerged(values, conflict.theirs)}
        />
      )}
    </div>
  );
}

interface SaveStateProps {
  changed: boolean;
  isNeverSaved: boolean;
  maySave: boolean;
  draft: EditedForm['draft'];
}

/** Shows whether the input is saved and, if not, whether the browser keeps it as a draft. */
function SaveState({ changed, isNeverSaved, maySave, draft }: SaveStateProps) {
  const { t, time } = useText();
  const saved = isNeverSaved ? t('forms.noRevision') : t('forms.bar.saved');
  const unchanged = maySave ? saved : t('forms.bar.readOnly');
  return (
    <span className="state" role="status">
      <span className="light" data-changed={changed} data-never={!changed && isNeverSaved} aria-hidden />
      <span className="strong">{changed ? t('forms.bar.unsaved') : unchanged}</span>
      {changed && draft.isUnkept && <span className="late">{t('forms.bar.noDraft')}</span>}
      {changed && !draft.isUnkept && draft.storedAt && (
        <span className="meta hide-narrow">{t('forms.bar.draft', { time: time(draft.storedAt) })}</span>
      )}
    </span>
  );
}

interface LockButtonProps {
  store: FormStore;
  shownNewest: boolean;
  busy: boolean;
  onLock: () => void;
  onRefused: () => void;
}

/** Locks the newest revision while it has no errors; otherwise shows the reason and the number of errors. */
function LockButton({ store, shownNewest, busy, onLock, onRefused }: LockButtonProps) {
  const { t } = useText();
  const errors = useStore(store, (state) => state.validation.errors.length);
  const isNew = useStore(store, (state) => state.isNew);
  const blocked = errors > 0 ? t(isNew ? 'forms.lockUnfilled' : 'forms.lockBlocked') : null;
  const reason = shownNewest ? blocked : t('forms.lockOldRevision');
  return (
    <Tooltip label={reason} disabled={reason === null}>
      <BarButton
        variant="default"
        icon={<IconLock size={16} />}
        onClick={onLock}
        onRefused={onRefused}
        off={reason !== null}
        busy={busy}
      >
        {t('forms.bar.lock')}
        {errors > 0 && !isNew && (
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
            {errors}
          </span>
        )}
      </BarButton>
    </Tooltip>
  );
}
