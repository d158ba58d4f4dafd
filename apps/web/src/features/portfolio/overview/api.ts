import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export function overviewQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'overview', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/overview', { query: parameters })).payload,
  });
}

export function moneyQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'money', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/money', { query: parameters })).payload,
  });
}

export function courseQuery(parameters: string) {
  return queryOptions({
    queryKey: ['portfolio', 'course', parameters],
    placeholderData: (before) => before,
    queryFn: async () => (await call('GET /portfolio/course', { query: parameters })).payload,
  });
}
