import { setTimeout as pause } from 'node:timers/promises';
import { revokeRefusal } from '@pimis/domain/access/user-status';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { loadCurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { setCallingUser } from '../../../platform/limits/pool-quota.ts';
import { hashToken, readRefreshToken, successorId } from '../../../platform/access/tokens.ts';
import { accessTokenFor, endSession, makeRefreshToken, type RefreshKind, sessionBounds } from './sessions.ts';

/** How long a browser that lost the answer, or asks from two tabs at once, gets the same successor again. */
const GRACE_MS = 10_000;
/** How often, and after how many ms, a call is repeated while another server changes the session. */
const TRIES = 20;
const PAUSE_MS = 25;

interface Refreshed {
  accessToken: string;
  refreshToken: string;
}

/** A token to be exchanged, and the origin of the call. */
interface Presented {
  userId: number;
  hash: string;
  kind: RefreshKind;
  agent: string;
}

/** The result: the session ends or has ended, another call holds its lock, or there is a successor. */
type Outcome = 'refused' | 'busy' | { userId: number; sessionId: string; refreshToken: string };

/** Running exchanges by token and database: concurrent calls get the result of the first. */
const underWay = new WeakMap<Database, Map<string, Promise<Refreshed>>>();

/**
 * Exchanges a refresh token for an access token and its successor. A token is old once its successor was used (bearer)
 * or issued (cookie). An old token ends the session, because two parties have it. For some seconds the same browser (by
 * its user agent) gets the same successor again, because a quick reload loses the first answer. The specification's
 * bearer form returns only the access token, so a bearer token stays valid until the client uses the offered successor.
 * Each token has one successor, however many calls run at once.
 */
export async function refreshSession(
  context: Context,
  token: string,
  kind: RefreshKind,
  agent: string,
  origin: AuditOrigin,
): Promise<Refreshed> {
  const read = await readRefreshToken(tokenSecretsOf(context.config), token, context.now());
  if (!read) throw new ApiError('InvalidRefreshToken');
  setCallingUser(read.userId);
  const presented = { userId: read.userId, hash: hashToken(token), kind, agent };
  const key = `${kind} ${presented.hash} ${agent}`;
  const uses = underWay.get(context.db) ?? new Map<string, Promise<Refreshed>>();
  underWay.set(context.db, uses);
  const known = uses.get(key);
  if (known) return known;
  const use = exchange(context, presented, origin).finally(() => uses.delete(key));
  uses.set(key, use);
  return use;
}

async function exchange(context: Context, presented: Presented, origin: AuditOrigin): Promise<Refreshed> {
  let outcome: Outcome = 'busy';
  for (let tries = 0; outcome === 'busy' && tries < TRIES; tries += 1) {
    // Nothing is held between two tries, neither a row nor a connection.
    if (tries > 0) await pause(PAUSE_MS);
    outcome = await context.db.transaction().execute((tx) => exchangeOnce(context, tx, presented, origin));
  }
  if (outcome === 'busy') throw new ApiError('ServiceUnavailable');
  const user = outcome === 'refused' ? null : await loadCurrentUser(context.db, outcome.userId, outcome.sessionId);
  if (outcome === 'refused' || !user) {
    throw new ApiError((await isBlocked(context.db, presented.userId)) ? 'BlockedUser' : 'InvalidRefreshToken');
  }
  return { accessToken: await accessTokenFor(context, user), refreshToken: outcome.refreshToken };
}

/** Whether the user's access was revoked since the session was opened. */
async function isBlocked(db: Database, userId: number): Promise<boolean> {
  const user = await db.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  return user !== undefined && revokeRefusal(user.status) !== null;
}

/** The session's row locks all its tokens without waiting: of two servers the second tries again. */
async function exchangeOnce(context: Context, tx: Tx, presented: Presented, origin: AuditOrigin): Promise<Outcome> {
  const now = context.now();
  const { hash, kind, agent } = presented;
  const found = await tx
    .selectFrom('refresh_tokens')
    .select('session_id as sessionId')
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!found) return 'refused';
  const { sessionId } = found;
  const session = await tx
    .selectFrom('sessions')
    .select(['user_id as userId', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'ended_at as endedAt'])
    .select('agent')
    .where('id', '=', sessionId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!session) return 'busy';
  if (session.endedAt) return 'refused';
  const { userId } = session;
  const token = await tx
    .selectFrom('refresh_tokens')
    .select(['retired_at as retiredAt', 'predecessor_hash as predecessorHash'])
    .where('token_hash', '=', hash)
    .executeTakeFirstOrThrow();
  const again =
    token.retiredAt && kind === 'cookie' && session.agent === agent
      ? await successorAgain(context, tx, hash, { userId, sessionId, retiredAt: token.retiredAt })
      : null;
  if (token.retiredAt && !again) {
    await endSession(tx, sessionId, 'refresh token used again', now);
    await audit(tx, origin, { operation: 'session.reuse', subjectType: 'user', subjectId: userId });
    return 'refused';
  }
  const { usedAfter, openedAfter } = sessionBounds(context);
  if (session.lastUsedAt < usedAfter || session.createdAt < openedAfter) {
    await endSession(tx, sessionId, 'expired', now);
    return 'refused';
  }
  await tx.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId).execute();
  if (again) return { userId, sessionId, refreshToken: again };
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now, ...(kind === 'cookie' ? { retired_at: now } : {}) })
    .where('token_hash', '=', hash)
    .execute();
  const { predecessorHash } = token;
  if (predecessorHash) await retireBefore(tx, { hash, predecessorHash, sessionId }, now);
  const refreshToken = await successorOf(context, tx, { hash, userId, sessionId, kind });
  return { userId, sessionId, refreshToken };
}

