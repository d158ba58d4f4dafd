import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** What becomes public next, and what is withheld. */
export const publicityQuery = queryOptions({
  queryKey: ['publicity'],
  queryFn: async () => (await call('GET /administration/publicity')).payload,
});
