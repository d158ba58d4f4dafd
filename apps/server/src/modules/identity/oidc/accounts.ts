import { namedAccount, newPerson, placeOf, type ProviderClaims } from '@pimis/domain/access/provider-claims';
import { USER_STATUS } from '@pimis/domain/constants';
import type { OidcProvider } from '../../../platform/access/oidc-settings.ts';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { mailAccessChange } from '../sign-in/access-mails.ts';
import { REFUSED_STATUS } from '../sign-in/sign-in.ts';
import { lockAccount, takeLinkToken } from '../queries.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { openAccount, requireWritable } from '../users/opened-account.ts';
import { findNamed, holdSubject, insertLink, findLinked, type ProviderAccount } from './link-queries.ts';

interface Person {
  id: number;
  login: string;
}

/**
 * Links a person's account at a provider with the user, in the caller's transaction; returns whether the link is new.
 * Error: ProviderAccountTaken.
 */
export async function linkAccount(
  context: Context,
  tx: Tx,
  { provider, account, user }: { provider: OidcProvider; account: ProviderAccount; user: Person },
  origin: AuditOrigin,
): Promise<boolean> {
  const linked = await findLinked(tx, account);
  if (linked?.id === user.id) return false;
  requireWritable(context);
  if (linked || !(await insertLink(tx, account, user.id, context.now()))) throw new ApiError('ProviderAccountTaken');
  await audit(
    tx,
    { ...origin, user },
    {
      operation: 'user.providerLink',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: null, after: { provider: provider.id } },
    },
  );
  return true;
}

/**
 * The account of a person whom the provider has signed in: the linked one; otherwise the one that a verified claim
 * names, which is then linked; otherwise a new one, if the settings have a place for it. Errors:
 * ProviderAccountUnknown, the status of an inactive user.
 */
export async function accountOf(
  context: Context,
  tx: Tx,
  { provider, account, claims }: { provider: OidcProvider; account: ProviderAccount; claims: ProviderClaims },
  origin: AuditOrigin,
): Promise<Person> {
  await holdSubject(tx, account);
  const linked = await findLinked(tx, account);
  if (linked) return linked;
  requireWritable(context);
  const named = await namedPerson(tx, provider, claims);
  const refused = named && REFUSED_STATUS[named.status];
  if (refused) throw new ApiError(refused);
  const user = named ?? (await createPerson(context, tx, { provider, claims }, origin));
  if (!user) throw new ApiError('ProviderAccountUnknown');
  const isNew = await linkAccount(context, tx, { provider, account, user }, origin);
  // Only the owner of an existing account gets a mail; a new account surprises nobody.
  if (named && isNew) {
    await mailAccessChange(tx, named.id, { kind: 'linked', provider: provider.label }, context.now());
  }
  return user;
}

/**
 * Activates the account of an invitation for the person whom the provider has signed in, and links it. Errors:
 * InvalidActivationToken, InvalidUserStatus, ProviderAccountTaken.
 */
export async function activateInvited(
  context: Context,
  tx: Tx,
  { provider, account, invitation }: { provider: OidcProvider; account: ProviderAccount; invitation: string },
  origin: AuditOrigin,
): Promise<Person> {
  requireWritable(context);
  const now = context.now();
  const link = await takeLinkToken(tx, invitation, 'activation', now);
  if (!link) throw new ApiError('InvalidActivationToken');
  const { login, status } = await lockAccount(tx, link.userId);
  if (status !== USER_STATUS.inactive) throw new ApiError('InvalidUserStatus');
  const user = { id: link.userId, login };
  await tx
    .updateTable('users')
    .set({ status: USER_STATUS.active, modified_at: now })
    .where('id', '=', user.id)
    .execute();
  await endOldAccess(tx, user.id, 'account activated', now);
  await audit(
    tx,
    { ...origin, user },
    {
      operation: 'user.activation',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { status }, after: { status: USER_STATUS.active }, provider: provider.id },
    },
  );
  await linkAccount(context, tx, { provider, account, user }, origin);
  return user;
}

/** A claim that matches two people identifies nobody. */
async function namedPerson(tx: Tx, { personClaim }: OidcProvider, claims: ProviderClaims) {
  const named = namedAccount(personClaim, claims);
  const [person, another] = named ? await findNamed(tx, named) : [];
  return person && !another ? person : null;
}

/** Creates an account. Null if the settings have no place for it. Error: TranUserLimit. */
async function createPerson(
  context: Context,
  tx: Tx,
  { provider, claims }: { provider: OidcProvider; claims: ProviderClaims },
  origin: AuditOrigin,
): Promise<Person | null> {
  const place = placeOf(provider.createBy, claims);
  const person = newPerson(claims);
  if (!place || !person) return null;
  const account = { person, loginAd: null, place, setting: 'OIDC_PROVIDERS', by: { provider: provider.id } } as const;
  return openAccount(context, tx, account, origin);
}
