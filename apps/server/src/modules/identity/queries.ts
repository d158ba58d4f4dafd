import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database.ts';

/** Minutes from the password to the second step. */
const SECOND_STEP_MS = 10 * 60_000;

/** The row a sign-in needs: found by login, or by directory login. */
export function findForSignIn(db: Database | Tx, column: 'login' | 'login_ad', login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'status', 'password_hash', 'known_locations'])
    .where(column, '=', login)
    .executeTakeFirst();
}

/** The same user as they are when the session opens; the row is held until then. */
export function findSignedIn(tx: Tx, id: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'login', 'status', 'known_locations'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Keeps that a password was right: its second step may follow at the same place. */
export async function insertSecondStep(
  db: Database,
  step: { hash: string; userId: number; passwordKey: string; location: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('user_tokens')
    .values({
      token_hash: step.hash,
      user_id: step.userId,
      kind: 'second_step',
      detail: `${step.location} ${step.passwordKey}`,
      expires_at: new Date(now.getTime() + SECOND_STEP_MS),
      created_at: now,
    })
    .execute();
}

/** Whose second step the token is for; null when it is used, over or unknown. */
export async function findSecondStep(db: Database, hash: string, now: Date) {
  const row = await db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .select(['users.id as userId', sql<string>`users.login::text`.as('login'), 'user_tokens.detail'])
    .where('token_hash', '=', hash)
    .where('kind', '=', 'second_step')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const detail = row.detail ?? '';
  const end = detail.indexOf(' ');
  return { userId: row.userId, login: row.login, location: detail.slice(0, end), passwordKey: detail.slice(end + 1) };
}

/** Sign-ins that wait for their second step go no further: the password that began them is another one now. */
export async function endSecondSteps(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'second_step')
    .where('used_at', 'is', null)
    .execute();
}

/** A single-use token that is still good, locked for its use; null otherwise. */
export async function takeLinkToken(
  tx: Tx,
  hash: string,
  kind: 'activation' | 'reset' | 'location' | 'second_step',
  now: Date,
): Promise<{ userId: number; detail: string | null } | null> {
  const row = await tx
    .selectFrom('user_tokens')
    .select(['user_id as userId', 'detail'])
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
