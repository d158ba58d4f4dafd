import type { Database, Tx } from '../../../platform/database/database.ts';

const CHALLENGE_MS = 5 * 60_000;

export async function keepChallenge(db: Database | Tx, challenge: string, userId: number, now: Date) {
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, user_id: userId, expires_at: new Date(now.getTime() + CHALLENGE_MS) })
    .execute();
}

/** Uses up a challenge, whatever the result; false if it was made for another user or has expired. */
export async function takeChallenge(db: Database, challenge: string, userId: number, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeOldChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
}

const SHOWN = ['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const;

export function findPasskeys(db: Database | Tx, userId: number) {
  return db
    .selectFrom('passkeys')
    .select([...SHOWN, 'credential_id as credentialId'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** A passkey and its owner. */
export function findCredential(db: Database, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'users.id as userId', 'users.login', 'public_key as publicKey', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Stores a new passkey; null if the key is already known. */
export async function insertPasskey(
  tx: Tx,
  key: { userId: number; name: string; credentialId: string; publicKey: Buffer; counter: number; transports: string[] },
  now: Date,
) {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_id: key.userId,
      name: key.name,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      counter: key.counter,
      transports: key.transports,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst();
  return row ?? null;
}

export async function updatePasskeyUse(tx: Tx, id: number, counter: number, now: Date): Promise<void> {
  await tx.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute();
}

/** Removes a passkey of the user; returns its name, or null. */
export async function removePasskey(tx: Tx, userId: number, id: number): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function removePasskeys(tx: Tx, userId: number): Promise<number> {
  const rows = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  return rows.length;
}
