import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RegistryRow } from '@pimis/contract/registries';
import { formatAmount } from '@pimis/domain/money/decimal';
import { columnOf, writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { parseCell } from '@pimis/domain/registries/cells';
import { readPhone } from '@pimis/domain/text/phone';
import { ApiFailure, call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { EditDialog } from '../editing/EditDialog.tsx';
import { formatValue, importerText, problemText } from './format-value.ts';

interface RowEditDialogProps {
  registry: Registry;
  /** The last read state of the row to change; undefined for a new row. */
  existing?: { row: RegistryRow; revision: string };
  onClose: () => void;
}

/** The fields as they are typed, by column. */
type Values = Record<string, string>;

function typedValues(registry: Registry, row: RegistryRow | undefined): Values {
  return Object.fromEntries(
    writableColumns(registry).map(({ name, kind, scale }) => {
      const value = row?.[name];
      const text = value === null || value === undefined ? '' : String(value);
      return [name, kind === 'amount' && text !== '' && (scale ?? 2) === 2 ? formatAmount(text) : text];
    }),
  );
}

/** A phone that was changed is written in one notation; an older one, or several in one field, stay as they are. */
const writtenValue = ({ name, phone }: RegistryColumn, values: Values, stored: Values) =>
  (phone && values[name] !== stored[name] && readPhone(values[name] ?? '')) || values[name];

function sentValues(columns: readonly RegistryColumn[], values: Values, stored: Values) {
  return Object.fromEntries(
    columns.map((column) => {
      const cell = parseCell(column, writtenValue(column, values, stored));
      const value = 'problem' in cell ? null : cell.value;
      return [column.name, column.kind === 'int' && value !== null ? Number(value) : value];
    }),
  );
}

/** The fields that a refusal names, each with its code. */
function namedFields(failure: unknown): Record<string, string> {
  const errors = failure instanceof ApiFailure ? failure.errors : [];
  return Object.fromEntries(
    errors.flatMap((error) =>
      typeof error === 'object' && 'field' in error ? [[error.field, error.code] as const] : [],
    ),
  );
}

/** Adds or changes a row. The fields keep their input when the server refuses it. */
export function RowEditDialog({ registry, existing, onClose }: RowEditDialogProps) {
  const text = useText();
  const { t, pair } = text;
  const [refused, setRefused] = useState<Record<string, string>>({});
  const columns = writableColumns(registry);
  const isKey = ({ name }: RegistryColumn) => existing !== undefined && registry.key.includes(name);
  const changed = columns.filter((column) => !isKey(column));
  const labelOf = (name: string) => {
    const column = columnOf(registry, name);
    return column && pair(column.label);
  };
  const save = async (values: Values, revision: string | null) => {
    setRefused({});
    const body = sentValues(changed, values, typedValues(registry, existing?.row));
    try {
      if (existing) {
        await call('PUT /registry/:registry/:id', {
          params: { registry: registry.code, id: String(existing.row.id) },
          body: { ...body, revision },
        });
      } else await call('POST /registry/:registry', { params: { registry: registry.code }, body });
    } catch (failure) {
      setRefused(namedFields(failure));
      throw failure;
    }
  };
  return (
    <EditDialog
      title={existing ? t('registries.change') : t('registries.create')}
      place={existing ? `row/${registry.code}/${String(existing.row.id)}` : `new-row/${registry.code}`}
      width="decide"
      saved={t('registries.saved')}
      queryKey={['registry', registry.code]}
      onClose={onClose}
      stored={typedValues(registry, existing?.row)}
      revision={existing?.revision ?? null}
      valueText={(name) => {
        const column = columnOf(registry, name);
        return column ? formatValue(column, existing?.row[name], text) : '';
      }}
      problemsOf={(values) =>
        Object.fromEntries(
          changed.flatMap((column) => {
            const cell = parseCell(column, values[column.name]);
            return 'problem' in cell ? [[column.name, problemText(column, cell.problem, text)] as const] : [];
          }),
        )
      }
      label={labelOf}
      explain={(failure) => importerText(failure, text)}
      save={save}
      className="registry-form"
    >
      {({ values, problems, change }) =>
        columns.map((column) => {
          const set = (value: string) => {
            change({ [column.name]: value });
            setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== column.name)));
          };
          const code = refused[column.name];
          const field = {
            label: pair(column.label),
            readOnly: isKey(column),
            error: problems[column.name] ?? (code ? problemText(column, code, text) : undefined),
          };
          return column.kind === 'date' ? (
            <DateField
              key={column.name}
              {...field}
              value={values[column.name] || null}
              onChange={(day) => set(day ?? '')}
            />
          ) : (
            <TextInput
              key={column.name}
              {...field}
              required={column.required === true}
              value={values[column.name] ?? ''}
              onChange={(event) => set(event.currentTarget.value)}
              maxLength={column.maxLength ?? 40}
              inputMode={column.kind === 'amount' || column.kind === 'int' ? 'decimal' : undefined}
            />
          );
        })
      }
    </EditDialog>
  );
}
