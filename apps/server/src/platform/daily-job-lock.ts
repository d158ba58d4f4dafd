import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * The day becomes the last one on which the work of the key was done; false when it was it already. Locks the row until
 * the transaction ends: of several servers one does the work.
 */
export async function claimDailyRun(tx: Tx, key: string, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into settings (key, value, changed_at)
    values (${key}, ${JSON.stringify({ day })}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at
    where settings.value ->> 'day' < excluded.value ->> 'day'
    returning key`.execute(tx);
  return rows.length > 0;
}
