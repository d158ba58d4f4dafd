import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POLL_MS, readOperation } from '../../api/operations.ts';
import { useSession } from '../../api/session.ts';

/** The name of the table of a registry. */
export const tableOf = (registry: string): string => `registry-${registry}`;

export function rowsQuery(registry: string, parameters: string) {
  return queryOptions({
    queryKey: ['registry', registry, 'rows', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /registry/:registry', {
        params: { registry },
        query: parameters,
      });
      return { rows: payload, ...additional };
    },
  });
}

export function rowQuery(registry: string, id: string) {
  return queryOptions({
    queryKey: ['registry', registry, 'row', id],
    queryFn: async () => {
      const { payload, additional } = await call('GET /registry/:registry/:id', { params: { registry, id } });
      return { row: payload, details: additional };
    },
  });
}

const CHANGES_SHOWN = 50;

export function changesQuery(registry: string, id: string) {
  return queryOptions({
    queryKey: ['registry', registry, 'changes', id],
    queryFn: async () => {
      const query = { perPage: String(CHANGES_SHOWN) };
      return (await call('GET /registry/:registry/:id/changes', { params: { registry, id }, query })).payload;
    },
  });
}

const ENDED: readonly string[] = ['done', 'failed'];

export function operationQuery(id: string) {
  return queryOptions({
    queryKey: ['operation', id],
    meta: { quiet: true },
    refetchInterval: ({ state }) => (ENDED.includes(state.data?.state ?? '') ? false : POLL_MS),
    queryFn: () => readOperation(id),
  });
}

/** An operation, polled until it ends; a session that is over polls nothing until the user has signed in again. */
export function useOperation(id: string) {
  const { status } = useSession();
  return useQuery({ ...operationQuery(id), enabled: status !== 'expired' });
}
