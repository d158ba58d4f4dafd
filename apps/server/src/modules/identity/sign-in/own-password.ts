import type { Context } from '../../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../../platform/current-user.ts';
import type { Tx } from '../../../platform/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { clearHits, countHit } from '../../../platform/rate-limits.ts';
import { bindWithPassword } from './ldap.ts';
import { ownPasswordKey } from './login-attempt-limit.ts';
import { MAX_FAILURES, passwordMatches } from './passwords.ts';
import { lockAccount } from '../queries.ts';

/**
 * The present password of one who is signed in, asked for again: a session that somebody else has taken over must not
 * become the account. Who has none here proves himself to the directory. Wrong ones are counted as those of a sign-in.
 */
export async function requireOwnPassword(context: Context, user: CurrentUser, password: string): Promise<void> {
  const { password_hash, login_ad } = await context.db
    .selectFrom('users')
    .select(['password_hash', 'login_ad'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const guesses = ownPasswordKey(user.id);
  const tried = await countHit(context.db, guesses, context.config.loginLockMinutes * 60, context.now());
  if (tried > MAX_FAILURES) throw new ApiError('ReachedFailedLoginAttemptCount');
  const matches =
    password_hash === null && login_ad !== null
      ? await bindWithPassword(context, login_ad, password)
      : await passwordMatches(password_hash, password);
  if (!matches) throw invalidFields({ password: 'InvalidUserPassword' });
  await clearHits(context.db, [guesses]);
}

/**
 * The own account, held for a change until the transaction ends. A session that has ended since it was let in, as all do
 * when the password is changed elsewhere, goes no further. Errors: Unauthorized.
 */
export async function holdOwnAccount(tx: Tx, user: CurrentUser) {
  const account = await lockAccount(tx, user.id);
  if (!(await loadCurrentUser(tx, user.id, user.sessionId))) throw new ApiError('Unauthorized');
  return account;
}
