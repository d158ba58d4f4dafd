import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const secondFactorQuery = (login: string) =>
  queryOptions({
    queryKey: ['second-factor', login],
    queryFn: async () => (await call('GET /security/users/:login/second-factor', { params: { login } })).payload,
  });
