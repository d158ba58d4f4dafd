import { ActionIcon } from '@mantine/core';
import { useMemo } from 'react';
import { emptyRow } from '@pimis/domain/forms/complete';
import type { Field } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { IconX } from '../ui/icons.ts';
import { type Blocks, useBlocks } from './blocks.ts';
import { useEditor } from './context.ts';
import { useLocked, useRowKeys } from './field-place.ts';
import { scrollToField } from './scroll-to-field.ts';
import { notifyStep } from './undo.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';

/** Removes a row if the rules of the form allow it. */
export function RemoveRow({ name, row, onRemove }: { name: string; row: number; onRemove: (row: number) => void }) {
  const { t } = useText();
  const locked = useLocked(name);
  if (locked) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={() => onRemove(row)}
      aria-label={t('forms.removeRow', { row: row + 1 })}
    >
      <IconX size={16} />
    </ActionIcon>
  );
}

export interface Rows {
  field: Field;
  path: Path;
  name: string;
  /** Keys of the rows, in order. */
  keys: readonly string[];
  count: number;
  removable: boolean;
  remove: (row: number) => void;
  blocks: Blocks;
}

/** The first column of a new row that accepts input. */
function firstPlaceOf({ columns }: Field, row: string): string {
  const first = columns?.find(({ computed }) => !computed);
  return first ? `${row}.${first.path}` : row;
}

/** The row actions available to this viewer in a table. */
export function useRows(
  field: Field,
  base: Path,
  onAdded: (said: string) => void,
): Rows & { add: (() => void) | null } {
  const { t, pair } = useText();
  const { store, editable } = useEditor();
  const path = useMemo(() => pathOf(base, field.path), [base, field.path]);
  const name = pathName(path);
  const keys = useRowKeys(field, path);
  const count = keys.length;
  const changeable = editable(field);
  const rows = () => (valueAt(store.values, path) as unknown[] | undefined) ?? [];
  const blocks = useBlocks({ field, path, changeable });
  const follows = field.fixedRows === true;
  const [least, most] = follows ? [0, 0] : [field.minRows ?? 0, field.maxRows ?? Number.POSITIVE_INFINITY];
  return {
    field,
    path,
    name,
    keys,
    count,
    blocks,
    // Rows that follow another list can be removed only if they belong to no entry of it.
    removable: changeable && (follows ? store.definition.lockedAt !== undefined : count > least),
    // The press is painted first, because the table is validated and rendered again. The row is found by its key, so
    // that a double press is safe.
    remove: (row) => {
      const key = keys[row];
      afterPaint(() => {
        const now = store.rowKeys(path, rows().length);
        const at = now.findIndex((one) => one === key);
        if (at < 0 || now.length <= least) return;
        const step = store.removeRow(path, at);
        const message = t('forms.rowRemoved', { row: at + 1, table: pair(field.label) });
        notifyStep({ store, step, message, name }, { t });
      });
    },
    add:
      changeable && count < most
        ? () =>
            afterPaint(() => {
              if (rows().length >= most) return;
              store.set(path, [...rows(), emptyRow(field)]);
              const row = rows().length;
              scrollToField(store, firstPlaceOf(field, `${name}[${row}]`), { showErrors: false });
              onAdded(t('forms.rowAdded', { row, table: pair(field.label) }));
            })
        : null,
  };
}
