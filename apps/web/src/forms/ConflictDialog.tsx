import { Button, Radio } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { RevisionConflict } from '@pimis/contract/forms';
import { diffFormValues } from '@pimis/domain/forms/diff';
import { formatAmount } from '@pimis/domain/money/decimal';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { stepsOf, withValue } from './values.ts';

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'string') return /^-?\d+\.\d{2}$/.test(value) ? formatAmount(value) : value;
  if (typeof value === 'number') return String(value);
  return Object.values(value as Record<string, unknown>)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(', ');
}

interface ConflictDialogProps {
  definition: FormDefinition;
  conflict: RevisionConflict;
  mine: FormValues;
  onClose: () => void;
  /** Values merged field by field, to be saved on top of the newest revision. */
  onMerge: (values: FormValues) => void;
}

/** Two people edited at once: what differs, field by field, and the choice whose value stays. */
export function ConflictDialog({ definition, conflict, mine, onClose, onMerge }: ConflictDialogProps) {
  const { t, data, pair, instant } = useText();
  const theirs = useMemo(() => JSON.parse(conflict.inputJson) as FormValues, [conflict]);
  const changes = useMemo(() => diffFormValues(definition, theirs, mine), [definition, theirs, mine]);
  const [keepTheirs, setKeepTheirs] = useState<ReadonlySet<string>>(new Set());
  const merge = () => {
    let values: unknown = mine;
    // From the last row on, so that a removed row does not move the ones before it.
    for (const change of changes.filter(({ path }) => keepTheirs.has(path)).toReversed()) {
      values = withValue(values, stepsOf(change.path), change.before);
    }
    onMerge(values as FormValues);
  };
  const choose = (path: string, theirValue: boolean) => {
    const next = new Set(keepTheirs);
    if (theirValue) next.add(path);
    else next.delete(path);
    setKeepTheirs(next);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('forms.conflict.title')}
      width="compare"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={merge}>{t('forms.conflict.merge')}</Button>
        </>
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
            {changes.map((change) => {
              const label = `${pair(change.label)}${change.row > 0 ? `, ${t('forms.row', { row: change.row })}` : ''}`;
              return (
                <tr key={change.path}>
                  <td className="strong">{label}</td>
                  <td>
                    <Radio
                      name={change.path}
                      checked={!keepTheirs.has(change.path)}
                      onChange={() => choose(change.path, false)}
                      label={data(shown(change.after))}
                      aria-label={`${label}: ${t('forms.conflict.mine')}`}
                    />
                  </td>
                  <td>
                    <Radio
                      name={change.path}
                      checked={keepTheirs.has(change.path)}
                      onChange={() => choose(change.path, true)}
                      label={data(shown(change.before))}
                      aria-label={`${label}: ${t('forms.conflict.theirs')}`}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
