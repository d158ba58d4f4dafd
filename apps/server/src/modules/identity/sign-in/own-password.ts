import type { Context } from '../../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { clearHits, countHit } from '../../../platform/limits/rate-limits.ts';
import { bindWithPassword } from './ldap.ts';
import { ownPasswordKey } from './login-attempt-limit.ts';
import { MAX_FAILURES, passwordMatches } from './passwords.ts';
import { lockAccount } from '../queries.ts';

/**
 * Checks the password of a signed-in user again, so that a stolen session cannot take over the account. A user of the
 * directory proves identity there. Failures count as those of a sign-in.
 */
export async function requireOwnPassword(context: Context, user: CurrentUser, password: string): Promise<void> {
  const { password_hash, login_ad } = await context.db
    .selectFrom('users')
    .select(['password_hash', 'login_ad'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const guesses = ownPasswordKey(user.id);
  const tried = await countHit(context.db, guesses, context.config.loginLockMinutes * 60, context.now());
  if (tried > MAX_FAILURES) throw new ApiError('ReachedFailedLoginAttemptCount', { limit: 'accountFailures' });
  const matches =
    password_hash === null && login_ad !== null
      ? await bindWithPassword(context, login_ad, password)
      : await passwordMatches(password_hash, password);
  if (!matches) throw invalidFields({ password: 'InvalidUserPassword' });
  await clearHits(context.db, [guesses]);
}

/**
 * Locks the own account for a change until the transaction ends. Refuses a session that has ended since the route
 * admitted it, as after a change of password elsewhere. Errors: Unauthorized.
 */
export async function holdOwnAccount(tx: Tx, user: CurrentUser) {
  const account = await lockAccount(tx, user.id);
  if (!(await loadCurrentUser(tx, user.id, user.sessionId))) throw new ApiError('Unauthorized');
  return account;
}
