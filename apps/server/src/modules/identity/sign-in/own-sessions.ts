import { describeUserAgent } from '@pimis/domain/text/user-agent';
import type { OpenSession } from '@pimis/contract/security';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { sessionBounds } from './sessions.ts';

/** Sessions of the user that have not been ended, including those that have expired since. */
function openOnes(context: Context, db: Database | Tx, userId: number) {
  const { usedAfter, openedAfter } = sessionBounds(context);
  return db
    .selectFrom('sessions')
    .select(['id', 'agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>=', usedAfter)
    .where('created_at', '>=', openedAfter);
}

/** The user's own sessions: the present one first, then by last use. */
export async function listSessions(context: Context, user: CurrentUser): Promise<OpenSession[]> {
  const rows = await openOnes(context, context.db, user.id)
    .orderBy((eb) => eb('id', '=', user.sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeUserAgent(row.agent ?? ''),
    address: row.address ?? '',
    since: row.created_at.toISOString(),
    lastUsed: row.last_used_at.toISOString(),
    current: row.id === user.sessionId,
  }));
}

type Ended = { id: string; agent: string | null; address: string | null };

async function end(context: Context, tx: Tx, user: CurrentUser, sessions: Ended[], origin: AuditOrigin): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  await tx
    .updateTable('sessions')
    .set({ ended_at: context.now(), end_reason: 'ended by the user' })
    .where('id', 'in', ids)
    .execute();
  const devices = sessions.map(({ agent, address }) =>
    [describeUserAgent(agent ?? ''), address].filter(Boolean).join(', '),
  );
  await audit(tx, origin, {
    operation: 'session.end',
    subjectType: 'user',
    subjectId: user.id,
    detail: { before: { sessions: devices }, after: { sessions: [] } },
  });
}

/** Ends one of the user's own sessions; those of others are not found. */
export async function endOwnSession(
  context: Context,
  user: CurrentUser,
  sessionId: string,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const found = await openOnes(context, tx, user.id).where('id', '=', sessionId).forUpdate().execute();
    if (found.length === 0) throw new ApiError('NotFound');
    await end(context, tx, user, found, origin);
  });
}

/** Ends every own session except the present one. */
export async function endOtherSessions(context: Context, user: CurrentUser, origin: AuditOrigin): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const found = await openOnes(context, tx, user.id).where('id', '!=', user.sessionId).forUpdate().execute();
    await end(context, tx, user, found, origin);
  });
}
