import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Database, isDatabaseAway } from './database.ts';
import type { Replica } from './replica-watch.ts';

/**
 * Reads that may be some seconds old come from a streaming replica (READ_DATABASE_URL): reports, exports, portfolio,
 * open data, search. Everything else, and every change, stays with the primary (docs/decisions/0208-read-replica.md).
 */

/** The newest changes of a reader that the replica must have. */
const OWN_CHANGES = 3;

/** Whether the replica has the newest changes of this account. Each change leaves a row of the audit log. */
async function hasOwnChanges(primary: Database, replica: Database, login: string): Promise<boolean> {
  const newest = await primary
    .selectFrom('audit_log')
    .select('id')
    .where('login', '=', login)
    .orderBy('at', 'desc')
    .limit(OWN_CHANGES)
    .execute();
  if (newest.length === 0) return true;
  const ids = newest.map(({ id }) => id);
  const { rows } = await sql<{ all: boolean }>`
    select count(*) = ${ids.length}::integer as all from audit_log where id = any(${ids}::bigint[])`.execute(replica);
  return rows[0]?.all === true;
}

/** One replica context per context, because caches by context (totals of the portal) apply to it too. */
const contexts = new WeakMap<Context, Context>();

function onReplica(context: Context, { db }: Replica): Context {
  const known = contexts.get(context);
  if (known) return known;
  const made = { ...context, db };
  contexts.set(context, made);
  return made;
}

/**
 * The context for reads: on the replica if it is usable and has the reader's own changes, otherwise on the primary.
 * `reader` is null for anonymous callers, who change nothing. It must not be used for writes.
 */
export async function readingFor(context: Context, reader: { login: string } | null): Promise<Context> {
  const { replica } = context;
  if (!replica?.isUsable()) return context;
  try {
    if (reader && !(await hasOwnChanges(context.db, replica.db, reader.login))) return context;
  } catch (error) {
    // The primary may be the unreachable one; then the call fails there like any other.
    if (!isDatabaseAway(error)) throw error;
    replica.lost(error);
    return context;
  }
  return onReplica(context, replica);
}
