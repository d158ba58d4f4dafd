import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import type { RegistryChange, RegistryNames, RegistryRow, RegistryRowDetails } from '@pimis/contract/registries';
import { call } from '../../api/client.ts';
import { POLL_MS, readOperation } from '../../api/operations.ts';

interface Listed {
  totalRows: number;
  canWrite: boolean;
  names: RegistryNames;
}

export function rowsQuery(registry: string, parameters: string) {
  return queryOptions({
    queryKey: ['registry', registry, 'rows', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call<RegistryRow[], Listed>('GET', `registry/${registry}?${parameters}`);
      return { rows: payload, ...additional };
    },
  });
}

export function rowQuery(registry: string, id: string) {
  return queryOptions({
    queryKey: ['registry', registry, 'row', id],
    queryFn: async () => {
      const path = `registry/${registry}/${encodeURIComponent(id)}`;
      const { payload, additional } = await call<RegistryRow, RegistryRowDetails>('GET', path);
      return { row: payload, details: additional };
    },
  });
}

const CHANGES_SHOWN = 50;

export function changesQuery(registry: string, id: string) {
  return queryOptions({
    queryKey: ['registry', registry, 'changes', id],
    queryFn: async () => {
      const path = `registry/${registry}/${encodeURIComponent(id)}/changes?perPage=${CHANGES_SHOWN}`;
      return (await call<RegistryChange[]>('GET', path)).payload;
    },
  });
}

const ENDED: readonly string[] = ['done', 'failed'];

export function operationQuery(id: string | null) {
  return queryOptions({
    queryKey: ['operation', id],
    enabled: id !== null,
    meta: { quiet: true },
    refetchInterval: ({ state }) => (ENDED.includes(state.data?.state ?? '') ? false : POLL_MS),
    queryFn: () => readOperation(id ?? ''),
  });
}
