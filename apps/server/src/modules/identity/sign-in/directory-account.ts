import { sql } from 'kysely';
import { type DirectoryPerson, personOfDirectory, placeOfGroups } from '@pimis/domain/access/directory-groups';
import type { AuditOrigin } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findForSignIn } from '../queries.ts';
import { openAccount, requireWritable } from '../users/opened-account.ts';
import { readPerson } from './directory-lookup.ts';

/**
 * The account of a person who has none, and whose password the directory has accepted: a new one, if they are in a
 * group of LDAP_GROUPS (docs/decisions/0307-accounts-of-groups.md); otherwise undefined. Errors: DirectoryUnavailable,
 * ReadOnly, TranUserLimit.
 */
export async function accountByGroup(context: Context, loginAd: string, origin: AuditOrigin) {
  const { ldapGroups } = context.config;
  if (ldapGroups.length === 0) return undefined;
  const found = await read(context, loginAd);
  const place = found && placeOfGroups(ldapGroups, found);
  const person = found && personOfDirectory(found);
  if (!place || !person) {
    if (place) context.log.error({ loginAd }, 'the directory has no name or no address for a new account');
    return undefined;
  }
  requireWritable(context);
  const { group, organization, role } = place;
  return context.db.transaction().execute(async (tx) => {
    // If a person signs in twice at once, the second sign-in waits until the first has the account.
    await sql`select pg_advisory_xact_lock(7136413, hashtext(${loginAd}))`.execute(tx);
    const known = await findForSignIn(tx, 'login_ad', loginAd);
    if (known) return known;
    const account = { person, loginAd, place: { organization, role }, setting: 'LDAP_GROUPS', by: { group } } as const;
    const opened = await openAccount(context, tx, account, origin);
    return opened ? findForSignIn(tx, 'login_ad', loginAd) : undefined;
  });
}

async function read(context: Context, loginAd: string): Promise<DirectoryPerson | null> {
  try {
    return await readPerson(context.config, loginAd);
  } catch (error) {
    context.log.error({ err: error }, 'the directory cannot be asked for groups');
    throw new ApiError('DirectoryUnavailable', { cause: error });
  }
}
