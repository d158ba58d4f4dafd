import { queryOptions, useQueries } from '@tanstack/react-query';
import { LISTS, type ListType } from '@pimis/domain/workflow/lists';
import { call } from '../../../api/client.ts';

export const scenariosQuery = queryOptions({
  queryKey: ['portfolio', 'scenarios'],
  queryFn: async () => (await call('GET /portfolio/scenarios')).payload,
});

/** The number of projects that wait for a list of each type. */
const waitingQuery = (type: ListType) =>
  queryOptions({
    queryKey: ['projects', 'waiting', type],
    queryFn: async () => {
      const query = `status=pending&pendingForList=${type}&perPage=1`;
      return (await call('GET /projects/paged', { query })).additional.totalRows;
    },
  });

/**
 * The number of waiting projects by type of list, and whether all numbers are loaded; numbers that could not be read
 * are missing.
 */
export function useWaiting(): { waiting: ReadonlyMap<ListType, number>; isRead: boolean } {
  const counts = useQueries({ queries: LISTS.map(({ type }) => waitingQuery(type)) });
  const known = LISTS.flatMap(({ type }, at) => {
    const count = counts[at]?.data;
    return count === undefined ? [] : [[type, count] as const];
  });
  return { waiting: new Map(known), isRead: counts.every(({ isPending }) => !isPending) };
}

/** A scenario; it is reloaded only on entering, so that unsaved changes are not lost. */
export function scenarioQuery(id: number) {
  return queryOptions({
    queryKey: ['portfolio', 'scenarios', id],
    queryFn: async () => (await call('GET /portfolio/scenarios/:scenarioId', { params: { scenarioId: id } })).payload,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function scenarioChangesQuery(id: number, revision: number) {
  return queryOptions({
    queryKey: ['portfolio', 'scenarios', id, 'changes', revision],
    queryFn: async () =>
      (await call('GET /portfolio/scenarios/:scenarioId/changes', { params: { scenarioId: id } })).payload,
  });
}
