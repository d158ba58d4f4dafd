import type { QueryClient } from '@tanstack/react-query';
import { currentSession, type SessionUser } from '../api/session.ts';
import { userOf } from '../api/session-store.ts';
import type { AddressNames } from '../ui/address.ts';
import type { TableSearch } from '../ui/DataTable/state.ts';

/** Data of a route that is known before the script of the screen is loaded. */
interface Place {
  client: QueryClient;
  user: SessionUser;
  params: Required<AddressNames>;
  path: string;
  search: TableSearch;
}

/**
 * The loader of a route: starts the screen's queries while its script loads, or while a pointer rests on a link. Nobody
 * waits for it and refusals are silent: the screen uses what has arrived and repeats the rest. So it may only read.
 */
export function prefetch(queries: (place: Place) => readonly Promise<void>[]) {
  return (opened: {
    context: { client: QueryClient };
    params: AddressNames;
    location: { pathname: string; search: object };
  }): void => {
    const user = userOf(currentSession());
    if (!user) return;
    const { context, params, location } = opened;
    const place = {
      client: context.client,
      user,
      params: params as Required<AddressNames>,
      path: location.pathname,
      search: location.search as TableSearch,
    };
    void Promise.all(queries(place));
  };
}
