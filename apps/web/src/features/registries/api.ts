import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import type { OperationState } from '@pimis/contract/registries';
import { ApiFailure, call } from '../../api/client.ts';

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

const POLL_MS = 1000;
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

/** State of an operation; while it runs the answer is not a success, and its payload is what counts. */
async function readOperation(id: string): Promise<OperationState> {
  try {
    return (await call('GET /operations/:id', { params: { id } })).payload;
  } catch (failure) {
    if (failure instanceof ApiFailure && ['OperationRunning', 'UnOperationFailed'].includes(failure.name)) {
      return failure.payload as OperationState;
    }
    throw failure;
  }
}
