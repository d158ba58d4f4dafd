import { Button, Combobox, Loader, NativeSelect, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrencyRate, Reference } from '@pimis/contract/registries';
import { call } from '../api/client.ts';
import { documentsQuery } from '../features/projects/api.ts';
import { UploadDialog } from '../features/projects/DocumentsTab.tsx';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import type { WidgetProps } from './widgets.tsx';

const DEBOUNCE_MS = 500;
const MIN_CHARACTERS = 2;
const DOCUMENTS_OFFERED = 100;

interface LookupProps<Row> {
  props: WidgetProps;
  shown: string;
  search: (text: string) => Promise<Row[]>;
  rowKey: (row: Row) => string;
  rowText: (row: Row) => string;
  onPick: (row: Row | undefined) => void;
}

/** An autocomplete over a registry: half a second after the last letter, from two letters on. */
function Lookup<Row>({ props, shown, search, rowKey, rowText, onPick }: LookupProps<Row>) {
  const { t } = useText();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState<string | null>(null);
  const [wanted] = useDebouncedValue((typed ?? '').trim(), DEBOUNCE_MS);
  const { data: rows = [], isFetching } = useQuery({
    queryKey: ['lookup', props.field.kind, wanted],
    enabled: wanted.length >= MIN_CHARACTERS && typed !== null,
    queryFn: () => search(wanted),
  });
  const hint =
    wanted.length < MIN_CHARACTERS ? t('forms.typeMore') : isFetching ? t('common.loading') : t('common.nothingFound');
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        onPick(rows.find((row) => rowKey(row) === key));
        setTyped(null);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          id={props.id}
          aria-label={props.label}
          aria-describedby={props.describedBy}
          readOnly={props.readOnly}
          error={props.invalid}
          value={typed ?? shown}
          rightSection={isFetching ? <Loader size={14} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (event.currentTarget.value === '') onPick(undefined);
            combobox.openDropdown();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            setTyped(null);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={props.readOnly || typed === null}>
        <Combobox.Options>
          {rows.map((row) => (
            <Combobox.Option key={rowKey(row)} value={rowKey(row)}>
              {rowText(row)}
            </Combobox.Option>
          ))}
          {rows.length === 0 && <Combobox.Empty>{hint}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Budget users and municipalities. */
export function ReferenceWidget(props: WidgetProps) {
  const { data } = useText();
  const value = props.value as Partial<Reference> | undefined;
  const path = props.field.kind === 'org' ? 'registry/budget-users' : 'registry/locations';
  return (
    <Lookup<Reference>
      props={props}
      shown={data(value?.name)}
      search={async (text) =>
        (await call<Reference[]>('GET', `${path}?filter[search]=${encodeURIComponent(text)}`)).payload
      }
      rowKey={(row) => row.id}
      rowText={(row) => `${data(row.name)} (${row.id})`}
      onPick={(row) => props.onChange(row && { id: row.id, name: row.name })}
    />
  );
}

/** Currencies with the rate of the day, which the row keeps. */
export function CurrencyWidget(props: WidgetProps) {
  const { data } = useText();
  const value = props.value as { id?: string; exchangeRate?: string } | undefined;
  return (
    <Lookup<CurrencyRate>
      props={props}
      shown={value?.id ? `${value.id} ${value.exchangeRate?.replace('.', ',') ?? ''}` : ''}
      search={async (text) =>
        (await call<CurrencyRate[]>('GET', `registry/exchange-rate?filter[search]=${encodeURIComponent(text)}`)).payload
      }
      rowKey={(row) => row.id}
      rowText={(row) => `${row.id} · ${data(row.name)} · ${row.exchangeRate?.replace('.', ',') ?? ''}`}
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
  const { t, data } = useText();
  const { projectCode } = useEditor();
  const [uploading, setUploading] = useState(false);
  const { data: documents } = useQuery(
    documentsQuery(projectCode, `perPage=${DOCUMENTS_OFFERED}&sort_by=createdDate&sort_desc=true`),
  );
  const value = typeof props.value === 'string' ? props.value : '';
  const options =
    documents?.rows.map((row) => ({ value: String(row.id), label: `${data(row.title)}.${row.extension}` })) ?? [];
  if (value !== '' && !options.some((option) => option.value === value))
    options.push({ value, label: t('forms.file.picked', { id: value }) });
  return (
    <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
      <NativeSelect
        id={props.id}
        style={{ flex: '1 1 260px' }}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        disabled={props.readOnly}
        error={props.invalid}
        value={value}
        data={[{ value: '', label: t(props.readOnly ? 'forms.file.none' : 'forms.file.choose') }, ...options]}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      />
      {!props.readOnly && (
        <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => setUploading(true)}>
          {t('forms.file.upload')}
        </Button>
      )}
      {uploading && (
        <UploadDialog
          code={projectCode}
          onClose={() => setUploading(false)}
          onDone={(made) => {
            setUploading(false);
            props.onChange(String(made.id));
          }}
        />
      )}
    </div>
  );
}
