import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectAppropriation } from '@pimis/contract/options';
import { FLUENT_MESSAGES, isFluentCode } from '@pimis/domain/forms/messages';
import { call } from '../../../api/client.ts';
import { useText } from '../../../i18n/use-text.ts';
import { notifyFailure, notifySuccess, notifyWarning } from '../../../ui/notify.tsx';

/** The choice of a project's appropriations, ticked one by one and saved together; `kept` are the ids in use. */
export function useAppropriationChoice(code: string, kept: ReadonlySet<number>) {
  const text = useText();
  const { t, pair } = text;
  const client = useQueryClient();
  /** The user's own unsaved changes, without additions and removals by a colleague meanwhile. */
  const [changes, setChanges] = useState<ReadonlyMap<number, { row: ProjectAppropriation; selected: boolean }>>(
    new Map(),
  );
  const [busy, setBusy] = useState(false);
  /** The changes have been accepted; they stay visible until they are reloaded. */
  const [saved, setSaved] = useState(false);
  const isSelected = (id: number) => changes.get(id)?.selected ?? kept.has(id);
  const unsaved = [...changes.values()].filter(({ row, selected }) => selected !== kept.has(row.id));
  const added = unsaved.filter(({ selected }) => selected).map(({ row }) => row);
  const removed = unsaved.filter(({ selected }) => !selected).map(({ row }) => row);
  const toggle = (row: ProjectAppropriation) => {
    const selected = !isSelected(row.id);
    const next = new Map(changes);
    // A row ticked and unticked again is not a change.
    if (selected === kept.has(row.id)) next.delete(row.id);
    else next.set(row.id, { row, selected });
    setChanges(next);
  };
  const refresh = () => client.invalidateQueries({ queryKey: ['project', code] });
  const apply = async () => {
    if (unsaved.length === 0) {
      notifyWarning(t('options.appropriations.unchanged'));
      return;
    }
    setBusy(true);
    try {
      const { additional } = await call('PUT /projects/:projectCode/appropriations', {
        params: { projectCode: code },
        body: { add: added.map(({ id }) => id), remove: removed.map(({ id }) => id) },
      });
      setSaved(true);
      notifySuccess(t('options.appropriations.applied'));
      for (const { StatusCode } of additional.warnings) {
        if (isFluentCode(StatusCode.Code)) notifyWarning(pair(FLUENT_MESSAGES[StatusCode.Code]));
      }
      await refresh();
      setChanges(new Map());
    } catch (failure) {
      notifyFailure(failure, text);
      await refresh();
    } finally {
      setBusy(false);
      setSaved(false);
    }
  };
  return {
    isSelected,
    toggle,
    added,
    /** The change of the number of used appropriations. */
    difference: added.length - removed.length,
    isUnsaved: unsaved.length > 0 && !saved,
    busy,
    apply,
  };
}
