import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';

/** A job that has failed at least once and does not run now. */
export interface FailedJobRow {
  id: string;
  name: string;
  attempts: number;
  maxAttempts: number;
  error: string;
  failedAt: Date;
  runAt: Date;
}

const COLUMNS = sql`id::text, task_identifier as name, attempts::integer, max_attempts::integer as "maxAttempts",
  last_error as error, updated_at as "failedAt", run_at as "runAt"`;
const HAS_FAILED = sql`attempts > 0 and last_error is not null and locked_at is null`;

/** The newest first. */
export async function listFailedJobs(db: Database, limit: number): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select ${COLUMNS} from graphile_worker.jobs where ${HAS_FAILED}
    order by updated_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks a failed job, so that neither a worker nor another administrator takes it; undefined if it is none now. */
export async function lockFailedJob(tx: Tx, id: string): Promise<FailedJobRow | undefined> {
  await sql`select from graphile_worker._private_jobs where id = ${id}::bigint for update`.execute(tx);
  const { rows } = await sql<FailedJobRow>`
    select ${COLUMNS} from graphile_worker.jobs where id = ${id}::bigint and ${HAS_FAILED}`.execute(tx);
  return rows[0];
}

/** Runs a job again at once, with all of its attempts. */
export async function retryJob(tx: Tx, id: string): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], now(), null, 0)`.execute(tx);
}

/** Takes a job out of the queue. */
export async function dropJob(tx: Tx, id: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx);
}

/** Takes the jobs of a name that are not tried again out of the queue. */
export async function dropGivenUp(db: Database, name: string): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = ${name} and attempts >= max_attempts and locked_at is null
    having count(*) > 0`.execute(db);
}
