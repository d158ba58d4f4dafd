import { Button, MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FILTER_MAX } from '@pimis/domain/constants';
import { joinParts, partsOf } from '@pimis/domain/projects/filter-parts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../DateField.tsx';
import { AmountBound } from './AmountBound.tsx';
import { type Filter, MONEY_DECIMALS } from './filter.ts';

interface InputProps {
  filter: Filter;
  /** The values being edited, by their keys. */
  draft: Record<string, string>;
  onDraft: (draft: Record<string, string>) => void;
}

/** The fields of a filter; one for each part of a value with several parts. */
export function FilterInput(props: InputProps) {
  return props.filter.hasParts ? <PartsInput {...props} /> : <PlainInput {...props} />;
}

function PartsInput({ filter, draft, onDraft }: InputProps) {
  const { t } = useText();
  const value = draft[filter.id] ?? '';
  const [typed, setTyped] = useState(() => partsOf(value));
  // An emptied part keeps its field, although the value no longer contains it.
  const parts = joinParts(typed) === value && value !== '' ? typed : partsOf(value);
  const change = (place: number, part: string) => {
    const next = parts.with(place, part);
    setTyped(next);
    onDraft({ ...draft, [filter.id]: joinParts(next) });
  };
  // A part is known by its place alone.
  const fields = parts.map((part, place) => ({ part, place }));
  return fields.map(({ part, place }) => (
    <div key={place}>
      {place > 0 && <p className="meta">{t('table.also')}</p>}
      <PlainInput
        filter={filter}
        draft={{ [filter.id]: part }}
        onDraft={(next) => change(place, next[filter.id] ?? '')}
      />
    </div>
  ));
}

function PlainInput({ filter, draft, onDraft }: InputProps) {
  const { t } = useText();
  const value = (key: string) => draft[key] ?? '';
  const set = (key: string, next: string) => onDraft({ ...draft, [key]: next });
  const { PartField } = filter;
  if (PartField) {
    return <PartField label={filter.label} value={value(filter.id)} onChange={(next) => set(filter.id, next)} />;
  }
  switch (filter.kind) {
    case 'multi':
      return (
        <MultiSelect
          aria-label={filter.label}
          data={filter.options ?? []}
          value={value(filter.id) === '' ? [] : value(filter.id).split(',')}
          onChange={(chosen) => set(filter.id, chosen.join(','))}
          searchable
          comboboxProps={{ withinPortal: false }}
          // The list scrolls itself: a scrolling frame would be another tab stop.
          withScrollArea={false}
          styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
        />
      );
    case 'yesNo':
      return (
        <SegmentedControl
          fullWidth
          aria-label={filter.label}
          value={value(filter.id)}
          onChange={(chosen) => set(filter.id, chosen)}
          data={[
            { value: '', label: t('common.all') },
            { value: 'true', label: t('common.yes') },
            { value: 'false', label: t('common.no') },
          ]}
        />
      );
    case 'day':
      return (
        <DateField
          label={filter.label}
          value={value(filter.id) || null}
          onChange={(day) => set(filter.id, day ?? '')}
        />
      );
    case 'dateRange':
      return (
        <div style={{ display: 'flex', gap: 8 }}>
          {(['from', 'to'] as const).map((bound) => (
            <DateField
              key={bound}
              label={t(`table.${bound}`)}
              value={value(`${filter.id}-${bound}`) || null}
              onChange={(day) => set(`${filter.id}-${bound}`, day ?? '')}
            />
          ))}
        </div>
      );
    case 'moneyRange':
      return (
        <>
          {filter.quick && (
            <div
              role="group"
              aria-label={t('table.quick')}
              style={{ display: 'flex', flexWrap: 'wrap', gap: 6, marginBottom: 8 }}
            >
              {filter.quick.map(({ label, from, to }) => (
                <Button
                  key={label}
                  variant="default"
                  size="compact-sm"
                  aria-pressed={value(`${filter.id}-from`) === from && value(`${filter.id}-to`) === to}
                  onClick={() => onDraft({ ...draft, [`${filter.id}-from`]: from, [`${filter.id}-to`]: to })}
                >
                  {label}
                </Button>
              ))}
            </div>
          )}
          <div style={{ display: 'flex', gap: 8 }}>
            {(['from', 'to'] as const).map((bound) => (
              <AmountBound
                key={bound}
                label={t(`table.${bound}`)}
                value={value(`${filter.id}-${bound}`)}
                decimals={filter.decimals ?? MONEY_DECIMALS}
                onChange={(next) => set(`${filter.id}-${bound}`, next)}
              />
            ))}
          </div>
        </>
      );
    default:
      return (
        <TextInput
          aria-label={filter.label}
          placeholder={filter.hint === undefined ? t('table.contains') : undefined}
          description={filter.hint}
          inputWrapperOrder={['input', 'description']}
          value={value(filter.id)}
          maxLength={FILTER_MAX}
          onChange={(event) => set(filter.id, event.currentTarget.value)}
        />
      );
  }
}
