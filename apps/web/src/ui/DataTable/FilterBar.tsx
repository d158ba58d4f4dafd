import { Button, Popover, TextInput } from '@mantine/core';
import { Fragment, memo, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { FILTER_MAX } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { partsOf } from '@pimis/domain/projects/filter-parts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { afterPaint } from '../after-paint.ts';
import { isDayOrNone } from '../DateField.tsx';
import { IconSearch, IconX } from '../icons.ts';
import { dropSecondPress, POPUP } from '../popup.ts';
import { type Filter, keysOf, MONEY_DECIMALS, nameOf } from './filter.ts';
import { isBound } from './AmountBound.tsx';
import { FilterInput } from './FilterInput.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import type { TableState } from './state.ts';
import type { SetOptimistic } from '../use-optimistic-value.ts';

const SEARCH_DELAY_MS = 300;

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
  const text = useText();
  const { t } = text;
  const [open, setOpen] = useState<string | null>(null);
  const set = (chosen: Record<string, string>) => ask((before) => withFilters(before, chosen));
  const isSet = (filter: Filter) => keysOf(filter).some((key) => values[key]);
  const search = filters.find((filter) => filter.kind === 'search');
  const others = [...filters.filter((filter) => filter.kind !== 'search'), ...addressFilters(filters, values, text)];
  const visible = others.filter((filter) => isSet(filter) || open === nameOf(filter));
  const free = others.filter((filter) => !isSet(filter) && !filter.unoffered);
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
          key={nameOf(filter)}
          filter={filter}
          values={values}
          opened={open === nameOf(filter)}
          onOpen={(opened) => setOpen(opened ? nameOf(filter) : null)}
          onApply={set}
          count={count && ((chosen) => count(withFilters(state, chosen)))}
        />
      ))}
      {free.length > 0 && (
        <FilterMenu filters={free} onChoose={(filter) => afterPaint(() => setOpen(nameOf(filter)))} />
      )}
      {visible.some(isSet) && (
        <Button variant="subtle" onClick={() => ask((before) => ({ ...before, page: 1, filters: {} }))}>
          {t('common.clearAll')}
        </Button>
      )}
    </>
  );
});

const BOUND = /^(.+)-(from|to)$/;

/**
 * Filters in the URL without a control: an exact value of a range, a bound of another field, a field without a filter.
 */
function addressFilters(filters: Filter[], values: Record<string, string>, { t, amount }: Text): Filter[] {
  const known = new Set(filters.flatMap(keysOf));
  return Object.keys(values).flatMap((id): Filter[] => {
    if (known.has(id)) return [];
    const [, field = id, bound] = BOUND.exec(id) ?? [];
    const filter = filters.find((one) => one.id === field);
    const label = filter?.label ?? field;
    if (bound === 'from' || bound === 'to') {
      const say = (part: string) => filter?.options?.find(({ value }) => value === part)?.label ?? part;
      return [{ id, kind: 'text', label: t(`table.bounded.${bound}`, { name: label }), say }];
    }
    if (filter?.kind === 'dateRange') return [{ id, kind: 'day', label }];
    return [{ id, kind: 'text', label, ...(filter?.kind === 'moneyRange' ? { say: amount } : {}) }];
  });
}