/** A successor was used: its predecessor and unused offers are old now. */
async function retireBefore(
  tx: Tx,
  of: { hash: string; predecessorHash: string; sessionId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ retired_at: now })
    .where('session_id', '=', of.sessionId)
    .where('retired_at', 'is', null)
    .where('token_hash', '!=', of.hash)
    .where((where) =>
      where.or([
        where('token_hash', '=', of.predecessorHash),
        where.and([where('predecessor_hash', '=', of.predecessorHash), where('used_at', 'is', null)]),
      ]),
    )
    .execute();
}

/**
 * Returns the only successor of a token: the one offered before, while it is unused. Only hashes are stored, so it is
 * computed again from the token and the secret.
 */
async function successorOf(
  context: Context,
  tx: Tx,
  of: { hash: string; userId: number; sessionId: string; kind: RefreshKind },
): Promise<string> {
  const now = context.now();
  const offered = await tx
    .selectFrom('refresh_tokens')
    .select(['token_hash as hash', 'created_at as createdAt'])
    .where('session_id', '=', of.sessionId)
    .where('predecessor_hash', '=', of.hash)
    .where('kind', '=', of.kind)
    .where('retired_at', 'is', null)
    .execute();
  for (const { hash, createdAt } of offered) {
    const made = await madeBefore(context, of.hash, { hash, userId: of.userId, createdAt });
    if (made !== null) return made;
  }
  const id = successorId(context.config.tokenSecret, of.hash);
  const token = await makeRefreshToken(context, id, of.userId, now);
  await tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: of.sessionId,
      kind: of.kind,
      predecessor_hash: of.hash,
      created_at: now,
    })
    .execute();
  return token;
}

/** Computes an offered successor again with the secret that made it; null if no known secret did. */
async function madeBefore(
  context: Context,
  predecessorHash: string,
  offered: { hash: string; userId: number; createdAt: Date },
): Promise<string | null> {
  for (const tokenSecret of tokenSecretsOf(context.config)) {
    const id = successorId(tokenSecret, predecessorHash);
    const { userId, createdAt } = offered;
    const made = await makeRefreshToken({ config: { ...context.config, tokenSecret } }, id, userId, createdAt);
    if (hashToken(made) === offered.hash) return made;
  }
  return null;
}

/**
 * The newest successor of a browser's token that was rotated a moment ago, because the answer was lost or went to
 * another tab. Null if the rotation, here or later, is too long ago.
 */
async function successorAgain(
  context: Context,
  tx: Tx,
  hash: string,
  of: { userId: number; sessionId: string; retiredAt: Date },
): Promise<string | null> {
  const earliest = context.now().getTime() - GRACE_MS;
  let newest: string | null = null;
  for (let at: { hash: string; retiredAt: Date | null } = { hash, retiredAt: of.retiredAt }; at.retiredAt !== null; ) {
    if (at.retiredAt.getTime() < earliest) return null;
    const next = await tx
      .selectFrom('refresh_tokens')
      .select(['token_hash as hash', 'created_at as createdAt', 'retired_at as retiredAt'])
      .where('session_id', '=', of.sessionId)
      .where('predecessor_hash', '=', at.hash)
      .where('kind', '=', 'cookie')
      .executeTakeFirst();
    if (!next) return null;
    newest = await madeBefore(context, at.hash, { ...of, ...next });
    if (newest === null) return null;
    at = next;
  }
  return newest;
}
