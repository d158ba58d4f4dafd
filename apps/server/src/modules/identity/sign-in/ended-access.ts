import type { Tx } from '../../../platform/database.ts';
import { endLinksOf } from '../queries.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * What every change of e-mail, password or second step ends: links that were sent before it, sign-ins that are half way,
 * and sessions. The account's row is held by the caller. `kept` is the session that the change comes from.
 */
export async function endOldAccess(tx: Tx, userId: number, reason: string, now: Date, kept?: string): Promise<void> {
  await endLinksOf(tx, userId, now);
  await endSessionsOf(tx, userId, reason, now, kept);
}