/** Joins the parts with a text between them. Their index is their key, because they have no other identity. */
const joined = (parts: readonly ReactNode[], between: string): ReactNode =>
  parts
    .map((part, place) => ({ part, place }))
    .map(({ part, place }) => (
      <Fragment key={place}>
        {place > 0 && between}
        {part}
      </Fragment>
    ));

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
  // The value requested by this field comes back without a trailing blank, possibly while the user is still typing.
  const asked = useRef(value);
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  const search = (wanted: string) => {
    if (wanted === value) return;
    asked.current = wanted;
    onChange(wanted);
  };
  // While the user types, only a debounced change of the text is a new search.
  const searchSettled = useEffectEvent(search);
  useEffect(() => searchSettled(settled.trim()), [settled]);
  return (
    <>
      <TextInput
        aria-label={filter.label}
        placeholder={filter.label}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        maxLength={filter.maxLength ?? FILTER_MAX}
        onChange={(event) => setText(event.currentTarget.value)}
        // A button that uses the filter may be pressed at once.
        onBlur={() => search(text.trim())}
        w={240}
      />
      {value && (
        <span className="print-only">
          {filter.label}: <strong>{value}</strong>
        </span>
      )}
    </>
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
  const { t, date, amount, decimal } = useText();
  const keys = keysOf(filter);
  const chip = useRef<HTMLButtonElement>(null);
  const title = useId();
  const close = () => {
    onOpen(false);
    // The focus returns to the chip; a chip that disappears passes it on.
    chip.current?.focus();
  };
  /** A URL may contain an invalid day, or a day with a time. */
  const dayText = (day: string): string => (isDay(day) ? date(day) : day);
  const valueText = (key: string): ReactNode => {
    const value = values[key];
    if (!value) return '…';
    if (filter.kind === 'dateRange') return dayText(value);
    if (filter.kind === 'moneyRange') {
      return (filter.decimals ?? MONEY_DECIMALS) > MONEY_DECIMALS ? decimal(value) : amount(value);
    }
    return joined((filter.hasParts ? partsOf(value) : [value]).map(partText), ` ${t('table.also')} `);
  };
  const partText = (part: string): ReactNode => {
    if (filter.Named) return <filter.Named part={part} />;
    if (filter.say) return filter.say(part);
    if (filter.kind === 'day') return dayText(part);
    if (filter.kind === 'yesNo') return part === 'true' ? t('common.yes') : part === 'false' ? t('common.no') : part;
    return part
      .split(',')
      .map((one) => filter.options?.find((option) => option.value === one)?.label ?? one)
      .join(', ');
  };
  const shown = keys.some((key) => values[key]) ? joined(keys.map(valueText), ' – ') : '…';
  return (
    <Popover {...POPUP} opened={opened} onChange={close} position="bottom-start" width={320}>
      <span className="filter-chip" data-opened={opened || undefined}>
        <Popover.Target>
          <button
            ref={chip}
            type="button"
            onClickCapture={dropSecondPress}
            onClick={() => (opened ? close() : onOpen(true))}
          >
            {filter.label}: <strong>{shown}</strong>
          </button>
        </Popover.Target>
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
      <Popover.Dropdown className="popup" aria-labelledby={title}>
        <FilterForm title={title} filter={filter} values={values} onApply={onApply} onClose={close} count={count} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface FormProps extends Pick<ChipProps, 'filter' | 'values' | 'onApply' | 'count'> {
  /** The id of its heading. */
  title: string;
  onClose: () => void;
}

function FilterForm({ title, filter, values, onApply, onClose, count }: FormProps) {
  const { t } = useText();
  const keys = keysOf(filter);
  const [draft, setDraft] = useState(() => Object.fromEntries(keys.map((key) => [key, values[key] ?? ''])));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReadable(filter, draft)) return;
        onApply(draft);
        onClose();
      }}
    >
      <p id={title} className="strong" style={{ marginBottom: 8 }}>
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

/** Whether all days and amounts of a draft are valid or empty. */
function isReadable(filter: Filter, draft: Record<string, string>): boolean {
  if (filter.kind === 'moneyRange') return keysOf(filter).every((key) => isBound(draft[key] ?? ''));
  if (filter.kind !== 'dateRange' && filter.kind !== 'day') return true;
  return keysOf(filter).every((key) => partsOf(draft[key] ?? '').every(isDayOrNone));
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
  const { t, charts } = useText();
  const [wanted] = useDebouncedValue(draft, SEARCH_DELAY_MS);
  const readable = isReadable(filter, wanted);
  const { data } = useQuery({
    queryKey: ['count', filter.id, wanted],
    enabled: readable && Object.keys(wanted).length > 0,
    queryFn: () => count(wanted),
    meta: { quiet: true },
    staleTime: 0,
    // Not cached, because it belongs to this table and these filters.
    gcTime: 0,
  });
  return (
    <p role="status" className="meta" style={{ marginTop: 8, minHeight: 18 }}>
      {data !== undefined && t('table.wouldFind', { total: charts.count.full(data) })}
    </p>
  );
}
