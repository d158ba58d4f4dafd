import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { CurrencyRate, Reference } from '@pimis/contract/registries';
import { call } from '../api/client.ts';
import { referencesOf } from '../api/lookups.ts';
import { allDocumentsQuery } from '../features/projects/api.ts';
import { UploadDialog } from '../features/projects/documents/UploadDialog.tsx';
import { saveRevision } from '../features/projects/documents/use-documents.ts';
import { readersScript } from '../browser/readers-script.ts';
import { useText } from '../i18n/use-text.ts';
import { described } from '../ui/described.ts';
import { Lookup } from '../ui/Lookup.tsx';
import { IconDownload, IconUpload } from '../ui/icons.ts';
import { notifyFailure } from '../ui/notify.tsx';
import { Choice } from './Choice.tsx';
import { useEditor } from './context.ts';
import type { WidgetProps } from './widget-props.ts';

/** Older forms require one more character (specification, "Autocomplete"). */
const MIN_CHARACTERS = { generic: 2, older: 3 } as const;

/** Properties that a lookup receives from its field. */
function useLookupProps(props: WidgetProps) {
  const { pair } = useText();
  const { store } = useEditor();
  return {
    id: props.id,
    label: props.label ?? pair(props.field.label),
    hideLabel: true,
    describedBy: props.describedBy,
    required: props.required,
    readOnly: props.readOnly,
    error: props.invalid,
    minCharacters: MIN_CHARACTERS[store.definition.family],
  };
}

/** Budget users and municipalities. */
export function ReferenceWidget(props: WidgetProps) {
  const { data } = useText();
  const lookup = useLookupProps(props);
  const value = props.value as Partial<Reference> | undefined;
  const registry = props.field.kind === 'org' ? 'budget-users' : 'locations';
  return (
    <Lookup<Reference>
      {...lookup}
      kind={props.field.kind}
      shown={data(value?.name)}
      search={(text) => referencesOf(registry, text)}
      rowKey={(row) => row.id}
      rowText={(row) => `${data(row.name)} (${row.id})`}
      onPick={(row) => props.onChange(row && { id: row.id, name: row.name })}
    />
  );
}

/** Currencies with the day's rate, which the row stores. */
export function CurrencyWidget(props: WidgetProps) {
  const { data, decimal } = useText();
  const lookup = useLookupProps(props);
  const value = props.value as { id?: string; exchangeRate?: string } | undefined;
  return (
    <Lookup<CurrencyRate>
      {...lookup}
      kind="currency"
      shown={value?.id ? `${value.id} ${value.exchangeRate?.replace('.', ',') ?? ''}` : ''}
      search={async (text) =>
        (await call('GET /registry/exchange-rate', { query: { 'filter[search]': text, ...readersScript() } })).payload
      }
      rowKey={(row) => row.id}
      rowText={(row) => `${row.id} · ${data(row.name)} · ${decimal(row.exchangeRate ?? '')}`}
      onPick={(row) =>
        props.onChange(
          row?.exchangeRate
            ? { id: row.id, name: row.name, exchangeCode: row.exchangeCode, exchangeRate: row.exchangeRate }
            : undefined,
        )
      }
    />
  );
}

/** A document of the project, or a new one. */
export function FileWidget(props: WidgetProps) {
  const text = useText();
  const { t, data } = text;
  const { projectCode } = useEditor();
  const [uploading, setUploading] = useState(false);
  const { data: documents } = useQuery(allDocumentsQuery(projectCode));
  const value = typeof props.value === 'string' ? props.value : '';
  const options =
    documents?.map((row) => ({ value: String(row.id), label: `${data(row.title)}.${row.extension}` })) ?? [];
  if (value !== '' && !options.some((option) => option.value === value))
    options.push({ value, label: t('forms.file.picked', { id: value }) });
  const chosen = documents?.find((row) => String(row.id) === value);
  const open = async (row: ProjectDocument) => {
    try {
      await saveRevision(projectCode, { documentId: row.id, revisionId: row.revisionId });
    } catch (failure) {
      notifyFailure(failure, text);
    }
  };
  return (
    <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
      <Choice
        id={props.id}
        style={{ flex: '1 1 260px' }}
        aria-label={props.label}
        aria-required={props.required || undefined}
        {...described(props.describedBy)}
        disabled={props.readOnly}
        error={props.invalid}
        value={value}
        data={[{ value: '', label: t(props.readOnly ? 'forms.file.none' : 'forms.file.choose') }, ...options]}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      />
      {chosen?.scan === 'found' && (
        <span className="late" style={{ alignSelf: 'center' }}>
          {t('documents.list.infected')}
        </span>
      )}
      {chosen && chosen.scan !== 'found' && (
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void open(chosen)}>
          {t('forms.file.open')}
        </Button>
      )}
      {!props.readOnly && (
        <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => setUploading(true)}>
          {t('forms.file.upload')}
        </Button>
      )}
      {uploading && (
        <UploadDialog
          code={projectCode}
          onClose={() => setUploading(false)}
          single
          wanted={props.field.label.sr}
          onDone={([made]) => {
            setUploading(false);
            if (made) props.onChange(String(made.id));
          }}
        />
      )}
    </div>
  );
}
