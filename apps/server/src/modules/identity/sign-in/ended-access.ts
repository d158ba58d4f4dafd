import type { Tx } from '../../../platform/database/database.ts';
import { endLinksOf } from '../queries.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Ends what a change of e-mail, password or second factor must end: sent links, unfinished sign-ins, and sessions
 * except `sparedId`. The caller has locked the account's row.
 */
export async function endOldAccess(
  tx: Tx,
  userId: number,
  reason: string,
  now: Date,
  sparedId?: string,
): Promise<void> {
  await endLinksOf(tx, userId, now);
  await endSessionsOf(tx, userId, reason, now, sparedId);
}
