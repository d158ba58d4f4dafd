import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { TableSearch } from './state.ts';

/**
 * Saved views of all tables, read once. A change made in this tab reads them again, and so does a return to the tab,
 * because views may have changed in another one.
 */
export const tableViewsQuery = queryOptions({
  queryKey: ['table-views'],
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
  // Not reported: without its views a table still works.
  meta: { quiet: true },
  queryFn: async () => (await call('GET /table-views')).payload,
});

/** The state of the view with which a table opens; undefined if there is none, or views were not read. */
export function defaultView(client: QueryClient, table: string): TableSearch | undefined {
  const views = client.getQueryData(tableViewsQuery.queryKey);
  if (!Array.isArray(views)) return undefined;
  return views.find((view) => view.table === table && view.isDefault)?.search;
}
