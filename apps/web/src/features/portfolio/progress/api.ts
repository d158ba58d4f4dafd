import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PortfolioWarnings } from '@pimis/contract/portfolio/progress';
import { call } from '../../../api/client.ts';

export function progressQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'progress', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/progress', { query: parameters })).payload,
  });
}

/** Pages of warnings, the heaviest first. */
export function warningsQuery(parameters: string) {
  return infiniteQueryOptions({
    queryKey: ['portfolio', 'warnings', parameters],
    initialPageParam: '',
    queryFn: async ({ pageParam }): Promise<PortfolioWarnings> => {
      const query = pageParam === '' ? parameters : `${parameters}&after=${encodeURIComponent(pageParam)}`;
      return (await call('GET /portfolio/warnings', { query })).payload;
    },
    getNextPageParam: ({ next }: PortfolioWarnings) => next ?? undefined,
  });
}
