import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

/** Whether the user has a second factor, since when, and whether the role requires one. */
export async function findSecondFactor(db: Database | Tx, userId: number) {
  return db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['roles.second_factor as required', 'second_factors.confirmed_at as activeSince'])
    .select(
      sql<number>`(select count(*)::integer from recovery_codes
        where recovery_codes.user_id = users.id and used_at is null)`.as('recoveryCodesLeft'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Locks the row of the user's second factor until the transaction ends. */
export function lockSecondFactor(tx: Tx, userId: number) {
  return tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** The second factors of the next users, locked until the transaction ends. */
export function lockSecondFactorsAfter(tx: Tx, userId: number, most: number) {
  return tx
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'pending'])
    .where('user_id', '>', userId)
    .orderBy('user_id')
    .limit(most)
    .forUpdate()
    .execute();
}

export async function putSealed(tx: Tx, userId: number, set: { secret?: Buffer; pending?: Buffer }): Promise<void> {
  await tx.updateTable('second_factors').set(set).where('user_id', '=', userId).execute();
}

/** Stores a secret that is inactive until its first code arrives. */
export async function putPending(tx: Database | Tx, userId: number, pending: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ user_id: userId, pending, pending_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending, pending_at: now }))
    .execute();
}

/** Activates the pending secret; the time step of its first code is used. */
export async function takePending(tx: Tx, userId: number, step: number, now: Date): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set((eb) => ({
      secret: eb.ref('pending'),
      confirmed_at: now,
      last_step: step,
      pending: null,
      pending_at: null,
    }))
    .where('user_id', '=', userId)
    .execute();
}

export async function takeStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
}

/** Uses up a recovery code; false if it is wrong or was used. */
export async function takeRecoveryCode(tx: Tx, userId: number, hash: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ code_hash, user_id: userId })))
    .execute();
}

export async function removeSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
}
