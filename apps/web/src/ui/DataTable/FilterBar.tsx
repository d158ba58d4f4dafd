import { Button, MultiSelect, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { afterPaint } from '../after-paint.ts';
import { DateField, isDayOrNone } from '../DateField.tsx';
import { IconPlus, IconSearch, IconX } from '../icons.ts';
import { Menu, MenuItem } from '../Menu.tsx';
import { Popup } from '../Popup.tsx';
import type { TableState } from './state.ts';
import type { SetOptimistic } from '../use-optimistic-value.ts';

/** A filter of a list. `search` is always open at the left; the others are chips. */
export interface Filter {
  id: string;
  label: string;
  kind: 'search' | 'text' | 'multi' | 'yesNo' | 'dateRange' | 'moneyRange';
  options?: { value: string; label: string }[];
  /** Predefined ranges of a `moneyRange`; an empty bound is open. */
  quick?: readonly { label: string; from: string; to: string }[];
  /** Decimals of the amounts of a `moneyRange`; two by default. */
  decimals?: number;
}

const SEARCH_DELAY_MS = 300;
const MONEY_DECIMALS = 2;

interface BarProps {
  filters: Filter[];
  /** The present choice. */
  values: Record<string, string>;
  ask: SetOptimistic<TableState>;
  /** The state of the table's rows. */
  state: TableState;
  count: ((state: TableState) => Promise<number>) | undefined;
}

function withFilters(state: TableState, values: Record<string, string>): TableState {
  const next = { ...state.filters, ...values };
  for (const [key, value] of Object.entries(next)) if (value === '') delete next[key];
  return { ...state, page: 1, at: undefined, filters: next };
}

export const FilterBar = memo(function FilterBar({ filters, values, ask, state, count }: BarProps) {
  const { t } = useText();
  const [open, setOpen] = useState<string | null>(null);
  const set = (chosen: Record<string, string>) => ask((before) => withFilters(before, chosen));
  const isSet = (filter: Filter) => keysOf(filter).some((key) => values[key]);
  const search = filters.find((filter) => filter.kind === 'search');
  const others = filters.filter((filter) => filter.kind !== 'search');
  const visible = others.filter((filter) => isSet(filter) || open === filter.id);
  const free = others.filter((filter) => !isSet(filter));
  return (
    <>
      {search && (
        <SearchField
          filter={search}
          value={values[search.id] ?? ''}
          onChange={(value) => set({ [search.id]: value })}
        />
      )}
      {visible.map((filter) => (
        <FilterChip
          key={filter.id}
          filter={filter}
          values={values}
          opened={open === filter.id}
          onOpen={(opened) => setOpen(opened ? filter.id : null)}
          onApply={set}
          count={count && ((chosen) => count(withFilters(state, chosen)))}
        />
      ))}
      {free.length > 0 && (
        <Menu
          align="start"
          opener={
            <Button variant="default" leftSection={<IconPlus size={14} />} style={{ borderStyle: 'dashed' }}>
              {t('table.addFilter')}
            </Button>
          }
        >
          {free.map((filter) => (
            <MenuItem key={filter.id} onClick={() => afterPaint(() => setOpen(filter.id))}>
              {filter.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {visible.some(isSet) && (
        <Button variant="subtle" onClick={() => ask((before) => ({ ...before, page: 1, filters: {} }))}>
          {t('common.clearAll')}
        </Button>
      )}
    </>
  );
});

function keysOf(filter: Filter): string[] {
  return filter.kind === 'dateRange' || filter.kind === 'moneyRange'
    ? [`${filter.id}-from`, `${filter.id}-to`]
    : [filter.id];
}

function SearchField({
  filter,
  value,
  onChange,
}: {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [settled] = useDebouncedValue(text, SEARCH_DELAY_MS);
  useEffect(() => setText(value), [value]);
  // Only a debounced change of the text is a new search.
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onChange(wanted);
  });
  useEffect(() => search(settled.trim()), [settled]);
  return (
    <TextInput
      aria-label={filter.label}
      placeholder={filter.label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      w={240}
    />
  );
}

interface ChipProps {
  filter: Filter;
  values: Record<string, string>;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  onApply: (values: Record<string, string>) => void;
  count: ((values: Record<string, string>) => Promise<number>) | undefined;
}

function FilterChip({ filter, values, opened, onOpen, onApply, count }: ChipProps) {
  const { t, date, amount } = useText();
  const keys = keysOf(filter);
  const chip = useRef<HTMLButtonElement>(null);
  const close = () => {
    onOpen(false);
    // The focus returns to the chip; a chip that disappears passes it on.
    chip.current?.focus();
  };
  const valueText = (key: string): string => {
    const value = values[key];
    if (!value) return '…';
    if (filter.kind === 'dateRange') return date(value);
    if (filter.kind === 'moneyRange') {
      return (filter.decimals ?? MONEY_DECIMALS) > MONEY_DECIMALS ? value.replace('.', ',') : amount(value);
    }
    return value
      .split(',')
      .map((part) => filter.options?.find((option) => option.value === part)?.label ?? part)
      .join(', ');
  };
  const shown = keys.some((key) => values[key]) ? keys.map(valueText).join(' – ') : '…';
  return (
    <>
      <span className="filter-chip" data-opened={opened || undefined}>
        <button
          ref={chip}
          type="button"
          onClick={() => (opened ? close() : onOpen(true))}
          aria-haspopup="dialog"
          aria-expanded={opened}
        >
          {filter.label}: <strong>{shown}</strong>
        </button>
        <button
          type="button"
          aria-label={t('table.removeFilter', { name: filter.label })}
          onClick={() => {
            onOpen(false);
            onApply(Object.fromEntries(keys.map((key) => [key, ''])));
          }}
        >
          <IconX size={14} aria-hidden />
        </button>
      </span>
      {opened && (
        <Popup align="start" width={320} onClose={() => onOpen(false)} aria-label={filter.label}>
          <FilterForm filter={filter} values={values} onApply={onApply} onClose={close} count={count} />
        </Popup>
      )}
    </>
  );
}

interface FormProps extends Pick<ChipProps, 'filter' | 'values' | 'onApply' | 'count'> {
  onClose: () => void;
}

function FilterForm({ filter, values, onApply, onClose, count }: FormProps) {
  const { t } = useText();
  const keys = keysOf(filter);
  const [draft, setDraft] = useState(() => Object.fromEntries(keys.map((key) => [key, values[key] ?? ''])));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (filter.kind === 'dateRange' && !keys.every((key) => isDayOrNone(draft[key] ?? null))) return;
        onApply(draft);
        onClose();
      }}
    >
      <p className="strong" style={{ marginBottom: 8 }}>
        {filter.label}
      </p>
      <FilterInput filter={filter} draft={draft} onDraft={setDraft} />
      {count && <LiveCount filter={filter} draft={draft} count={count} />}
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 12 }}>
        <Button variant="subtle" onClick={() => setDraft(Object.fromEntries(keys.map((key) => [key, ''])))}>
          {t('table.reset')}
        </Button>
        <Button type="submit">{t('common.apply')}</Button>
      </div>
    </form>
  );
}

/** How many rows the present choice would leave. */
function LiveCount({
  filter,
  draft,
  count,
}: {
  filter: Filter;
  draft: Record<string, string>;
  count: (values: Record<string, string>) => Promise<number>;
}) {
  const { t } = useText();
  const [wanted] = useDebouncedValue(draft, SEARCH_DELAY_MS);
  const readable = filter.kind !== 'dateRange' || keysOf(filter).every((key) => isDayOrNone(wanted[key] ?? null));
  const { data } = useQuery({
    queryKey: ['count', filter.id, wanted],
    enabled: readable && Object.keys(wanted).length > 0,
    queryFn: () => count(wanted),
    meta: { quiet: true },
    staleTime: 0,
  });
  return (
    <p role="status" className="meta" style={{ marginTop: 8, minHeight: 18 }}>
      {data !== undefined && t('table.wouldFind', { total: data.toLocaleString('sr-RS') })}
    </p>
  );
}

function FilterInput({
  filter,
  draft,
  onDraft,
}: {
  filter: Filter;
  draft: Record<string, string>;
  onDraft: (draft: Record<string, string>) => void;
}) {
  const { t } = useText();
  const value = (key: string) => draft[key] ?? '';
  const set = (key: string, next: string) => onDraft({ ...draft, [key]: next });
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
              <NumberInput
                key={bound}
                label={t(`table.${bound}`)}
                value={value(`${filter.id}-${bound}`)}
                onValueChange={(next) => set(`${filter.id}-${bound}`, next.value)}
                decimalScale={filter.decimals ?? MONEY_DECIMALS}
                decimalSeparator=","
                thousandSeparator="."
                hideControls
                allowNegative={false}
              />
            ))}
          </div>
        </>
      );
    default:
      return (
        <TextInput
          aria-label={filter.label}
          placeholder={t('table.contains')}
          value={value(filter.id)}
          onChange={(event) => set(filter.id, event.currentTarget.value)}
        />
      );
  }
}
