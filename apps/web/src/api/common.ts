import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

const MINUTE_MS = 60_000;

export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await call('GET /configuration')).payload,
});

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  staleTime: 5 * MINUTE_MS,
  queryFn: async () => (await call('GET /notices')).payload,
});

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  staleTime: MINUTE_MS / 2,
  queryFn: async () => (await call('GET /dashboard')).payload,
});

export const tasksQuery = queryOptions({
  queryKey: ['dashboard', 'tasks'],
  queryFn: async () => (await call('GET /dashboard/tasks')).payload,
});
