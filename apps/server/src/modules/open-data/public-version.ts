import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

/** How many of the newest changes are compared, because transactions may commit in another order than they began. */
const COMPARED = 50;
const RETENTION_DAYS = 7;

/**
 * A version that changes with every change of public projects. Reading it takes a few index entries. Names of bodies
 * and districts do not affect it.
 */
export async function publicVersion(db: Database | Tx): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select md5(string_agg(transaction::text, ' ' order by transaction)) as version
    from (select transaction from public_changes order by changed_at desc, transaction desc limit ${COMPARED}) newest`.execute(
    db,
  );
  return rows[0]?.version ?? '';
}

/** The time of the last public change, including withholding; null before the first one. */
export async function publicChangedAt(db: Database | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select changed_at as at from public_changes order by changed_at desc, transaction desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** Removes all but the newest changes. */
export async function removeOldChanges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_DAYS * 86_400_000);
  await sql`delete from public_changes where changed_at < ${before} and transaction not in (
    select transaction from public_changes order by changed_at desc, transaction desc limit ${COMPARED})`.execute(db);
}
