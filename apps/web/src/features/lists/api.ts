import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Lists of a type, the newest first. */
export function listsQuery(type: number) {
  return queryOptions({
    queryKey: ['lists', type],
    queryFn: async () =>
      (await call('GET /projects/lists/:projectTypeList', { params: { projectTypeList: type } })).payload,
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
