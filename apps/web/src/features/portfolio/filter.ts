import { filtersOfGroup } from '@pimis/domain/projects/filter-parts';
import { ownKey } from '../../api/own-key.ts';
import { readKept } from '../../browser/storage.ts';
import {
  FIRST_PAGE,
  readTableState,
  type TableSearch,
  type TableState,
  writeTableState,
} from '../../ui/DataTable/state.ts';
import { objectIn } from '../../ui/json-in.ts';

/** The filter that all views of the portfolio share: in the address, and in this tab for the way through the menu. */

export const keptKey = () => ownKey('pimis.portfolio');
export const FINISHED = 'finished';

export const isOfFilter = (name: string) => name.startsWith('f.') || name === 'which';
/** The part of an address that filters; the rest belongs to one view. */
export const filterPart = (search: TableSearch): TableSearch =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => isOfFilter(name) && value !== undefined));

export const keptSearch = () => filterPart(objectIn(readKept(keptKey(), 'sessionStorage')) as TableSearch);

export const stateOf = (search: TableSearch): TableState => ({ ...FIRST_PAGE, ...readTableState(filterPart(search)) });

/** The filter of an address; an empty address gets the filter kept in this tab. */
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
