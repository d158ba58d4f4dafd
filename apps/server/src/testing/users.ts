import type { Database } from '../platform/database/database.ts';

/** The number of an account. */
export async function userIdOf(db: Database, login: string): Promise<number> {
  const { id } = await db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow();
  return id;
}
