import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NewUserSchema } from '@pimis/contract/users';
import { ADMINISTRATION_ORGANIZATION, USER_STATUS } from '@pimis/domain/constants';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/process/refused.ts';
import { activeAdministrators, lockRights } from '../roles/rights.ts';
import { addUser } from './users.ts';

const person = Compile(Type.Pick(NewUserSchema, ['login', 'name', 'email']));
/** The rules of the fields in words; the schema has them as patterns. */
const PROBLEMS: Readonly<Record<string, string>> = {
  login: 'must have 4 to 32 Latin letters, digits, dots or underscores, and begin and end with a letter or a digit',
  name: 'must have 1 to 200 characters on one line',
  email: 'must be an address such as name@example.rs',
};

export interface FirstAdministrator {
  login: string;
  name: string;
  email: string;
}

/** Error: Refused, which names the wrong field. */
export function requirePerson(input: FirstAdministrator): void {
  const [wrong] = person.Errors(input);
  if (!wrong) return;
  const field = wrong.instancePath.slice(1);
  throw new Refused(`${field}: ${PROBLEMS[field] ?? wrong.message}.`);
}

/**
 * Makes the account of the first administrator in the organization of the administration and queues the mail that sets
 * the password. Only for an installation without an active administrator; later administrators add everybody else.
 * Errors: Refused.
 */
export async function addFirstAdministrator(context: Context, input: FirstAdministrator): Promise<void> {
  requirePerson(input);
  await context.db.transaction().execute(async (tx) => {
    // With the lock, the second of two calls finds the account of the first.
    await lockRights(tx);
    const [active] = await activeAdministrators(tx);
    if (active) throw new Refused(`There is an administrator already, who can add others: ${active.login}.`);
    const [waiting] = await waitingAdministrators(tx, context.now());
    if (waiting) {
      throw new Refused(
        `There is an administrator already who has not activated the account: ${waiting.login}. The link is good until ` +
          `${waiting.until.toISOString()}; pimis unlock ${waiting.login} sends another.`,
      );
    }
    const role = await tx
      .selectFrom('role_claims')
      .select('role_id as roleId')
      .where('claim', '=', 'Admin')
      .orderBy('role_id')
      .executeTakeFirst();
    if (!role) throw new Refused('No role holds the claim Admin.');
    const user = { ...input, roleId: role.roleId, organizationId: ADMINISTRATION_ORGANIZATION };
    await addUser(
      context,
      tx,
      { ...user, loginAd: null, phoneNumber: null, tags: [], notifyUser: true },
      { user: null },
    ).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 'DuplicateUserLogin')) throw error;
      throw new Refused(`There is an account ${input.login} already; pimis unlock ${input.login} opens it again.`);
    });
  });
}

/** Administrators whose activation link is still valid. */
function waitingAdministrators(tx: Tx, now: Date) {
  return tx
    .selectFrom('users')
    .innerJoin('role_claims', 'role_claims.role_id', 'users.role_id')
    .innerJoin('user_tokens', 'user_tokens.user_id', 'users.id')
    .select(['users.login', 'user_tokens.expires_at as until'])
    .where('role_claims.claim', '=', 'Admin')
    .where('users.status', '=', USER_STATUS.inactive)
    .where('user_tokens.kind', '=', 'activation')
    .where('user_tokens.used_at', 'is', null)
    .where('user_tokens.expires_at', '>', now)
    .orderBy('users.id')
    .execute();
}
