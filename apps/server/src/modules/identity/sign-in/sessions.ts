import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ProviderSession } from './provider-session.ts';
import { forgetBrowsers, removeOldBrowsers } from './known-browsers.ts';
import { removeOldChallenges } from '../second-factor/passkey-queries.ts';
import { removeEmptyBuckets } from '../../../platform/limits/leaky-bucket.ts';
import { removeOldHits } from '../../../platform/limits/rate-limits.ts';
import { hashToken, randomTokenId, signAccessToken, signRefreshToken } from '../../../platform/access/tokens.ts';

export type RefreshKind = 'cookie' | 'bearer';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Sessions last used or opened before these times have expired. */
export function sessionBounds(context: Context): { usedAfter: Date; openedAfter: Date } {
  const now = context.now().getTime();
  const { refreshIdleMinutes, refreshTotalHours } = context.config;
  return {
    usedAfter: new Date(now - refreshIdleMinutes * MINUTE_MS),
    openedAfter: new Date(now - refreshTotalHours * HOUR_MS),
  };
}

/** Opens a session and returns its first refresh token of each requested kind. */
export async function openSession(
  context: Context,
  tx: Tx,
  userId: number,
  kinds: RefreshKind[],
  from: { address: string; agent: string; provider?: ProviderSession | undefined },
): Promise<{ sessionId: string; refreshTokens: Partial<Record<RefreshKind, string>> }> {
  const now = context.now();
  const { id: sessionId } = await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      created_at: now,
      last_used_at: now,
      address: from.address,
      agent: from.agent,
      ...(from.provider ? { oidc_issuer: from.provider.issuer, oidc_sid: from.provider.sid } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refreshTokens: Partial<Record<RefreshKind, string>> = {};
  for (const kind of kinds) refreshTokens[kind] = await giveRefreshToken(context, tx, { userId, sessionId, kind });
  return { sessionId, refreshTokens };
}

/** A first refresh token of a session. Only its hash is stored. */
async function giveRefreshToken(
  context: Context,
  tx: Tx,
  { userId, sessionId, kind }: { userId: number; sessionId: string; kind: RefreshKind },
): Promise<string> {
  const now = context.now();
  const token = await makeRefreshToken(context, randomTokenId(), userId, now);
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, kind, predecessor_hash: null, created_at: now })
    .execute();
  return token;
}

export function makeRefreshToken(
  context: Pick<Context, 'config'>,
  id: string,
  userId: number,
  issued: Date,
): Promise<string> {
  const until = new Date(issued.getTime() + context.config.refreshTotalHours * HOUR_MS);
  return signRefreshToken(context.config.tokenSecret, { id, userId, issued, until });
}

export function accessTokenFor(context: Context, user: CurrentUser): Promise<string> {
  return signAccessToken(
    context.config.tokenSecret,
    {
      userId: user.id,
      sessionId: user.sessionId,
      login: user.login,
      name: user.name,
      organizationId: user.organizationId,
      claims: [...user.claims],
    },
    context.now(),
  );
}

export async function endSession(tx: Tx, sessionId: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the present session of the user. */
export async function signOut(context: Context, user: CurrentUser, origin: AuditOrigin): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await endSession(tx, user.sessionId, 'signed out', context.now());
    await audit(tx, origin, { operation: 'session.signOut', subjectType: 'user', subjectId: user.id });
  });
}

/**
 * Ends every session of a user, after a revoked access or a changed password. It also forgets known browsers, because
 * one of them may belong to somebody else.
 */
export async function endSessionsOf(tx: Tx, userId: number, reason: string, now: Date, except?: string): Promise<void> {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  await query.execute();
  if (!except) await forgetBrowsers(tx, userId);
}

/** Removes sessions and tokens that have expired. */
export async function removeOldSessions(context: Context): Promise<void> {
  const day = new Date(context.now().getTime() - 24 * HOUR_MS);
  await context.db.deleteFrom('sessions').where('last_used_at', '<', day).execute();
  await context.db.deleteFrom('user_tokens').where('expires_at', '<', day).execute();
  await removeOldHits(context.db, context.now());
  await removeEmptyBuckets(context.db, context.now());
  await removeOldBrowsers(context.db, context.now());
  await removeOldChallenges(context.db, context.now());
}
