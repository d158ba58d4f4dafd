import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/**
 * The filter of the dashboard. Links contain it, because without it the portfolio would use the filter stored for this
 * tab.
 */
export const ALL_PENDING = { which: 'pending' };

/** Warnings, their numbers and amounts, for users who decide. */
export const summaryQuery = queryOptions({
  queryKey: ['dashboard', 'portfolio'],
  queryFn: async () => (await call('GET /dashboard/portfolio')).payload,
});
