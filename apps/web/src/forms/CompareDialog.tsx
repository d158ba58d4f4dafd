import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { diffFormValues, type FormChange } from '@pimis/domain/forms/diff';
import { displayValue } from '@pimis/domain/forms/display';
import { fieldAt } from '@pimis/domain/forms/labels';
import { isObject } from '@pimis/domain/forms/paths';
import { findFormDefinition } from '@pimis/domain/forms/registry';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { formQuery } from './api.ts';

interface CompareProps {
  form: ProjectForm;
  projectCode: string;
  onClose: () => void;
}

/** A whole row as one text: label and value of each of its columns. */
function rowText(
  field: Field,
  row: unknown,
  show: (field: Field, value: unknown) => string,
  label: (field: Field) => string,
) {
  if (!isObject(row)) return row === undefined ? '' : show(field, row);
  return (field.columns ?? [])
    .map((column) => ({ column, text: show(column, valueIn(row, column.path)) }))
    .filter(({ text }) => text !== '')
    .map(({ column, text }) => `${label(column)}: ${text}`)
    .join('; ');
}

function valueIn(row: FormValues, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), row);
}

/** Table that a change stands in: the field whose path is the beginning of the change's. */
function groupOf(definition: FormDefinition, path: string): Field | undefined {
  return fieldsOf(definition).find((field) => path === field.path || path.startsWith(`${field.path}[`));
}

/** Two revisions side by side: what differs, field by field and row by row. */
export function CompareDialog({ form, projectCode, onClose }: CompareProps) {
  const { t, data, instant, pair, language } = useText();
  const newest = form.inputJsonRevisions[0]?.revision ?? 1;
  const [from, setFrom] = useState(Math.max(1, (form.revision || newest) - 1));
  const [to, setTo] = useState(form.revision > 1 ? form.revision : newest);
  const before = useQuery(formQuery(projectCode, form.id, from));
  const after = useQuery(formQuery(projectCode, form.id, to));
  const lang = language === 'en' ? 'en' : 'sr';
  const definition = after.data && findFormDefinition(form.code, after.data.form.definitionVersion);
  const changes = useMemo(() => {
    if (!before.data || !after.data || !definition) return null;
    const values = (of: ProjectForm) => JSON.parse(of.inputJson) as FormValues;
    return diffFormValues(definition, values(before.data.form), values(after.data.form));
  }, [before.data, after.data, definition]);
  const select = (label: string, value: number, set: (revision: number) => void) => (
    <NativeSelect
      label={label}
      style={{ flex: '1 1 300px' }}
      value={String(value)}
      data={form.inputJsonRevisions.map((entry) => ({
        value: String(entry.revision),
        label: `${t('forms.revision', { n: entry.revision })} · ${instant(entry.last_changed_date)} · ${data(entry.last_changed_user_name)}`,
      }))}
      onChange={(event) => set(Number(event.currentTarget.value))}
    />
  );
  const show = (field: Field, value: unknown) => data(displayValue(field, value, lang));
  const text = (change: FormChange, value: unknown) => {
    if (!definition || value === undefined) return '–';
    const field = fieldAt(definition, change.path);
    if (!field) return String(value);
    const whole =
      isObject(value) && field.columns
        ? rowText(field, value, show, (column) => pair(column.label))
        : show(field, value);
    return whole || '–';
  };
  return (
    <Dialog opened onClose={onClose} title={t('forms.compare.title')} width="validation">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginBottom: 12 }}>
        {select(t('forms.compare.from'), from, setFrom)}
        {select(t('forms.compare.to'), to, setTo)}
      </div>
      {changes === null && <p className="meta">{t('common.loading')}</p>}
      {changes?.length === 0 && <p role="status">{t('forms.compare.same')}</p>}
      {changes && changes.length > 0 && (
        <div
          className="scroll-x"
          style={{ maxHeight: '60vh', overflowY: 'auto' }}
          tabIndex={0}
          role="group"
          aria-label={t('forms.compare.title')}
        >
          <table className="plain form-compare">
            <caption className="meta" style={{ textAlign: 'left' }}>
              {t('forms.compare.count', { count: changes.length })}
            </caption>
            <thead>
              <tr>
                <th>{t('forms.conflict.field')}</th>
                <th>{t('forms.revision', { n: from })}</th>
                <th>{t('forms.revision', { n: to })}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => {
                const table = definition ? groupOf(definition, change.path) : undefined;
                return (
                  <tr
                    key={change.path}
                    data-kind={
                      change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'changed'
                    }
                  >
                    <th scope="row">
                      {change.row > 0 && table && (
                        <span className="meta">
                          {pair(table.label)}, {t('forms.row', { row: change.row })}
                          <br />
                        </span>
                      )}
                      {pair(change.label)}
                    </th>
                    <td className="form-old">{text(change, change.before)}</td>
                    <td className="form-new">{text(change, change.after)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
