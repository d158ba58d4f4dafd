import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { diffFormValues } from '@pimis/domain/forms/diff';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormValues } from '@pimis/domain/forms/types';
import type { Remark } from '@pimis/contract/remarks';
import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { formQuery } from './api.ts';
import { ChangesTable } from './ChangesTable.tsx';
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

/** Two revisions side by side: their differences, field by field and row by row. */
export function CompareDialog({ form, projectCode, since, remarks = [], onClose }: CompareProps) {
  const { t, data, instant } = useText();
  const newest = form.inputJsonRevisions[0]?.revision ?? 1;
  const [from, setFrom] = useState(since ?? Math.max(1, (form.revision || newest) - 1));
  const [to, setTo] = useState(form.revision > 1 ? form.revision : newest);
  const before = useQuery(formQuery(projectCode, form.id, from));
  const after = useQuery(formQuery(projectCode, form.id, to));
  const failed = before.error ?? after.error;
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
      {definition && changes && changes.length > 0 && (
        <ChangesTable
          definition={definition}
          projectCode={projectCode}
          changes={changes}
          before={t('forms.revision', { n: from })}
          after={t('forms.revision', { n: to })}
          remarks={remarks}
        />
      )}
    </Dialog>
  );
}
