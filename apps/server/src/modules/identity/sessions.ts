import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../platform/current-user.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { removeOldChallenges } from './passkey-queries.ts';
import { removeOldHits } from '../../platform/rate-limits.ts';
import {
  hashToken,
  isRefreshToken,
  randomTokenId,
  signAccessToken,
  signRefreshToken,
  successorId,
} from '../../platform/tokens.ts';

export type RefreshKind = 'cookie' | 'bearer';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** So long a browser that has lost the answer, or asks from two tabs at once, is given the same successor again. */
const GRACE_MS = 10_000;

/** A session that was used or opened before these is over. */
export function sessionBounds(context: Context): { usedAfter: Date; openedAfter: Date } {
  const now = context.now().getTime();
  const { refreshIdleMinutes, refreshTotalHours } = context.config;
  return {
    usedAfter: new Date(now - refreshIdleMinutes * MINUTE_MS),
    openedAfter: new Date(now - refreshTotalHours * HOUR_MS),
  };
}

/** Opens a session and gives its first refresh token for each kind asked for. */
export async function openSession(
  context: Context,
  tx: Tx,
  userId: number,
  kinds: RefreshKind[],
  from: { address: string; agent: string },
): Promise<{ sessionId: string; refreshTokens: Partial<Record<RefreshKind, string>> }> {
  const now = context.now();
  const { id: sessionId } = await tx
    .insertInto('sessions')
    .values({ user_id: userId, created_at: now, last_used_at: now, address: from.address, agent: from.agent })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refreshTokens: Partial<Record<RefreshKind, string>> = {};
  for (const kind of kinds) refreshTokens[kind] = await giveRefreshToken(context, tx, { userId, sessionId, kind });
  return { sessionId, refreshTokens };
}

async function giveRefreshToken(
  context: Context,
  tx: Tx,
  of: { userId: number; sessionId: string; kind: RefreshKind; predecessorHash?: string },
): Promise<string> {
  const now = context.now();
  // Only hashes are stored: what a browser may ask for again has to be made again.
  const id =
    of.kind === 'cookie' && of.predecessorHash
      ? successorId(context.config.tokenSecret, of.predecessorHash)
      : randomTokenId();
  const token = await makeRefreshToken(context, id, of.userId, now);
  await tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: of.sessionId,
      kind: of.kind,
      predecessor_hash: of.predecessorHash ?? null,
      created_at: now,
    })
    .execute();
  return token;
}

function makeRefreshToken(context: Context, id: string, userId: number, issued: Date): Promise<string> {
  const until = new Date(issued.getTime() + context.config.refreshTotalHours * HOUR_MS);
  return signRefreshToken(context.config.tokenSecret, { id, userId, issued, until });
}

/**
 * The newest successor of a browser's token that was rotated a moment ago: the answer with it was lost, or went to
 * another tab. Null when the rotation is too long ago, here or later on.
 */
