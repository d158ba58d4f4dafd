import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The newest backup that was finished, as the database remembers it. Sizes in bytes. */
export interface LastBackup {
  id: string;
  /** The point that it holds, and how long it took in seconds. */
  at: string;
  seconds: number;
  tables: number;
  rows: number;
  files: number;
  /** All that the backup consists of, and what of it was new in its place. */
  bytes: number;
  newBytes: number;
  encrypted: boolean;
}

const KEY = 'backup.last';

export async function keepLastBackup(db: Database, last: LastBackup): Promise<void> {
  const value = JSON.stringify(last);
  await sql`insert into settings (key, value) values (${KEY}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value, changed_at = now()`.execute(db);
}

/** The newest backup that was finished, for the health panel; null if there was none. */
export async function lastBackup(db: Database): Promise<LastBackup | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return row ? (row.value as unknown as LastBackup) : null;
}
