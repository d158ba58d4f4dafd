import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { diffFormValues, type FormChange } from '@pimis/domain/forms/diff';
import { fieldAt } from '@pimis/domain/forms/labels';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { textOf } from '@pimis/domain/text/text-of';
import type { Remark } from '@pimis/contract/remarks';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { formQuery } from './api.ts';
import { placeText, type Shown } from './change-text.ts';
import { Failed } from '../ui/Failed.tsx';

interface CompareProps {
  form: ProjectForm;
  projectCode: string;
  /** The older revision of the comparison; the previous one by default. */
  since?: number;
  /** Remarks to show beside changes at their places. */
  remarks?: readonly Remark[];
  onClose: () => void;
}

/** The table that contains a change: the field whose path starts the change's path. */
function groupOf(definition: FormDefinition, path: string): Field | undefined {
  return fieldsOf(definition).find((field) => path === field.path || path.startsWith(`${field.path}[`));
}

/** Two revisions side by side: their differences, field by field and row by row. */
export function CompareDialog({ form, projectCode, since, remarks = [], onClose }: CompareProps) {
  const { t, data, instant, pair, language } = useText();
  const newest = form.inputJsonRevisions[0]?.revision ?? 1;
  const [from, setFrom] = useState(since ?? Math.max(1, (form.revision || newest) - 1));
  const [to, setTo] = useState(form.revision > 1 ? form.revision : newest);
  const before = useQuery(formQuery(projectCode, form.id, from));
  const after = useQuery(formQuery(projectCode, form.id, to));
  const failed = before.error ?? after.error;
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
  const shown: Shown = { language: lang, label: (field) => pair(field.label), script: data };
  const text = (change: FormChange, value: unknown) => {
    const field = definition && fieldAt(definition, change.path);
    return field ? placeText(field, value, shown) : textOf(value) || '–';
  };
  return (
    <Dialog opened onClose={onClose} title={t('forms.compare.title')} width="validation">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginBottom: 12 }}>
        {select(t('forms.compare.from'), from, setFrom)}
        {select(t('forms.compare.to'), to, setTo)}
      </div>
      {changes === null && failed && (
        <Failed
          error={failed}
          onRetry={() => {
            if (before.error) void before.refetch();
            if (after.error) void after.refetch();
          }}
        />
      )}
      {changes === null && !failed && <p className="meta">{t('common.loading')}</p>}
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
                    key={`${change.path} ${change.before === undefined ? '+' : change.after === undefined ? '-' : ''}`}
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
                      <RemarksBeside remarks={remarks} path={change.path} />
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

/** The remarks on the field or table of a change, with their answers. */
function RemarksBeside({ remarks, path }: { remarks: readonly Remark[]; path: string }) {
  const { t, data } = useText();
  const own = remarks.filter(({ place }) => place !== null && (path === place || path.startsWith(`${place}[`)));
  return own.map(({ id, text, answer, done }) => (
    <span key={id} className="meta remark-beside">
      {t('forms.remarks.one')}: {data(text)}
      {answer !== null && (
        <>
          <br />
          {t('forms.remarks.answer')}: {data(answer)}
        </>
      )}
      {done && ` (${t('forms.remarks.state.done')})`}
    </span>
  ));
}
