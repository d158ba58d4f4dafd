import { sql } from 'kysely';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Context } from '../../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';

const RIGHTS_LOCK = 7136414;

/** Serializes changes of rights and accounts until the transaction ends. */
export async function lockRights(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RIGHTS_LOCK}::bigint)`.execute(tx);
}

/** Active users with the claim Admin, the oldest first. */
export function activeAdministrators(db: Database | Tx) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'email'])
    .where('status', '=', USER_STATUS.active)
    .where('role_id', 'in', (eb) => eb.selectFrom('role_claims').select('role_id').where('claim', '=', 'Admin'))
    .orderBy('id')
    .execute();
}

/**
 * Changes rights or accounts in one transaction, one caller at a time. Under the lock the caller is read again and
 * refused if the session, the status or a claim is gone (`work` gets the present caller). An active administrator
 * always remains (docs/decisions/0143-rights-are-not-widened.md). Errors: Unauthorized, LastAdministrator.
 */
export function changeRights<Result>(
  context: Context,
  user: CurrentUser,
  work: (tx: Tx, caller: CurrentUser) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    await lockRights(tx);
    const caller = await loadCurrentUser(tx, user.id, user.sessionId);
    if (!caller) throw new ApiError('Unauthorized');
    return keepAdministrator(tx, () => work(tx, caller));
  });
}

/** Runs the work; if there was an active administrator before, one must remain. Error: LastAdministrator. */
export async function keepAdministrator<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  const before = await activeAdministrators(tx);
  const result = await work();
  // If there was none before, none is lost.
  if (before.length > 0 && (await activeAdministrators(tx)).length === 0) throw new ApiError('LastAdministrator');
  return result;
}
