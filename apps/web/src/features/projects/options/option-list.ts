import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** One page of the observers of a project; the former page stays visible while it loads. */
export function observersQuery(code: string, query: string) {
  return queryOptions({
    queryKey: ['project', code, 'organizations', query],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const params = { projectCode: code };
      const { payload, additional } = await call('GET /projects/:projectCode/organizations', { params, query });
      return { ...additional, rows: payload };
    },
  });
}

/** One page of the appropriations that a project may use, with the ids of those it uses. */
export function appropriationsQuery(code: string, query: string) {
  return queryOptions({
    queryKey: ['project', code, 'appropriations', query],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const params = { projectCode: code };
      const { payload, additional } = await call('GET /projects/:projectCode/appropriations', { params, query });
      return { ...additional, rows: payload };
    },
  });
}
