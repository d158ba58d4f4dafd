import { USER_STATUS } from '@pimis/domain/constants';
import { maskedEmail } from '@pimis/domain/text/email';
import type { Proof } from '@pimis/contract/security';
import { WORDS } from '@pimis/domain/text/words';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { countHit } from '../../../platform/limits/rate-limits.ts';
import { hashToken } from '../../../platform/access/tokens.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { makeLink } from '../sign-in/links.ts';
import { lockAccount, readLinkToken, takeLinkToken } from '../queries.ts';
import { proved } from '../second-factor/second-factor.ts';

const HOUR_SECONDS = 3600;
const REQUESTS_PER_HOUR = 5;

/** The content of the link: the session that requested it, which stays open, and the address. */
const detailOf = (sessionId: string, email: string) => `${sessionId} ${email}`;
function readDetail(detail: string | null): { sessionId: string; email: string } {
  const [sessionId = '', email = ''] = (detail ?? '').split(' ');
  return { sessionId, email };
}

/** The address that waits for confirmation; null if there is none. */
export async function pendingEmail(db: Database | Tx, userId: number, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('user_tokens')
    .select('detail')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? readDetail(row.detail).email : null;
}

/**
 * Requests another address for the user's own account, after a new proof of identity. The new address gets a link that
 * confirms the change; the present one stays valid and gets a link that stops it
 * (docs/decisions/0145-change-of-e-mail.md). `beside` runs in the same transaction. Errors: RequestLimitReached; the
 * proof's.
 */
export async function askForEmail(
  context: Context,
  user: CurrentUser,
  email: string,
  proof: Proof,
  origin: AuditOrigin,
  beside: (tx: Tx) => Promise<void>,
): Promise<void> {
  const requests = await countHit(context.db, `link:email:${user.id}`, HOUR_SECONDS, context.now());
  if (requests > REQUESTS_PER_HOUR) throw new ApiError('RequestLimitReached', { limit: 'mailedLinks' });
  await proved(context, user, proof, async (tx) => {
    await beside(tx);
    const before = await pendingEmail(tx, user.id, context.now());
    await makeLink(context, tx, user.id, 'email', { detail: detailOf(user.sessionId, email), address: email });
    await makeLink(context, tx, user.id, 'email_stop');
    await audit(tx, origin, {
      operation: 'user.emailAsked',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { pendingEmail: before }, after: { pendingEmail: email } },
    });
  });
}

/** The user and the address that the link confirms. Error: InvalidEmailToken if it is used, expired or unknown. */
export async function confirmableEmail(context: Context, token: string): Promise<{ login: string; email: string }> {
  const link = await readLinkToken(context.db, hashToken(token), 'email', context.now());
  if (link?.status !== USER_STATUS.active) throw new ApiError('InvalidEmailToken');
  return { login: link.login, email: readDetail(link.detail).email };
}

/**
 * The user whose change the link stops. The new address is masked: readers of the old mailbox may recognize it, but do
 * not learn it. Error: InvalidEmailToken if the link is used, expired or unknown.
 */
export async function stoppableEmail(context: Context, token: string): Promise<{ login: string; email: string }> {
  const now = context.now();
  const link = await readLinkToken(context.db, hashToken(token), 'email_stop', now);
  const email = link && (await pendingEmail(context.db, link.id, now));
  if (!link || !email) throw new ApiError('InvalidEmailToken');
  return { login: link.login, email: maskedEmail(email) };
}

/** Takes over the new address by its link. Earlier links and sessions end, except the session that requested it. */
export async function confirmEmail(context: Context, token: string, origin: AuditOrigin): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const link = await takeLinkToken(tx, hashToken(token), 'email', now);
    if (!link) throw new ApiError('InvalidEmailToken');
    const account = await lockAccount(tx, link.userId);
    if (account.status !== USER_STATUS.active) throw new ApiError('InvalidEmailToken');
    const { sessionId, email } = readDetail(link.detail);
    await tx
      .updateTable('users')
      .set({ email, modified_at: now, modified_by: account.id })
      .where('id', '=', account.id)
      .execute();
    await endOldAccess(tx, account.id, 'e-mail changed', now, sessionId);
    await audit(
      tx,
      { ...origin, user: account },
      {
        operation: 'user.email',
        subjectType: 'user',
        subjectId: account.id,
        detail: { before: { email: account.email }, after: { email } },
      },
    );
    await notifyOldAddress(tx, account);
  });
}

/** Stops a pending change by the link sent to the old address and ends the session that requested it. */
export async function stopEmailChange(context: Context, token: string, origin: AuditOrigin): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const link = await takeLinkToken(tx, hashToken(token), 'email_stop', now);
    if (!link) throw new ApiError('InvalidEmailToken');
    const account = await lockAccount(tx, link.userId);
    const before = await pendingEmail(tx, account.id, now);
    await endOldAccess(tx, account.id, 'change of e-mail stopped', now);
    await audit(
      tx,
      { ...origin, user: account },
      {
        operation: 'user.emailStopped',
        subjectType: 'user',
        subjectId: account.id,
        detail: { before: { pendingEmail: before }, after: { pendingEmail: null } },
      },
    );
  });
}

/** Informs the former address; the mail has no link. */
export async function notifyOldAddress(tx: Tx, { email, login }: { email: string; login: string }): Promise<void> {
  const mail = composeMail({
    to: email,
    subject: 'ПИМИС: адреса е-поште је промењена',
    paragraphs: [
      'Адреса е-поште вашег налога је промењена; на ову више не стижу поруке.',
      `${WORDS.userName.sr}: ${login}`,
      'Ако промену нисте тражили, одмах се јавите администратору свог органа.',
    ],
  });
  await addJob(tx, 'sendMail', mail);
}
