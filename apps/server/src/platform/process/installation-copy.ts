import type pg from 'pg';
import type { Database, Tx } from '../database/database.ts';

/** The row of `settings` in an installation that `pimis restore --copy` has made for trials. */
export const COPY_KEY = 'copy';

/** The moment of the data that the installation was copied from, as ISO text; null if it is no copy. */
export async function copiedAt(db: Database | Tx): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', COPY_KEY).executeTakeFirst();
  return (row?.value as { at: string } | undefined)?.at ?? null;
}

/** Marks restored data as those of a copy, in place of the marks of the installation. */
export async function markCopy(client: pg.Client, at: string): Promise<void> {
  await client.query(`delete from settings where key in ('installation.secrets', 'installation.store', 'read-only')`);
  await client.query('insert into settings (key, value) values ($1, $2)', [COPY_KEY, JSON.stringify({ at })]);
}
