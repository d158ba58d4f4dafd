import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Records the day on which a daily job ran; returns false when that was the last day on which it ran. Another day counts
 * although it is later: a clock that was wrong once must not stop the job until that day. The row stays locked until the
 * transaction ends, so only one of several servers does the work.
 */
export async function claimDailyRun(tx: Tx, key: string, day: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into settings (key, value, changed_at)
    values (${key}, ${JSON.stringify({ day })}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, changed_at = excluded.changed_at
    where settings.value ->> 'day' <> excluded.value ->> 'day'
    returning key`.execute(tx);
  return rows.length > 0;
}
