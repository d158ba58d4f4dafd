import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** Projects that become public next, and withheld projects. */
export const publicityQuery = queryOptions({
  queryKey: ['publicity'],
  queryFn: async () => (await call('GET /administration/publicity')).payload,
});
