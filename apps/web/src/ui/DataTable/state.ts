import { LARGEST_PAGE, PAGE_SIZES } from '@pimis/domain/constants';
import { readersScript } from '../../browser/readers-script.ts';

/** The state of a table: in the address, and per route on this computer (specification, "Client storage"). */
export interface TableState {
  page: number;
  perPage: number;
  /** The start of a page other than by number: LAST_PAGE, or `after:` or `before:` with a key of the server. */
  at?: string | undefined;
  /** Counts beyond the server's limit. */
  exact?: boolean | undefined;
  sortBy: string | undefined;
  descending: boolean;
  /** Columns of the address; they override the choice on this computer. */
  columns?: readonly string[] | undefined;
  /** The shown set of rows among several, if the URL names it. */
  which?: string | undefined;
  /** filter[x], or x-from and x-to for ranges. */
  filters: Record<string, string>;
}

export const LAST_PAGE = 'end';
const AT = /^(after|before):(.+)$/;
/** The initial state of a table without an address. */
export const FIRST_PAGE: TableState = { page: 1, perPage: 10, sortBy: undefined, descending: false, filters: {} };

export type TableSearch = Record<string, string | number | boolean | undefined>;

/** Reads the table's part of an address; invalid parts are ignored. */
export function readTableState(search: TableSearch): TableState {
  const page = Number(search.page);
  const perPage = Number(search.perPage);
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    if (key.startsWith('f.') && value !== undefined && value !== '') filters[key.slice(2)] = String(value);
  }
  return {
    page: Number.isInteger(page) && page > 0 && page <= LARGEST_PAGE ? page : FIRST_PAGE.page,
    perPage: PAGE_SIZES.includes(perPage) ? perPage : FIRST_PAGE.perPage,
    at: typeof search.at === 'string' && (search.at === LAST_PAGE || AT.test(search.at)) ? search.at : undefined,
    exact: search.exact === true || search.exact === 'true' || undefined,
    sortBy: typeof search.sort === 'string' && search.sort !== '' ? search.sort : undefined,
    columns: typeof search.cols === 'string' && search.cols !== '' ? search.cols.split(',') : undefined,
    which: typeof search.which === 'string' && search.which !== '' ? search.which : undefined,
    descending: search.desc === true || search.desc === 'true',
    filters,
  };
}

/** The table's part of an address, without defaults. */
export function writeTableState(state: TableState): TableSearch {
  return {
    page: state.page === 1 ? undefined : state.page,
    perPage: state.perPage === FIRST_PAGE.perPage ? undefined : state.perPage,
    at: state.page === 1 ? undefined : state.at,
    exact: state.exact,
    sort: state.sortBy,
    desc: state.descending || undefined,
    cols: state.columns?.join(','),
    which: state.which,
    ...Object.fromEntries(Object.entries(state.filters).map(([key, value]) => [`f.${key}`, value])),
  };
}

/** Parameters of the list call, with the script in which the screen shows names. */
export function listParameters(state: TableState, extra: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({
    perPage: String(state.perPage),
    page: String(state.page),
    ...readersScript(),
    ...extra,
  });
  const [, side, key] = AT.exec(state.at ?? '') ?? [];
  // The first page needs no key.
  if (state.page > 1 && state.at === LAST_PAGE) parameters.set('end', 'true');
  if (state.page > 1 && side && key) parameters.set(side, key);
  if (state.exact) parameters.set('exact', 'true');
  if (state.sortBy) {
    parameters.set('sort_by', state.sortBy);
    parameters.set('sort_desc', String(state.descending));
  }
  for (const [key, value] of Object.entries(state.filters)) parameters.set(`filter[${key}]`, value);
  return parameters.toString();
}

/** The part that is stored across days: order and columns, not filters. */
export function persistentState({ perPage, sort, desc, cols }: TableSearch): TableSearch {
  return Object.fromEntries(Object.entries({ perPage, sort, desc, cols }).filter(([, value]) => value !== undefined));
}
