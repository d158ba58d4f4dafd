import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RegistryRow } from '@pimis/contract/registries';
import { formatAmount } from '@pimis/domain/money/decimal';
import { columnOf, writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { parseCell } from '@pimis/domain/registries/cells';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { importerText, problemText } from './format-value.ts';

interface EditDialogProps {
  registry: Registry;
  /** The changed row as it was read; a new row without it. */
  existing?: { row: RegistryRow; revision: string };
  onClose: () => void;
}

function startOf(registry: Registry, row: RegistryRow | undefined): Record<string, string> {
  return Object.fromEntries(
    writableColumns(registry).map(({ name, kind, scale }) => {
      const value = row?.[name];
      const text = value === null || value === undefined ? '' : String(value);
      return [name, kind === 'amount' && text !== '' && (scale ?? 2) === 2 ? formatAmount(text) : text];
    }),
  );
}

/** Adds or changes a row. The fields keep their input when the server refuses it. */
export function EditDialog({ registry, existing, onClose }: EditDialogProps) {
  const text = useText();
  const { t, pair } = text;
  const client = useQueryClient();
  // A later reading of the row would have the input replace a change that nobody has seen here.
  const [opened] = useState(existing);
  const [start] = useState(() => startOf(registry, opened?.row));
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const columns = writableColumns(registry);
  const isKey = (column: RegistryColumn) => opened !== undefined && registry.key.includes(column.name);
  const problemOf = (column: RegistryColumn): string | undefined => {
    const code = refused[column.name];
    if (code) return problemText(column, code, text);
    if (!tried) return undefined;
    const cell = parseCell(column, values[column.name]);
    return 'problem' in cell ? problemText(column, cell.problem, text) : undefined;
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefused({});
    const cells = columns
      .filter((column) => !isKey(column))
      .map((column) => [column, parseCell(column, values[column.name])] as const);
    if (busy || cells.some(([, cell]) => 'problem' in cell)) return;
    setBusy(true);
    const body = Object.fromEntries(
      cells.map(([column, cell]) => {
        const value = 'problem' in cell ? null : cell.value;
        return [column.name, column.kind === 'int' && value !== null ? Number(value) : value];
      }),
    );
    try {
      if (opened) {
        await call('PUT /registry/:registry/:id', {
          params: { registry: registry.code, id: String(opened.row.id) },
          body: { ...body, revision: opened.revision },
        });
      } else await call('POST /registry/:registry', { params: { registry: registry.code }, body });
      notifySuccess(t('registries.saved'));
      onClose();
    } catch (failure) {
      if (failure instanceof ApiFailure) {
        const named = failure.errors.flatMap((error) =>
          typeof error === 'object' && 'field' in error ? [[error.field, error.code] as const] : [],
        );
        setRefused(Object.fromEntries(named));
      }
      const labelOf = (field: string) => {
        const column = columnOf(registry, field);
        return column && pair(column.label);
      };
      notifyFailure(failure, text, labelOf, importerText(failure, text));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['registry', registry.code] });
    }
  };
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <Dialog
      opened
      onClose={onClose}
      title={opened ? t('registries.change') : t('registries.create')}
      width="decide"
      unsaved={columns.some(({ name }) => values[name] !== start[name])}
      confirm={
        <Button type="submit" form="registry-row" loading={busy}>
          {t('common.save')}
        </Button>
      }
    >
      <form id="registry-row" onSubmit={(event) => void save(event)} noValidate className="registry-form">
        {columns.map((column) =>
          column.kind === 'date' ? (
            <DateField
              key={column.name}
              label={pair(column.label)}
              value={values[column.name] || null}
              onChange={(day) => set(column.name, day ?? '')}
              readOnly={isKey(column)}
              {...(problemOf(column) ? { error: problemOf(column) } : {})}
            />
          ) : (
            <TextInput
              key={column.name}
              label={pair(column.label)}
              required={column.required === true}
              value={values[column.name] ?? ''}
              onChange={(event) => set(column.name, event.currentTarget.value)}
              readOnly={isKey(column)}
              maxLength={column.maxLength ?? 40}
              error={problemOf(column)}
              inputMode={column.kind === 'amount' || column.kind === 'int' ? 'decimal' : undefined}
            />
          ),
        )}
      </form>
    </Dialog>
  );
}
