import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RevisionConflict } from '@pimis/contract/forms';
import { defaultSide, type MergeItem, mergeFormValues, type Side } from '@pimis/domain/forms/merge';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { allDocumentsQuery } from '../features/projects/api.ts';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { placeText } from './change-text.ts';
import { useShown } from './use-shown.ts';

interface ConflictDialogProps {
  definition: FormDefinition;
  projectCode: string;
  conflict: RevisionConflict;
  /** The revision that both started from. */
  base: FormValues;
  mine: FormValues;
  busy: boolean;
  onClose: () => void;
  /** Values merged field by field, to be saved on top of the newest revision. */
  onMerge: (values: FormValues) => void;
}

/**
 * Shown when two people edited at the same time: lists the differences by field and asks which value to keep. A value
 * changed by only one of them is kept by default.
 */
export function ConflictDialog({
  definition,
  projectCode,
  conflict,
  base,
  mine,
  busy,
  onClose,
  onMerge,
}: ConflictDialogProps) {
  const { t, data, pair, instant } = useText();
  const [picked, setPicked] = useState<ReadonlyMap<string, Side>>(new Map());
  const theirs = useMemo(() => JSON.parse(conflict.inputJson) as FormValues, [conflict]);
  const { items, values } = useMemo(
    () => mergeFormValues(definition, { base, theirs, mine }, picked),
    [definition, base, theirs, mine, picked],
  );
  const { data: documents } = useQuery(allDocumentsQuery(projectCode));
  const shown = useShown(documents);
  const choice = (item: MergeItem, side: Side, label: string) => (
    <Radio
      name={item.key}
      checked={(picked.get(item.key) ?? defaultSide(item.by)) === side}
      onChange={() => setPicked(new Map([...picked, [item.key, side]]))}
      label={placeText(item.field, item[side], shown)}
      aria-label={`${label}: ${t(`forms.conflict.${side}`)}`}
    />
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('forms.conflict.title')}
      width="compare"
      confirm={
        <Button onClick={() => onMerge(values)} loading={busy}>
          {t('forms.conflict.merge')}
        </Button>
      }
    >
      <p style={{ marginBottom: 12 }}>
        {t('forms.conflict.text', {
          user: data(conflict.userName),
          time: instant(conflict.date),
          n: conflict.revision,
        })}
      </p>
      <div className="scroll-x" style={{ maxHeight: 420, overflowY: 'auto' }}>
        <table className="plain">
          <thead>
            <tr>
              <th>{t('forms.conflict.field')}</th>
              <th>{t('forms.conflict.mine')}</th>
              <th>{t('forms.conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => {
              const place = item.table && `${pair(item.table)}, ${t('forms.row', { row: item.row })}`;
              const whole = item.table === item.field.label;
              const label = [place, !whole && pair(item.field.label)].filter(Boolean).join(': ');
              return (
                <tr key={item.key}>
                  <th scope="row">
                    {place && (
                      <span className={whole ? undefined : 'meta'}>
                        {place}
                        <br />
                      </span>
                    )}
                    {!whole && pair(item.field.label)}
                    {item.by === 'both' && (
                      <span className="chip" data-kind="paused">
                        {t('forms.conflict.both')}
                      </span>
                    )}
                  </th>
                  <td>{choice(item, 'mine', label)}</td>
                  <td>{choice(item, 'theirs', label)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
