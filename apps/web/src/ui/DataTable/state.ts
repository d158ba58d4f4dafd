/** State of a table: kept in the address, and per route on this computer (specification, "Client storage"). */
export interface TableState {
  page: number;
  perPage: number;
  sortBy: string | undefined;
  descending: boolean;
  /** filter[x], or x-from and x-to for ranges. */
  filters: Record<string, string>;
}

export const PAGE_SIZES = [5, 10, 25, 50];
/** A table that keeps its state to itself begins here. */
export const FIRST_PAGE: TableState = { page: 1, perPage: 10, sortBy: undefined, descending: false, filters: {} };

export type TableSearch = Record<string, string | number | boolean | undefined>;

/** Reads the table's part of an address; what does not fit is left out. */
export function readTableState(search: TableSearch): TableState {
  const page = Number(search.page);
  const perPage = Number(search.perPage);
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    if (key.startsWith('f.') && value !== undefined && value !== '') filters[key.slice(2)] = String(value);
  }
  return {
    page: Number.isInteger(page) && page > 0 ? page : FIRST_PAGE.page,
    perPage: PAGE_SIZES.includes(perPage) ? perPage : FIRST_PAGE.perPage,
    sortBy: typeof search.sort === 'string' && search.sort !== '' ? search.sort : undefined,
    descending: search.desc === true || search.desc === 'true',
    filters,
  };
}

/** The same as an address has it; defaults are left out. */
export function writeTableState(state: TableState): TableSearch {
  return {
    page: state.page === 1 ? undefined : state.page,
    perPage: state.perPage === FIRST_PAGE.perPage ? undefined : state.perPage,
    sort: state.sortBy,
    desc: state.descending || undefined,
    ...Object.fromEntries(Object.entries(state.filters).map(([key, value]) => [`f.${key}`, value])),
  };
}

/** Parameters of the list call. */
export function listParameters(state: TableState, extra: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ perPage: String(state.perPage), page: String(state.page), ...extra });
  if (state.sortBy) {
    parameters.set('sort_by', state.sortBy);
    parameters.set('sort_desc', String(state.descending));
  }
  for (const [key, value] of Object.entries(state.filters)) parameters.set(`filter[${key}]`, value);
  return parameters.toString();
}
