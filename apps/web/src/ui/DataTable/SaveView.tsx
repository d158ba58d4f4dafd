import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { TableView } from '@pimis/contract/table-views';
import { can } from '@pimis/domain/access/policies';
import { VIEW_NAME_MAX } from '@pimis/domain/table-views/limits';
import { isBlank } from '@pimis/domain/text/blank';
import { ApiFailure, call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../Dialog.tsx';
import { IconPencil, IconStar, IconStarFilled, IconUsers, IconX } from '../icons.ts';
import { notifyFailure, notifyWarning } from '../notify.tsx';
import { useSavedViews } from './saved-views.ts';

interface SaveViewProps {
  table: string;
  /** The present state of the table. */
  search: TableView['search'];
  onClose: () => void;
}

/** Saves the present state under a name, and lists the saved views with what can be done with them. */
export function SaveView({ table, search, onClose }: SaveViewProps) {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const { views, changed } = useSavedViews(table);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The name of a view that somebody else changed while it was about to be replaced. */
  const [beside, setBeside] = useState<string | null>(null);
  /** A view of this name is replaced: its state, not its sharing. */
  const replaced = views.find((view) => view.name === name.trim() && view.shared === shared && view.mayChange);
  const run = async (work: () => Promise<unknown>, done?: () => void, told?: (failure: unknown) => boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      done?.();
    } catch (failure) {
      if (!told?.(failure))
        notifyFailure(failure, text, (field) => (field === 'name' ? t('table.views.name') : undefined));
    } finally {
      setBusy(false);
      await changed();
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(name)) return;
    void run(
      () =>
        replaced
          ? call('PUT /table-views/:viewId', {
              params: { viewId: replaced.id },
              body: { search, revision: replaced.revision },
            })
          : call('POST /table-views', { body: { table, name: name.trim(), search, shared } }),
      onClose,
      (failure) => {
        const isBeside = isConflict(failure);
        if (isBeside) setBeside(name.trim());
        return isBeside;
      },
    );
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('table.views.save')}
      unsaved={!isBlank(name)}
      confirm={
        <Button type="submit" form="view-name" loading={busy} disabled={isBlank(name)}>
          {t(replaced ? 'table.views.replace' : 'common.save')}
        </Button>
      }
    >
      <form id="view-name" onSubmit={save}>
        {beside !== null && beside === name.trim() && (
          <p className="late" role="alert">
            {t('table.views.beside')}
          </p>
        )}
        <TextInput
          label={t('table.views.name')}
          description={t('table.views.hint')}
          required
          maxLength={VIEW_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {can(user, 'view.share') && (
          <Checkbox
            mt="sm"
            label={t('table.views.share')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
      </form>
      {views.length > 0 && (
        <ul className="saved-views" aria-label={t('table.views.title')}>
          {views.map((view) => (
            <SavedView key={view.id} view={view} busy={busy} run={run} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface SavedViewProps {
  view: TableView;
  busy: boolean;
  run: (work: () => Promise<unknown>, done?: () => void, told?: (failure: unknown) => boolean) => Promise<void>;
}

/** Whether a view was refused because somebody else changed it. */
const isConflict = (failure: unknown): boolean => failure instanceof ApiFailure && failure.name === 'RecordConflict';

/** A saved view: default or not, its name, and its removal. */
function SavedView({ view, busy, run }: SavedViewProps) {
  const { t, data } = useText();
  const shown = data(view.name);
  const [name, setName] = useState<string | null>(null);
  const params = { viewId: view.id };
  const tool = { variant: 'subtle', color: 'gray', disabled: busy } as const;
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (name === null || isBlank(name)) return;
    const body = { name: name.trim(), revision: view.revision };
    void run(
      () => call('PUT /table-views/:viewId', { params, body }),
      () => setName(null),
    );
  };
  const setDefault = () =>
    run(() =>
      call(view.isDefault ? 'DELETE /table-views/:viewId/default' : 'PUT /table-views/:viewId/default', { params }),
    );
  const remove = () =>
    run(
      () => call('DELETE /table-views/:viewId', { params, query: { revision: view.revision } }),
      undefined,
      (failure) => {
        if (isConflict(failure)) notifyWarning(t('table.views.besideRemoval', { name: shown }));
        return isConflict(failure);
      },
    );
  if (name !== null) {
    return (
      <li>
        <form onSubmit={rename} className="saved-view-name">
          <TextInput
            aria-label={t('table.views.newName', { name: shown })}
            maxLength={VIEW_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" variant="default" disabled={isBlank(name) || busy}>
            {t('table.views.rename')}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <span className="saved-view-name">
        {view.shared && <IconUsers size={14} aria-label={t('table.views.sharedView')} />} {shown}
      </span>
      <ActionIcon
        {...tool}
        aria-pressed={view.isDefault}
        aria-label={t('table.views.default', { name: shown })}
        onClick={() => void setDefault()}
      >
        {view.isDefault ? <IconStarFilled size={14} /> : <IconStar size={14} />}
      </ActionIcon>
      {view.mayChange && (
        <>
          <ActionIcon
            {...tool}
            aria-label={t('table.views.renameNamed', { name: shown })}
            onClick={() => setName(view.name)}
          >
            <IconPencil size={14} />
          </ActionIcon>
          <ActionIcon {...tool} aria-label={t('table.views.remove', { name: shown })} onClick={() => void remove()}>
            <IconX size={14} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}
