import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { TableView } from '@pimis/contract/table-views';
import { isKeptState } from '@pimis/domain/table-views/kept-state';
import { VIEW_ENTRIES, VIEW_NAME_MAX, VIEW_VALUE_MAX, VIEWS_OF_TABLE } from '@pimis/domain/table-views/limits';
import { isBlank } from '@pimis/domain/text/blank';
import { isOneLine } from '@pimis/domain/text/one-line';
import { cleanLine } from '@pimis/domain/text/unseen';
import { call } from '../../api/client.ts';
import { ownKey } from '../../api/own-key.ts';
import { keep, readKept } from '../../browser/storage.ts';
import { useText } from '../../i18n/use-text.ts';
import { jsonIn } from '../json-in.ts';
import { notifyFailure } from '../notify.tsx';
import type { Filter } from './filter.ts';
import { readTableState, type TableSearch, type TableState } from './state.ts';
import { tableViewsQuery } from './table-views.ts';

const NONE: readonly TableView[] = [];

/** The views of a table that the user sees, and how to change them. */
export function useSavedViews(table: string) {
  const client = useQueryClient();
  const { data } = useQuery(tableViewsQuery);
  const changed = () => client.invalidateQueries({ queryKey: tableViewsQuery.queryKey });
  const views = useMemo(
    () => (Array.isArray(data) ? data.filter((view) => view.table === table) : NONE),
    [data, table],
  );
  return { views, isRead: data !== undefined, changed };
}

/** The state as the server keeps it: without entries that are not set. */
export const keptSearch = (search: TableSearch): TableView['search'] =>
  Object.fromEntries(Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

function isView(value: unknown): value is { name: string; search: TableSearch } {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as { name?: unknown; search?: unknown };
  return typeof name === 'string' && name.trim() !== '' && typeof search === 'object' && search !== null;
}

const KEY = /^[A-Za-z0-9._-]{1,60}$/;

/** The entries that the server takes, of a state that this or another program wrote. */
function possibleSearch(search: TableSearch): TableView['search'] {
  const isPossible = ([key, value]: [string, unknown]) =>
    KEY.test(key) &&
    (typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value.length <= VIEW_VALUE_MAX));
  return Object.fromEntries(Object.entries(keptSearch(search)).filter(isPossible).slice(0, VIEW_ENTRIES));
}

/** A name of today's length; it does not end with half of a character. */
const possibleName = (name: string): string =>
  cleanLine(name)
    .slice(0, VIEW_NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, '');

/**
 * Views that this browser kept before the server did; without those that another program wrote, and those that the
 * server would refuse: it takes all that are sent, or none.
 */
function keptViews(key: string): { name: string; search: TableView['search'] }[] {
  const kept = jsonIn(readKept(key) ?? '');
  const views = Array.isArray(kept) ? kept.filter(isView) : [];
  return views
    .map(({ name, search }) => ({ name: possibleName(name), search: possibleSearch(search) }))
    .filter(({ name, search }) => !isBlank(name) && isOneLine(name) && isKeptState(search))
    .slice(0, VIEWS_OF_TABLE);
}

/** Tables whose views are being sent: a table may be drawn twice. */
const taking = new Set<string>();

/** Sends the views that this browser kept to the server, once. If that fails they stay until the next time. */
export function useTakenOver(table: string): void {
  const client = useQueryClient();
  const text = useText();
  const take = useEffectEvent(async () => {
    const key = ownKey(`pimis.views.${table}`);
    const views = keptViews(key);
    if (views.length === 0 || taking.has(key)) return;
    taking.add(key);
    try {
      await call('POST /table-views/taken-over', { body: { table, views } });
      keep(key, null);
      await client.invalidateQueries({ queryKey: tableViewsQuery.queryKey });
    } finally {
      taking.delete(key);
    }
  });
  const report = useEffectEvent((failure: unknown) => notifyFailure(failure, text));
  useEffect(() => {
    take().catch(report);
  }, [table]);
}

/** The parts of the table: its columns, and the parameters of its filters. */
export interface Usable {
  columns: readonly { id: string; sortable?: boolean }[];
  filters: readonly Pick<Filter, 'id'>[];
  /** Filters of offered views, which need no field. */
  offered: readonly string[];
}

/**
 * The state of a saved view without filters, orders and columns that the table does not have (any more, or for this
 * reader): the server would refuse them.
 */
export function usableState(search: TableSearch, { columns, filters, offered }: Usable): TableState {
  const state = readTableState(search);
  const known = new Set([...offered, ...filters.flatMap(({ id }) => [id, `${id}-from`, `${id}-to`])]);
  const isSortable = columns.some(({ id, sortable }) => id === state.sortBy && sortable === true);
  const shown = state.columns?.filter((name) => columns.some(({ id }) => id === name));
  return {
    ...state,
    page: 1,
    at: undefined,
    sortBy: isSortable ? state.sortBy : undefined,
    descending: isSortable && state.descending,
    columns: shown && shown.length > 0 ? shown : undefined,
    filters: Object.fromEntries(Object.entries(state.filters).filter(([key]) => known.has(key))),
  };
}
