import type { Database, Tx } from '../../platform/database.ts';

/** The row a sign-in needs: found by login, or by directory login. */
export function findForSignIn(db: Database | Tx, column: 'login' | 'login_ad', login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'status', 'password_hash', 'known_locations'])
    .where(column, '=', login)
    .executeTakeFirst();
}

/** A single-use link token that is still good, locked for its use; null otherwise. */
export async function takeLinkToken(
  tx: Tx,
  hash: string,
  kind: 'activation' | 'reset' | 'location',
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
