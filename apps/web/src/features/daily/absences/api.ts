import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** Absences of a user, and those in which they act for others. */
export const standInsQuery = (login: string) =>
  queryOptions({
    queryKey: ['stand-ins', login],
    queryFn: async () => (await call('GET /security/users/:login/stand-ins', { params: { login } })).payload,
  });

/** Possible stand-ins of a user. */
export const candidatesQuery = (login: string) =>
  queryOptions({
    queryKey: ['stand-ins', login, 'candidates'],
    queryFn: async () => {
      const { payload, additional } = await call('GET /security/users/:login/stand-ins/candidates', {
        params: { login },
      });
      return { candidates: payload, claims: additional.claims };
    },
  });
