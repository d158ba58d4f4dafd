import { type RawBuilder, sql } from 'kysely';
import { countBatched } from './batched-counter.ts';
import type { Database, Tx } from '../database/database.ts';

async function addHits(db: Database | Tx, key: string, more: number, windowEnd: Date, now: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limits')
    .values({ key, hits: more, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.window_ends_at <= ${now} then ${more}::integer else rate_limits.hits + ${more}::integer end`,
        window_ends_at: sql<Date>`case when rate_limits.window_ends_at <= ${now} then ${windowEnd} else rate_limits.window_ends_at end`,
      }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return row.hits;
}

/** Counts one hit of the key in its window (seconds) and returns the number; all servers share it. */
export function countHit(db: Database, key: string, windowSeconds: number, now: Date): Promise<number> {
  const windowEnd = new Date(now.getTime() + windowSeconds * 1000);
  return countBatched(db, key, (more) => addHits(db, key, more, windowEnd, now));
}

/** The same inside a transaction: the hit counts if the transaction is committed. */
export function countHitWithin(tx: Tx, key: string, windowSeconds: number, now: Date): Promise<number> {
  return addHits(tx, key, 1, new Date(now.getTime() + windowSeconds * 1000), now);
}

/** Counts a hit inside a transaction; returns whether it is the first of the key in its window (seconds). */
export async function isFirstHit(tx: Tx, key: string, windowSeconds: number, now: Date): Promise<boolean> {
  const windowEnd = new Date(now.getTime() + windowSeconds * 1000);
  const first = await tx
    .insertInto('rate_limits')
    .values({ key, hits: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ hits: 1, window_ends_at: windowEnd })
        .where('rate_limits.window_ends_at', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  return first !== undefined;
}

/** Takes back hits that should not count. */
export async function takeBackHits(db: Database, key: string, hits = 1): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql<number>`greatest(hits - ${hits}::integer, 0)` })
    .where('key', '=', key)
    .execute();
}

/** Deletes the hits of the key and returns how many there were in its present window. */
export async function takeHits(db: Database, key: string, now: Date): Promise<number> {
  const row = await db
    .deleteFrom('rate_limits')
    .where('key', '=', key)
    .returning(sql<number>`case when window_ends_at > ${now} then hits else 0 end`.as('hits'))
    .executeTakeFirst();
  return row?.hits ?? 0;
}

/** The keys with at least this many hits in their present window, and its end. */
export function keysAtLimit(db: Database | Tx, keys: readonly string[], hits: number, now: Date) {
  return db
    .selectFrom('rate_limits')
    .select(['key', 'window_ends_at as until'])
    .where('key', 'in', keys)
    .where('hits', '>=', hits)
    .where('window_ends_at', '>', now)
    .execute();
}

/** SQL: all keys with at least this many hits in their present window, as an array. */
export function keysAtLimitSql(hits: number, now: Date): RawBuilder<string[]> {
  return sql<string[]>`array(select key from rate_limits where hits >= ${hits} and window_ends_at > ${now})`;
}

export async function clearHits(db: Database | Tx, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}

/** The same for keys with fewer hits. */
export async function clearFewerHits(db: Database, keys: readonly string[], hits: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).where('hits', '<', hits).execute();
}

/** Removes windows that have ended. */
export async function removeOldHits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute();
}
