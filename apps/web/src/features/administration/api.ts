import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { problemsOf } from '@pimis/contract/problems';
import type { Refusal } from '@pimis/contract/users';
import { ApiFailure, call } from '../../api/client.ts';

const ANSWERED = 200;

export function usersQuery(parameters: string) {
  return queryOptions({
    queryKey: ['users', 'list', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /security/users', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

export function userQuery(login: string) {
  return queryOptions({
    queryKey: ['users', 'one', login],
    queryFn: async () => (await call('GET /security/users/:login', { params: { login } })).payload,
  });
}

export function loginQuery(name: string) {
  return queryOptions({
    queryKey: ['users', 'login', name],
    meta: { quiet: true },
    queryFn: async () => (await call('GET /security/users/login-generate', { query: { name } })).payload,
  });
}

export function rolesQuery(parameters: string) {
  return queryOptions({
    queryKey: ['roles', 'list', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /security/roles', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

export function roleQuery(roleId: number) {
  return queryOptions({
    queryKey: ['roles', 'one', roleId],
    queryFn: async () => (await call('GET /security/roles/:roleId', { params: { roleId } })).payload,
  });
}

export const claimsQuery = queryOptions({
  queryKey: ['roles', 'claims'],
  queryFn: async () => (await call('GET /security/roles/claims')).payload,
});

/** Roles that the viewer may give to people of the organization. */
export function availableRolesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['roles', 'available', organizationId],
    queryFn: async () => (await call('GET /security/roles/available', { query: { organizationId } })).payload,
  });
}

/** The answer for the single sent item; its refusal is thrown as that of a call. */
export function singleAnswer<Done extends object>(answers: readonly (Done | { error: Refusal })[]): Done {
  const [answer] = answers;
  if (!answer) throw new ApiFailure(ANSWERED, 'ServiceError');
  if ('error' in answer) {
    throw new ApiFailure(ANSWERED, answer.error.name, problemsOf(answer.error));
  }
  return answer;
}

export function organizationsQuery(parameters: string) {
  return queryOptions({
    queryKey: ['organizations', 'list', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /security/organizations', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organizations', 'one', organizationId],
    queryFn: async () =>
      (await call('GET /security/organizations/:organizationId', { params: { organizationId } })).payload,
  });
}

export function allNoticesQuery(parameters: string) {
  return queryOptions({
    queryKey: ['notices', 'all', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /notices/all', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

/** The health panel. Parts are checked again whenever somebody looks. */
export const healthQuery = queryOptions({
  queryKey: ['health', 'panel'],
  queryFn: async () => (await call('GET /administration/health')).payload,
});

/** The audit log. */
export function auditQuery(parameters: string) {
  return queryOptions({
    queryKey: ['audit', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /administration/audit', { query: parameters });
      return { rows: payload, totalRows: additional.totalRows, long: additional };
    },
  });
}
