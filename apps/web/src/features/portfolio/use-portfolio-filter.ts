import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { keep } from '../../browser/storage.ts';
import { type TableSearch, type TableState, writeTableState } from '../../ui/DataTable/state.ts';
import { filterPart, isOfFilter, keptKey, keptSearch, stateOf, toggledFilters } from './filter.ts';

/** Returns the address of the present view with the filter of a group added or, if it is set already, removed. */
export function useToggledAddress(): (group: Readonly<Record<string, string>>) => string {
  const [filter] = usePortfolioFilter();
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (group) => {
    const written = filterPart(writeTableState({ ...filter, filters: toggledFilters(filter.filters, group) }));
    const others = Object.entries(search).filter(([name]) => !isOfFilter(name));
    const given = Object.entries({ ...Object.fromEntries(others), ...written });
    const parameters = given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
    return `${path}?${new URLSearchParams(parameters).toString()}`;
  };
}

/** The part of the present address that filters, for links within the portfolio. */
export function useFilterSearch(): TableSearch {
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  return useMemo(() => filterPart(search), [search]);
}

/** The filter of the portfolio, and a function to change it; parameters of the view do not change. */
export function usePortfolioFilter(): [TableState, (state: TableState) => Promise<void>] {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isEmpty = Object.keys(search).length === 0;
  // An address without a filter gets the kept one on entering only, so that a cleared filter stays cleared.
  const enter = useEffectEvent(() => {
    const kept = keptSearch();
    if (isEmpty && Object.keys(kept).length > 0) void navigate({ to: path, search: kept, replace: true });
  });
  useEffect(() => enter(), []);
  const entered = useRef(search);
  useEffect(() => {
    // Marks of charts change only the address, so their filter is kept here for a return through the menu. While
    // another screen opens, the address already belongs to it.
    if (entered.current !== search && path.startsWith('/portfolio/'))
      keep(keptKey(), JSON.stringify(filterPart(search)), 'sessionStorage');
  }, [search, path]);
  const filter = useMemo(() => stateOf(search), [search]);
  const set = (next: TableState) => {
    const written = filterPart(writeTableState(next));
    keep(keptKey(), JSON.stringify(written), 'sessionStorage');
    const others = Object.entries(search).filter(([name]) => !isOfFilter(name));
    return navigate({ to: path, search: { ...Object.fromEntries(others), ...written }, replace: true });
  };
  return [filter, set];
}
