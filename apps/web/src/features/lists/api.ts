import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { LISTS_OF_PAGE } from '@pimis/domain/workflow/list-limits';
import { ApiFailure, call } from '../../api/client.ts';

/** Lists of a type, newest first; older ones on request. */
export function listsQuery(type: number) {
  return infiniteQueryOptions({
    queryKey: ['lists', type],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: after }) => {
      const query = { perPage: LISTS_OF_PAGE, ...(after === undefined ? {} : { after }) };
      const request = { params: { projectTypeList: type }, query };
      const { payload, additional } = await call('GET /projects/lists/:projectTypeList', request);
      return { lists: payload, ...additional };
    },
    getNextPageParam: ({ lists, older }) => (older ? lists.at(-1)?.id : undefined),
  });
}

/** The list with this name, of any age; null if there is none. */
export function namedListQuery(type: number, name: string) {
  return queryOptions({
    queryKey: ['lists', type, name, 'itself'],
    queryFn: async () => {
      try {
        const request = { params: { projectTypeList: type }, query: { name } };
        const [list] = (await call('GET /projects/lists/:projectTypeList', request)).payload;
        return list ?? null;
      } catch (failure) {
        // A URL may contain an impossible name; the server then names no field.
        if (failure instanceof ApiFailure && failure.name === 'ValidationError') return null;
        throw failure;
      }
    },
  });
}

/** The projects of a list. */
export function listItemsQuery(type: number, name: string) {
  return queryOptions({
    queryKey: ['lists', type, name],
    queryFn: async () => {
      const params = { projectTypeList: type, projectListName: name };
      return (await call('GET /projects/lists/:projectTypeList/:projectListName', { params })).payload;
    },
  });
}
