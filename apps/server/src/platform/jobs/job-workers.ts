import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';

const RENEW_MS = 5_000;
/** A worker that has not reported for this time is dead: its server has ended abruptly. */
export const DEAD_AFTER_SECONDS = 30;

/**
 * Renews the lease of these workers and returns jobs to the queue: those of dead workers, and those that these workers
 * took without learning of it because the connection broke. `running` are the jobs in progress. The database's clock is
 * used.
 */
export async function renewLease(db: Database, workers: readonly string[], running: readonly string[]): Promise<void> {
  if (workers.length > 0) {
    await sql`insert into job_workers (id) select unnest(${[...workers]}::text[])
              on conflict (id) do update set alive_at = now()`.execute(db);
  }
  const long = sql`now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`;
  // A job that was just taken may belong to a worker that is about to report.
  await sql`
    with dead as (
      select distinct locked_by as id from graphile_worker.jobs
      where locked_by is not null and locked_at < ${long}
        and not exists (select from job_workers where job_workers.id = locked_by and alive_at >= ${long}))
    select graphile_worker.force_unlock_workers(array_agg(id)) from dead having count(*) > 0`.execute(db);
  await sql`
    with unheard as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = any(${[...workers]}::text[]) and locked_at < ${long}
        and id <> all(${[...running]}::bigint[])
      returning job_queue_id)
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where id in (select job_queue_id from unheard)`.execute(db);
  await sql`delete from job_workers where alive_at < ${long}`.execute(db);
}

/** Renews the lease at intervals until the returned function is called. */
export function holdLease(
  context: Context,
  workers: ReadonlySet<string>,
  running: ReadonlySet<string>,
): () => Promise<void> {
  const report = () =>
    renewLease(context.db, [...workers], [...running]).catch((error: unknown) => {
      context.log.error({ err: error }, 'workers could not be reported');
    });
  let last = report();
  const timer = setInterval(() => {
    last = report();
  }, RENEW_MS);
  return async () => {
    clearInterval(timer);
    await last;
    await sql`delete from job_workers where id = any (${[...workers]}::text[])`
      .execute(context.db)
      .catch((error: unknown) => context.log.warn({ err: error }, 'workers could not be signed off'));
  };
}
