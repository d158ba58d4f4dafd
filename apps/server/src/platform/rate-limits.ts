import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Counts one hit of the key in its window (seconds) and answers how many there are now; shared by all servers. */
export async function countHit(db: Database, key: string, windowSeconds: number, now: Date): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowSeconds * 1000);
  const row = await db
    .insertInto('rate_limits')
    .values({ key, hits: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.window_ends_at <= ${now} then 1 else rate_limits.hits + 1 end`,
        window_ends_at: sql<Date>`case when rate_limits.window_ends_at <= ${now} then ${windowEnd} else rate_limits.window_ends_at end`,
      }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return row.hits;
}

/** Hits of the key in its present window, without counting one. */
export async function hitsOf(db: Database, key: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', key)
    .where('window_ends_at', '>', now)
    .executeTakeFirst();
  return row?.hits ?? 0;
}

/** Takes back a hit that turned out not to be one. */
export async function takeBackHit(db: Database, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql<number>`greatest(hits - 1, 0)` })
    .where('key', '=', key)
    .execute();
}

export async function clearHits(db: Database, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}

/** Windows that have ended count for nothing any more. */
export async function removeOldHits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute();
}
