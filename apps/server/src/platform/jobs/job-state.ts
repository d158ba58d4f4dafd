import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { DEAD_AFTER_SECONDS } from './job-workers.ts';

/** The job queue as it is now. Scheduled jobs count while they wait. */
export interface QueueState {
  /** Jobs that are due and not taken, and how long the oldest of them has been due. */
  waiting: number;
  oldestSeconds: number;
  running: number;
  /** Jobs that failed and are tried again. */
  failing: number;
  /** Jobs that failed for the last time. */
  failed: number;
  /** Mails that are not sent yet, and those among them that failed at least once. */
  mails: number;
  mailsFailing: number;
  /** Processes that run jobs now. */
  workers: number;
}

/** Reads the state of the queue in one pass over it. */
export async function queueState(db: Database): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    with jobs as (
      select *, attempts >= max_attempts and locked_at is null as is_failed,
        locked_at is null and attempts < max_attempts and run_at <= now() as is_waiting
      from graphile_worker.jobs)
    select count(*) filter (where is_waiting)::integer as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_waiting)), 0)::float8 as "oldestSeconds",
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where attempts > 0 and last_error is not null and not is_failed)::integer as failing,
      count(*) filter (where is_failed)::integer as failed,
      count(*) filter (where task_identifier = 'sendMail' and not is_failed)::integer as mails,
      count(*) filter (where task_identifier = 'sendMail' and not is_failed
        and attempts > 0 and last_error is not null)::integer as "mailsFailing",
      (select count(*)::integer from job_workers
       where alive_at >= now() - make_interval(secs => ${DEAD_AFTER_SECONDS})) as workers
    from jobs`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The job queue returned no state.');
  return state;
}
