import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * Leaky buckets that slow a place down instead of locking it. Each try raises the level by one; the level falls evenly,
 * by the bound in an hour. Below the bound every try passes; above it one passes after a wait that doubles each time.
 * One statement counts and decides, so concurrent tries on any number of servers get no more than sequential ones.
 */

export interface BucketLimit {
  /** Tries within an hour that are let through without a wait. */
  most: number;
}

/** A try that passes (`slowed` if it was the one allowed after a wait), or the seconds until one may pass. */
export type AttemptResult = { through: true; slowed: boolean } | { through: false; retryAfter: number };

const HOUR_SECONDS = 3600;
/** The longest wait; the level falls meanwhile, so that a small bound is not exceeded either. */
const LONGEST_WAIT_SECONDS = 900;
const MOST_DOUBLINGS = 10;
/** After this time every level is zero. */
const RETENTION_HOURS = 24;

/** SQL: the present value of `levels`. */
const leftBy = (now: Date, most: number) =>
  sql<number>`greatest(0, levels.level - greatest(0, extract(epoch from ${now}::timestamptz - levels.at)) * ${most / HOUR_SECONDS}::double precision)`;

/** Counts a try of the key and returns whether it passes. A refused try is not counted. */
export async function takeAttempt(db: Database, key: string, { most }: BucketLimit, now: Date): Promise<AttemptResult> {
  const left = leftBy(now, most);
  const wait = sql`least(${LONGEST_WAIT_SECONDS}, 2 ^ least(${left} + 1 - ${most}::double precision, ${MOST_DOUBLINGS}))`;
  const { rows } = await sql<{ slowed: boolean; seconds: number | null }>`
    with tried as (
      insert into levels (key, level, at, next_at) values (${key}, 1, ${now}, ${now})
      on conflict (key) do update set
        level = ${left} + 1,
        at = greatest(levels.at, ${now}),
        next_at = case when ${left} + 1 <= ${most} then ${now} else ${now}::timestamptz + make_interval(secs => ${wait}) end
      where ${left} + 1 <= ${most} or levels.next_at <= ${now}
      returning level > ${most} as slowed)
    select slowed, null::double precision as seconds from tried
    union all
    select true, least(extract(epoch from next_at - ${now}::timestamptz),
        (${left} + 1 - ${most}) * ${HOUR_SECONDS / most}::double precision)::double precision
    from levels where key = ${key} and not exists (select from tried)`.execute(db);
  const [row] = rows;
  if (row?.seconds === null) return { through: true, slowed: row.slowed };
  return { through: false, retryAfter: Math.max(1, Math.ceil(row?.seconds ?? 1)) };
}

/** Takes back tries that turned out to be no failures; with `slowed` another try may follow at once. */
export async function returnAttempts(
  db: Database,
  key: string,
  { tries, slowed, now }: { tries: number; slowed: boolean; now: Date },
): Promise<void> {
  await sql`
    update levels set level = greatest(0, level - ${tries}::double precision),
      next_at = case when ${slowed} then least(next_at, ${now}) else next_at end
    where key = ${key}`.execute(db);
}

/** Raises the level of the key unconditionally. */
export async function addToBucket(db: Database, key: string, { most }: BucketLimit, now: Date): Promise<void> {
  await sql`
    insert into levels (key, level, at, next_at) values (${key}, 1, ${now}, ${now})
    on conflict (key) do update set level = ${leftBy(now, most)} + 1, at = greatest(levels.at, ${now})`.execute(db);
}

/** Returns whether the level of the key has reached its bound. */
export async function isOverLimit(db: Database, key: string, { most }: BucketLimit, now: Date): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select ${leftBy(now, most)} >= ${most} as full from levels where key = ${key}`.execute(db);
  return rows[0]?.full ?? false;
}

/** SQL: levels that are zero by now. */
export async function removeEmptyBuckets(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('levels')
    .where('at', '<', new Date(now.getTime() - RETENTION_HOURS * HOUR_SECONDS * 1000))
    .execute();
}
