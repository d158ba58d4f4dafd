import { Combobox, Loader, Textarea, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconChevronDown } from './icons.ts';
import { described } from './described.ts';
import { useReportsFailure } from './reported-failures.ts';

const DEBOUNCE_MS = 500;

export interface LookupProps<Row> {
  /** Separates the cached answers of different searches. */
  kind: string;
  id?: string | undefined;
  /** Name of the control; drawn above it unless `hideLabel`. */
  label: string;
  hideLabel?: boolean;
  describedBy?: string | undefined;
  required?: boolean | undefined;
  readOnly?: boolean;
  error?: ReactNode;
  /** The text of the field while nobody types. */
  shown: string;
  minCharacters?: number;
  search: (text: string) => Promise<Row[]>;
  rowKey: (row: Row) => string;
  rowText: (row: Row) => string;
  onPick: (row: Row | undefined) => void;
}

/**
 * An autocomplete: it searches half a second after the last character, from a minimum length. Screen readers hear the
 * results.
 */
export function Lookup<Row>(props: LookupProps<Row>) {
  const { t, language } = useText();
  const { minCharacters = 2, label, hideLabel = false } = props;
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.updateSelectedOptionIndex(),
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [wanted] = useDebouncedValue((typed ?? '').trim(), DEBOUNCE_MS);
  const isSearching = typed !== null && wanted.length >= minCharacters;
  const {
    data: rows = [],
    isFetching,
    error,
    isError,
  } = useQuery({
    queryKey: ['lookup', props.kind, wanted, language],
    enabled: isSearching,
    queryFn: () => props.search(wanted),
  });
  useReportsFailure(error);
  const waiting = isFetching || (typed ?? '').trim() !== wanted;
  const hint = () => {
    if ((typed ?? '').trim().length < minCharacters) return t('forms.typeMore', { count: minCharacters });
    if (waiting) return t('common.loading');
    return isError ? t('table.notLoaded') : t('common.nothingFound');
  };
  const offered = isSearching && !waiting ? rows : [];
  const close = () => {
    setTyped(null);
    combobox.closeDropdown();
  };
  if (props.readOnly) {
    return (
      <Textarea
        id={props.id}
        {...(hideLabel ? { 'aria-label': label } : { label })}
        {...described(props.describedBy)}
        readOnly
        autosize
        minRows={1}
        classNames={{ input: 'read-line' }}
        error={props.error}
        value={props.shown}
      />
    );
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        props.onPick(rows.find((row) => props.rowKey(row) === key));
        close();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          id={props.id}
          {...(hideLabel ? { 'aria-label': label } : { label })}
          {...described(props.describedBy)}
          aria-required={props.required || undefined}
          error={props.error}
          aria-autocomplete="list"
          value={typed ?? props.shown}
          placeholder={t('table.startTyping')}
          title={typed === null ? props.shown : undefined}
          rightSection={isFetching ? <Loader size={14} /> : <IconChevronDown size={14} aria-hidden />}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (event.currentTarget.value === '') props.onPick(undefined);
            combobox.openDropdown();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === null) return;
            event.stopPropagation();
            close();
          }}
          onBlur={close}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === null}>
        <Combobox.Options aria-label={label}>
          {offered.map((row) => (
            <Combobox.Option key={props.rowKey(row)} value={props.rowKey(row)}>
              {props.rowText(row)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {offered.length === 0 && <Combobox.Empty aria-hidden>{hint()}</Combobox.Empty>}
      </Combobox.Dropdown>
      {typed !== null && (
        <span role="status" className="visually-hidden">
          {offered.length > 0 ? t('common.found', { count: offered.length }) : hint()}
        </span>
      )}
    </Combobox>
  );
}
