import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export function mapQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'map', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/map', { query: parameters })).payload,
  });
}
