import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const secondFactorQuery = (login: string) =>
  queryOptions({
    queryKey: ['second-factor', login],
    queryFn: async () => (await call('GET /security/users/:login/second-factor', { params: { login } })).payload,
  });

export const sessionsQuery = (login: string) =>
  queryOptions({
    queryKey: ['sessions', login],
    queryFn: async () => (await call('GET /security/users/:login/sessions', { params: { login } })).payload,
  });

export const passkeysQuery = (login: string) =>
  queryOptions({
    queryKey: ['passkeys', login],
    queryFn: async () => (await call('GET /security/users/:login/passkeys', { params: { login } })).payload,
  });

export const profileQuery = (login: string) =>
  queryOptions({
    queryKey: ['profile', login],
    queryFn: async () => (await call('GET /security/users/:login/profile', { params: { login } })).payload,
  });

export const calendarQuery = (login: string) =>
  queryOptions({
    queryKey: ['calendar', login],
    queryFn: async () => (await call('GET /security/users/:login/calendar', { params: { login } })).payload,
  });

export const providersQuery = (login: string) =>
  queryOptions({
    queryKey: ['sign-in-providers', login],
    queryFn: async () => (await call('GET /security/users/:login/providers', { params: { login } })).payload,
  });

/**
 * Queries to load again after every change with a proof, successful or refused: it may have ended other sessions, and a
 * recovery code is used up.
 */
export async function refreshAccess(client: QueryClient, login: string): Promise<void> {
  const changed = [
    secondFactorQuery(login),
    sessionsQuery(login),
    passkeysQuery(login),
    profileQuery(login),
    providersQuery(login),
  ];
  await Promise.all(changed.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
}
