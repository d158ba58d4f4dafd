import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export function overviewQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'overview', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/overview', { query: parameters })).payload,
  });
}
