import type { QueryClient } from '@tanstack/react-query';
import { currentSession, type SessionUser } from '../api/session.ts';
import { userOf } from '../api/session-store.ts';
import type { AddressNames } from '../ui/address.ts';
import type { TableSearch, TableState } from '../ui/DataTable/state.ts';
import { defaultView, tableViewsQuery } from '../ui/DataTable/table-views.ts';
import { tableStateAt } from '../ui/DataTable/use-table-state.ts';

/** Data of a route that is known before the script of the screen is loaded. */
interface Place {
  client: QueryClient;
  user: SessionUser;
  params: Required<AddressNames>;
  path: string;
  search: TableSearch;
}

export interface Opened {
  context: { client: QueryClient };
  params: AddressNames;
  location: { pathname: string; search: object };
}

function placeOf({ context, params, location }: Opened): Place | null {
  const user = userOf(currentSession());
  if (!user) return null;
  return {
    client: context.client,
    user,
    params: params as Required<AddressNames>,
    path: location.pathname,
    search: location.search as TableSearch,
  };
}

/**
 * The loader of a route: starts the screen's queries while its script loads, or while a pointer rests on a link.
 * Nothing waits for these queries and their failures are silent: the screen uses loaded data and requests the rest
 * itself. So they may only read.
 */
export function prefetch(queries: (place: Place) => readonly Promise<void>[]) {
  return (opened: Opened): void => {
    const place = placeOf(opened);
    if (place) void Promise.all(queries(place));
  };
}

/**
 * The table of a route: its name, and its own address if the table stays on the screen at the addresses of its rows.
 */
interface RoutedTable {
  name: string;
  path?: string;
}

/**
 * The loader of a route with a table. An address without a state shows the reader's default view, so its screen waits
 * for the saved views, which are read once: otherwise it would first show other rows. The rows of a reader who has no
 * default are requested at the same time as the views.
 */
export function prefetchTable(
  tableOf: (place: Place) => RoutedTable | null,
  queries: (place: Place & { state: TableState }) => readonly Promise<void>[],
) {
  return async (opened: Opened): Promise<void> => {
    const place = placeOf(opened);
    const table = place && tableOf(place);
    if (!table) return;
    const { client, search } = place;
    const start = () => {
      const state = tableStateAt(table.path ?? place.path, search, defaultView(client, table.name));
      void Promise.all(queries({ ...place, state }));
    };
    start();
    if (Object.keys(search).length > 0 || client.getQueryData(tableViewsQuery.queryKey)) return;
    await client.prefetchQuery(tableViewsQuery);
    if (defaultView(client, table.name)) start();
  };
}