async function successorAgain(
  context: Context,
  tx: Tx,
  hash: string,
  of: { userId: number; retiredAt: Date },
): Promise<string | null> {
  const earliest = context.now().getTime() - GRACE_MS;
  let newest: string | null = null;
  for (let at: { hash: string; retiredAt: Date | null } = { hash, retiredAt: of.retiredAt }; at.retiredAt !== null; ) {
    if (at.retiredAt.getTime() < earliest) return null;
    const next = await tx
      .selectFrom('refresh_tokens')
      .select(['token_hash as hash', 'created_at as createdAt', 'retired_at as retiredAt'])
      .where('predecessor_hash', '=', at.hash)
      .where('kind', '=', 'cookie')
      .executeTakeFirst();
    if (!next) return null;
    newest = await makeRefreshToken(
      context,
      successorId(context.config.tokenSecret, at.hash),
      of.userId,
      next.createdAt,
    );
    if (hashToken(newest) !== next.hash) return null;
    at = next;
  }
  return newest;
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

async function endSession(tx: Tx, sessionId: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the session that the user calls with. */
export async function signOut(context: Context, user: CurrentUser): Promise<void> {
  await context.db.transaction().execute((tx) => endSession(tx, user.sessionId, 'signed out', context.now()));
}

/** Ends every session of a user: after a revoked access or a changed password. */
export async function endSessionsOf(tx: Tx, userId: number, reason: string, now: Date, except?: string): Promise<void> {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  await query.execute();
}

interface Refreshed {
  accessToken: string;
  refreshToken: string;
}

/**
 * Trades a refresh token for an access token and its successor. A token is old once its successor has been used
 * (bearer) or given out (cookie); an old one ends the session, because two parties hold it. For some seconds the same
 * browser (its agent tells) is given the same successor again: whoever reloads quickly has never seen the first answer.
 * The specification's bearer form answers the access token alone, so a bearer token stays good until the client
 * takes up the successor that is offered beside it.
 */
export async function refreshSession(
  context: Context,
  token: string,
  kind: RefreshKind,
  agent: string,
  origin: AuditOrigin,
): Promise<Refreshed> {
  const now = context.now();
  if (!(await isRefreshToken(context.config.tokenSecret, token, now))) throw new ApiError('InvalidRefreshToken');
  const hash = hashToken(token);
  const result = await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
      .select([
        'refresh_tokens.retired_at',
        'refresh_tokens.predecessor_hash',
        'sessions.id as sessionId',
        'sessions.user_id as userId',
        'sessions.created_at as createdAt',
        'sessions.last_used_at as lastUsedAt',
        'sessions.ended_at as endedAt',
        'sessions.agent',
      ])
      .where('refresh_tokens.token_hash', '=', hash)
      .where('refresh_tokens.kind', '=', kind)
      .forUpdate(['refresh_tokens', 'sessions'])
      .executeTakeFirst();
    if (!row || row.endedAt) return 'refused' as const;
    const again =
      row.retired_at && kind === 'cookie' && row.agent === agent
        ? await successorAgain(context, tx, hash, { userId: row.userId, retiredAt: row.retired_at })
        : null;
    if (row.retired_at && !again) {
      await endSession(tx, row.sessionId, 'refresh token used again', now);
      await audit(tx, origin, { operation: 'session.reuse', subjectType: 'user', subjectId: row.userId });
      return 'refused' as const;
    }
    const { usedAfter, openedAfter } = sessionBounds(context);
    if (row.lastUsedAt < usedAfter || row.createdAt < openedAfter) {
      await endSession(tx, row.sessionId, 'expired', now);
      return 'refused' as const;
    }
    await tx.updateTable('sessions').set({ last_used_at: now }).where('id', '=', row.sessionId).execute();
    if (again) return { userId: row.userId, sessionId: row.sessionId, refreshToken: again };
    await tx
      .updateTable('refresh_tokens')
      .set({ used_at: now, ...(kind === 'cookie' ? { retired_at: now } : {}) })
      .where('token_hash', '=', hash)
      .execute();
    if (row.predecessor_hash) {
      // The successor has been taken up: its predecessor, and offers of it that nobody took, are old from now on.
      await tx
        .updateTable('refresh_tokens')
        .set({ retired_at: now })
        .where('retired_at', 'is', null)
        .where('token_hash', '!=', hash)
        .where((where) =>
          where.or([
            where('token_hash', '=', row.predecessor_hash),
            where.and([where('predecessor_hash', '=', row.predecessor_hash), where('used_at', 'is', null)]),
          ]),
        )
        .execute();
    }
    const { userId, sessionId } = row;
    const refreshToken = await giveRefreshToken(context, tx, { userId, sessionId, kind, predecessorHash: hash });
    return { userId, sessionId, refreshToken };
  });
  if (result === 'refused') throw new ApiError('InvalidRefreshToken');
  const user = await loadCurrentUser(context.db, result.userId, result.sessionId);
  if (!user) throw new ApiError('InvalidRefreshToken');
  return { accessToken: await accessTokenFor(context, user), refreshToken: result.refreshToken };
}

/** Removes sessions and tokens that can no longer be used. */
export async function removeOldSessions(context: Context): Promise<void> {
  const day = new Date(context.now().getTime() - 24 * HOUR_MS);
  await context.db.deleteFrom('sessions').where('last_used_at', '<', day).execute();
  await context.db.deleteFrom('user_tokens').where('expires_at', '<', day).execute();
  await removeOldHits(context.db, context.now());
  await removeOldChallenges(context.db, context.now());
}
