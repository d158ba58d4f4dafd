import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/**
 * Records the day on which a daily job ran; returns false when it already ran on that day or a later one. The row stays
 * locked until the transaction ends, so only one of several servers does the work.
 *
 * A later day comes from a clock that was ahead. It blocks the job for 20 hours by the clock of the database, not until
 * that day is reached; without any block, two servers whose clocks differ would run the job in turns. A run of an
 * earlier version has no time and blocks nothing.
 */
export async function claimDailyRun(tx: Tx, key: string, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into settings (key, value, changed_at)
    values (${key}, jsonb_build_object('day', ${day}::text, 'ranAt', clock_timestamp()), ${now})
    on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at
    where settings.value ->> 'day' < excluded.value ->> 'day'
       or (settings.value ->> 'day' > excluded.value ->> 'day'
           and coalesce((settings.value ->> 'ranAt')::timestamptz, '-infinity') < clock_timestamp() - interval '20 hours')
    returning key`.execute(tx);
  return rows.length > 0;
}
