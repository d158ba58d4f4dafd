import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { filtersOfGroup } from '@pimis/domain/projects/filter-parts';
import { ownKey } from '../../api/own-key.ts';
import { keep, readKept } from '../../browser/storage.ts';
import {
  FIRST_PAGE,
  readTableState,
  type TableSearch,
  type TableState,
  writeTableState,
} from '../../ui/DataTable/state.ts';
import { objectIn } from '../../ui/json-in.ts';

/** The filter that all views of the portfolio share: in the address, and in this tab for the way through the menu. */

const keptKey = () => ownKey('pimis.portfolio');
export const FINISHED = 'finished';

const isOfFilter = (name: string) => name.startsWith('f.') || name === 'which';
/** The part of an address that filters; the rest belongs to one view. */
const filterPart = (search: TableSearch): TableSearch =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => isOfFilter(name) && value !== undefined));

const keptSearch = () => filterPart(objectIn(readKept(keptKey(), 'sessionStorage')) as TableSearch);

const stateOf = (search: TableSearch): TableState => ({ ...FIRST_PAGE, ...readTableState(filterPart(search)) });

/** The filter at an address; that of an empty address is the one kept in this tab. */
export const keptFilter = (search: TableSearch): TableState =>
  stateOf(Object.keys(search).length === 0 ? keptSearch() : search);

/** The query of a call: tab and filters of the project table, and the parameters of the view. */
export function portfolioParameters({ which, filters }: TableState, own: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ status: which === FINISHED ? FINISHED : 'pending', ...own });
  for (const [name, value] of Object.entries(filters)) parameters.set(`filter[${name}]`, value);
  return parameters.toString();
}

/**
 * The address of the project table with the projects behind a number: those of the filter, narrowed by the filters of
 * the number's group.
 */
export function projectsAddress({ which, filters }: TableState, narrowed: Record<string, string> = {}): string {
  const search = writeTableState({
    ...FIRST_PAGE,
    which: which === FINISHED ? FINISHED : 'pending',
    filters: filtersOfGroup(filters, narrowed),
  });
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  return `/projects?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/**
 * The filters after a press on the mark of a group: those of the group are added, or removed if they are set already.
 */
export function toggledFilters(
  filters: Readonly<Record<string, string>>,
  group: Readonly<Record<string, string>>,
): Record<string, string> {
  const within = filtersOfGroup(filters, group);
  if (Object.keys(group).some((name) => within[name] !== filters[name])) return within;
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !Object.hasOwn(group, name)));
}

/** The address of the present view, filtered by a group or, if it is already, no longer. */
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
    // Marks of charts change the address alone; the way through the menu comes back to what they chose.
    // On the way to another screen the address is that of the screen already.
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
