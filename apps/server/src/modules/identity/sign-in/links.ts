import { USER_STATUS } from '@pimis/domain/constants';
import type { TokenPassword } from '@pimis/contract/identity';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { countHit } from '../../../platform/limits/rate-limits.ts';
import { hashToken, makeLinkToken } from '../../../platform/access/tokens.ts';
import { mailAccessChange } from './access-mails.ts';
import { countRequest } from './login-attempt-limit.ts';
import { liftLocks, locksOf } from './locks.ts';
import { hashPassword, linkPasswordProblems } from './passwords.ts';
import { endOldAccess } from './ended-access.ts';
import { LINK_MAILS, type LinkKind } from './link-mails.ts';
import { lockAccount, readLinkToken, takeLinkToken } from '../queries.ts';

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3600;
const LINKS_PER_HOUR = 5;

/**
 * Makes a single-use link of the kind and queues its mail in the same transaction; earlier links end. The user's row is
 * locked, so of two calls one is later. The mail goes to the user's address unless another is given.
 */
export async function makeLink(
  context: Context,
  tx: Tx,
  userId: number,
  kind: LinkKind,
  { detail = null, address }: { detail?: string | null; address?: string } = {},
): Promise<void> {
  const now = context.now();
  const { token, hash } = makeLinkToken();
  const to = await lockAccount(tx, userId);
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
  const { hours, path, subject, paragraphs, label } = LINK_MAILS[kind];
  await tx
    .insertInto('user_tokens')
    .values({
      token_hash: hash,
      user_id: userId,
      kind,
      detail,
      expires_at: new Date(now.getTime() + hours * HOUR_MS),
      created_at: now,
    })
    .execute();
  const link = { label, address: `${context.config.publicUrl}${path}?token=${token}` };
  await addJob(tx, 'sendMail', composeMail({ to: address ?? to.email, subject, paragraphs: paragraphs(to), link }));
}

/**
 * First sign-in and forgotten password. Neither the answer nor its time reveals whether the login exists: only the job
 * of the link looks it up.
 */
export async function requestLink(context: Context, login: string, kind: 'activation' | 'reset', address: string) {
  await countRequest(context, `link:${kind}`, address);
  const requests = await countHit(context.db, `link:${kind}:${login.toLowerCase()}`, HOUR_SECONDS, context.now());
  if (requests <= LINKS_PER_HOUR) await addJob(context.db, 'sendLink', { login, kind });
}

/** Sends a requested link if the account exists. */
export async function sendLink(context: Context, { login, kind }: JobPayloads['sendLink']): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .where('status', '=', kind === 'activation' ? USER_STATUS.inactive : USER_STATUS.active)
      .forUpdate()
      .executeTakeFirst();
    if (user) await makeLink(context, tx, user.id, kind);
  });
}

/** The user of a link; 422 if it is used, expired or unknown. */
export async function linkOwner(context: Context, token: string, kind: 'activation' | 'reset') {
  const link = await readLinkToken(context.db, hashToken(token), kind, context.now());
  if (!link) throw new ApiError(kind === 'activation' ? 'InvalidActivationToken' : 'InvalidResetToken');
  return { login: link.login, name: link.name };
}

const isLoginOf = (user: { login: string }, given: { login: string }) =>
  user.login.toLowerCase() === given.login.trim().toLowerCase();

/**
 * Sets the password through a link: activates a new account, or resets the password of an active one. It also lifts
 * locks.
 */
export async function setPasswordByLink(
  context: Context,
  kind: 'activation' | 'reset',
  input: TokenPassword,
  origin: AuditOrigin,
): Promise<void> {
  const invalid = kind === 'activation' ? 'InvalidActivationToken' : 'InvalidResetToken';
  const problems = linkPasswordProblems(input.password);
  if (problems[0]) throw invalidFields({ password: problems[0] });
  if (input.password !== input.newPassword) throw invalidFields({ newPassword: 'PasswordConfirmation' });
  const now = context.now();
  // Only the owner of a link can make the server hash a password, which takes 10,000 times as long as this query.
  const owner = await readLinkToken(context.db, hashToken(input.activationToken), kind, now);
  if (!owner || !isLoginOf(owner, input)) throw new ApiError(invalid);
  const passwordHash = await hashPassword(input.password);
  await context.db.transaction().execute(async (tx) => {
    const hash = hashToken(input.activationToken);
    const link = await takeLinkToken(tx, hash, kind, now);
    if (!link) throw new ApiError(invalid);
    const user = await tx
      .selectFrom('users')
      .select(['id', 'login', 'login_ad as loginAd', 'status'])
      .where('id', '=', link.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!isLoginOf(user, input)) throw new ApiError(invalid);
    if (kind === 'activation' && user.status === USER_STATUS.active) throw new ApiError('AlreadyActivatedUser');
    if (kind === 'activation' && user.status !== USER_STATUS.inactive) throw new ApiError('InvalidUserStatus');
    if (kind === 'reset' && user.status !== USER_STATUS.active) throw new ApiError('PasswordResetUserStatus');
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, status: USER_STATUS.active, modified_at: now })
      .where('id', '=', user.id)
      .execute();
    await endOldAccess(tx, user.id, 'password changed', now);
    const locks = (await locksOf(tx, user, now)).map(({ reason }) => reason);
    await liftLocks(tx, user);
    await audit(
      tx,
      { ...origin, user },
      {
        operation: `user.${kind}`,
        subjectType: 'user',
        subjectId: user.id,
        detail: { before: { status: user.status, locks }, after: { status: USER_STATUS.active, locks: [] } },
      },
    );
    if (kind === 'reset') await mailAccessChange(tx, user.id, { kind: 'password' }, now);
  });
}
