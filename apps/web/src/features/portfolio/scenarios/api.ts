import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const scenariosQuery = queryOptions({
  queryKey: ['portfolio', 'scenarios'],
  queryFn: async () => (await call('GET /portfolio/scenarios')).payload,
});

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
