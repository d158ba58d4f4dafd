import { sql } from 'kysely';
import { USER_STATUS } from '@pimis/domain/constants';
import type { TokenPassword } from '@pimis/contract/identity';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { addJob, type JobPayloads } from '../../platform/jobs.ts';
import { composeMail } from '../../platform/mail-page.ts';
import { countHit } from '../../platform/rate-limits.ts';
import { hashToken, makeLinkToken } from '../../platform/tokens.ts';
import { countAsked } from './judged-attempts.ts';
import { liftLocks, locksOf } from './locks.ts';
import { hashPassword, linkPasswordProblems } from './passwords.ts';
import { endSecondSteps, takeLinkToken } from './queries.ts';
import { endSessionsOf } from './sessions.ts';

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3600;
const HOURS = { activation: 72, reset: 1, location: 1 } as const;
const LINKS_PER_HOUR = 5;
type LinkKind = keyof typeof HOURS;

const MAILS: Record<LinkKind, { path: string; subject: string; paragraphs: string[]; label: string }> = {
  activation: {
    path: '/activation',
    subject: 'ПИМИС: активација налога',
    paragraphs: ['Налог вам је отворен. Пријављујете се пошто поставите лозинку. Веза важи 72 сата, једном.'],
    label: 'Постави лозинку',
  },
  reset: {
    path: '/reset-password',
    subject: 'ПИМИС: промена лозинке',
    paragraphs: [
      'Затражена је промена ваше лозинке. Веза важи један сат, једном.',
      'Ако промену нисте тражили, ову поруку занемарите: лозинка остаје иста.',
    ],
    label: 'Постави нову лозинку',
  },
  location: {
    path: '/login/location',
    subject: 'ПИМИС: пријава са нове локације',
    paragraphs: [
      'Неко се пријавио вашом лозинком са нове локације. Ако сте то ви, потврдите је. Веза важи један сат, једном.',
      'Ако нисте, одмах промените лозинку.',
    ],
    label: 'Потврди локацију',
  },
};

/**
 * Makes a single-use link of the kind and queues its mail in the same transaction; earlier ones stop working. The
 * user's row is locked: of two at once one is the later.
 */
export async function makeLink(
  context: Context,
  tx: Tx,
  user: { id: number; email: string },
  kind: LinkKind,
  detail: string | null = null,
): Promise<void> {
  const now = context.now();
  const { token, hash } = makeLinkToken();
  await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().executeTakeFirstOrThrow();
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', user.id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
  await tx
    .insertInto('user_tokens')
    .values({
      token_hash: hash,
      user_id: user.id,
      kind,
      detail,
      expires_at: new Date(now.getTime() + HOURS[kind] * HOUR_MS),
      created_at: now,
    })
    .execute();
  const { path, subject, paragraphs, label } = MAILS[kind];
  const link = { label, address: `${context.config.publicUrl}${path}?token=${token}` };
  await addJob(tx, 'sendMail', composeMail({ to: user.email, subject, paragraphs, link }));
}

/** Links that were sent open nothing any more. */
export async function endLinksOf(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function sendLocationLink(
  context: Context,
  user: { id: number; email: string },
  location: string,
): Promise<void> {
  if ((await countHit(context.db, `link:location:${user.id}`, HOUR_SECONDS, context.now())) > LINKS_PER_HOUR) return;
  await context.db.transaction().execute((tx) => makeLink(context, tx, user, 'location', location));
}

/**
 * First-time sign-in and forgotten password. Neither the answer nor its time tells whether the login exists: whose it
 * is comes up when the job of the link runs.
 */
export async function requestLink(context: Context, login: string, kind: 'activation' | 'reset', address: string) {
  await countAsked(context, `link:${kind}`, address);
  const requests = await countHit(context.db, `link:${kind}:${login.toLowerCase()}`, HOUR_SECONDS, context.now());
  if (requests <= LINKS_PER_HOUR) await addJob(context.db, 'sendLink', { login, kind });
}

/** Sends a link that was asked for, if there is somebody to send it to. */
export async function sendLink(context: Context, { login, kind }: JobPayloads['sendLink']): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('login', '=', login)
      .where('status', '=', kind === 'activation' ? USER_STATUS.inactive : USER_STATUS.active)
      .executeTakeFirst();
    if (user) await makeLink(context, tx, user, kind);
  });
}

/** Whose link this is; 422 when it is used, expired or unknown. */
export async function linkOwner(context: Context, token: string, kind: 'activation' | 'reset') {
  const row = await context.db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .select([sql<string>`users.login::text`.as('login'), 'users.name'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now())
    .executeTakeFirst();
  if (!row) throw new ApiError(kind === 'activation' ? 'InvalidActivationToken' : 'InvalidResetToken');
  return row;
}

/** Sets the password through a link: activates a new account, or resets that of an active one. Locks end with it. */
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
  const passwordHash = await hashPassword(input.password);
  const now = context.now();
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
    if (user.login.toLowerCase() !== input.login.trim().toLowerCase()) throw new ApiError(invalid);
    if (kind === 'activation' && user.status === USER_STATUS.active) throw new ApiError('AlreadyActivatedUser');
    if (kind === 'activation' ? user.status !== USER_STATUS.inactive : user.status !== USER_STATUS.active)
      throw new ApiError('PasswordResetUserStatus');
    await tx.updateTable('user_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute();
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, status: USER_STATUS.active, modified_at: now })
      .where('id', '=', user.id)
      .execute();
    await endSessionsOf(tx, user.id, 'password changed', now);
    await endSecondSteps(tx, user.id, now);
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
  });
}

/** Confirms the location of a blocked sign-in. */
export async function verifyLocation(context: Context, token: string, origin: AuditOrigin): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const hash = hashToken(token);
    const link = await takeLinkToken(tx, hash, 'location', now);
    if (!link?.detail) throw new ApiError('InvalidLocationToken');
    await tx.updateTable('user_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute();
    const { known_locations: locations } = await tx
      .selectFrom('users')
      .select('known_locations')
      .where('id', '=', link.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const after = [...locations, link.detail];
    await tx.updateTable('users').set({ known_locations: after }).where('id', '=', link.userId).execute();
    await audit(tx, origin, {
      operation: 'user.location',
      subjectType: 'user',
      subjectId: link.userId,
      detail: { before: { locations }, after: { locations: after } },
    });
  });
}
