import { queryOptions } from '@tanstack/react-query';
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
