import { mayAssignRole } from '@pimis/domain/access/giving-rights';
import type { AccountPlace } from '@pimis/domain/access/provider-claims';
import { USER_STATUS } from '@pimis/domain/constants';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findNamed } from '../oidc/link-queries.ts';
import { findRoleByName } from '../roles/role-queries.ts';
import { isRemoved } from './removed-people.ts';
import { findAssignable, isRegistered } from './user-queries.ts';
import { addUser } from './users.ts';

/* Accounts that no administrator has made, but a provider or a group of the directory. */

/** While the installation is read-only people can sign in, but no account is made. Error: ReadOnly. */
export function requireWritable({ readOnly }: Context): void {
  if (readOnly && readOnly.text() !== null) throw new ApiError('ReadOnly');
}

/** The id of a place's role if an administrator could give it there; otherwise, and if it has the claim Admin, null. */
async function roleOf(tx: Tx, { organization, role: name }: AccountPlace): Promise<number | null> {
  const id = (await isRegistered(tx, organization)) ? await findRoleByName(tx, organization, name) : null;
  const role = id === null ? null : await findAssignable(tx, id);
  // Only administrators appoint administrators.
  if (!role || role.claims.includes('Admin')) return null;
  return mayAssignRole({ claims: new Set(['Admin']) }, role, organization) ? role.id : null;
}

export interface OpenedAccount {
  person: { name: string; email: string };
  loginAd: string | null;
  place: AccountPlace;
  /** The setting that has the place. */
  setting: 'OIDC_PROVIDERS' | 'LDAP_GROUPS';
  /** The source of the change, for the audit log. */
  by: { provider: string } | { group: string };
}

/**
 * Creates an active account without a password. Null if the place cannot be given, if the data of the person were
 * removed, or if somebody else has the address: a second account would divide their work. Error: TranUserLimit.
 */
export async function openAccount(
  context: Context,
  tx: Tx,
  { person, loginAd, place, setting, by }: OpenedAccount,
  origin: AuditOrigin,
): Promise<{ id: number; login: string } | null> {
  const roleId = await roleOf(tx, place);
  if (roleId === null) {
    context.log.error({ ...by, place }, `${setting} names a body or a role that cannot be given`);
    return null;
  }
  if (await isRemoved(tx, context.config, { email: person.email, loginAd })) {
    context.log.warn(by, 'no account is opened for somebody whose data were removed');
    return null;
  }
  if ((await findNamed(tx, { by: 'email', value: person.email })).length > 0) return null;
  const byNobody = { ...origin, user: null };
  const login = await addUser(
    context,
    tx,
    {
      ...person,
      login: null,
      loginAd,
      phoneNumber: null,
      organizationId: place.organization,
      roleId,
      tags: [],
      notifyUser: false,
    },
    byNobody,
  );
  const user = await tx
    .updateTable('users')
    .set({ status: USER_STATUS.active, modified_at: context.now() })
    .where('login', '=', login)
    .returning(['id', 'login'])
    .executeTakeFirstOrThrow();
  await audit(tx, byNobody, {
    operation: 'user.activation',
    subjectType: 'user',
    subjectId: user.id,
    organizationId: place.organization,
    detail: { before: { status: USER_STATUS.inactive }, after: { status: USER_STATUS.active }, ...by },
  });
  return user;
}
