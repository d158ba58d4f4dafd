import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterEach, expect, inject, it } from 'vitest';
import { jobHandlers } from '../../job-handlers.ts';
import { useServer } from '../../testing/server.ts';
import { databaseUrl } from '../../testing/template.ts';
import type { Context } from '../context.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { addJob, type JobHandlers, startJobs } from './jobs.ts';
import { noopLogger } from '../process/noop-logger.ts';

const server = useServer();
const LINK = { login: 'nobody', kind: 'reset' } as const;
let jobs: Awaited<ReturnType<typeof startJobs>>;

const databaseName = async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  return rows[0]?.name ?? '';
};

const start = async (
  sendLink: JobHandlers['sendLink'],
  context: Context = server.jobs,
  intervals: { stuckAfterMs?: number; pollMs?: number } = {},
) => {
  const url = databaseUrl(inject('postgresUrl'), await databaseName());
  jobs = await startJobs(context, url, { ...jobHandlers(context), sendLink }, intervals);
};

/** Ends every connection to the database but the one that asks. */
const cut = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(server.context.db);

/** A connection that was not there when the others were cut. */
async function addLater(): Promise<void> {
  const db: Database = openDatabase(databaseUrl(inject('postgresUrl'), await databaseName()), { max: 1 });
  await addJob(db, 'sendLink', LINK);
  await db.destroy();
}

afterEach(() => jobs.stop());

it('goes on when the database cuts the connections under a job, and ends well', async () => {
  let runs = 0;
  await start(async () => {
    if (runs === 0) await cut();
    runs += 1;
  });
  await addJob(server.context.db, 'sendLink', LINK);
  await expect.poll(() => runs).toBeGreaterThan(0);
  await addLater();
  await expect.poll(() => runs).toBeGreaterThan(1);
});

it('drops runs of the clock that were given up once a later one succeeds, and no other jobs', async () => {
  const { db } = server.context;
  // The clock of an earlier test may have queued jobs.
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await addJob(db, 'foldCounts', {});
  await addJob(db, 'sendLink', LINK);
  await sql`update graphile_worker._private_jobs
    set attempts = max_attempts, last_error = 'the disk is full', run_at = now() - interval '1 day'`.execute(db);
  const left = async () => {
    const { rows } = await sql<{ name: string; failed: boolean }>`
      select task_identifier as name, attempts >= max_attempts as failed from graphile_worker.jobs
      where task_identifier in ('foldCounts', 'sendLink')`.execute(db);
    return rows;
  };
  await addJob(db, 'foldCounts', {});
  expect(await left()).toHaveLength(3);
  await start(async () => undefined);
  await expect.poll(left).toEqual([{ name: 'sendLink', failed: true }]);
});

it('goes on when a job ends after the result of another could not be written', async () => {
  const { db } = server.context;
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    db,
  );
  await sql`create trigger refuse before delete on graphile_worker._private_jobs for each row
            when (old.payload ->> 'login' = 'untold') execute function refuse()`.execute(db);
  const refused = Promise.withResolvers<void>();
  const log: FastifyBaseLogger = {
    ...noopLogger,
    error: (_: unknown, message?: string) => {
      if (message?.startsWith('Failed to complete jobs')) refused.resolve();
    },
  };
  const later = Promise.withResolvers<void>();
  await start(
    async ({ login }) => {
      if (login === 'held') await refused.promise;
      if (login === 'later') later.resolve();
    },
    { ...server.jobs, log },
  );
  await addJob(db, 'sendLink', { ...LINK, login: 'held' });
  await addJob(db, 'sendLink', { ...LINK, login: 'untold' });
  await refused.promise;
  await addJob(db, 'sendLink', { ...LINK, login: 'later' });
  await later.promise;
});

it('replaces workers whose first reading of the queue has failed', async () => {
  const { db } = server.context;
  await sql`alter table graphile_worker._private_tasks rename to away`.execute(db);
  const failed = Promise.withResolvers<void>();
  const log: FastifyBaseLogger = {
    ...noopLogger,
    debug: (_: unknown, message?: string) => {
      if (message?.startsWith('Failed to acquire job')) failed.resolve();
    },
  };
  const ran = Promise.withResolvers<void>();
  await start(async () => ran.resolve(), { ...server.jobs, log }, { stuckAfterMs: 0 });
  await failed.promise;
  await sql`alter table graphile_worker.away rename to _private_tasks`.execute(db);
  await addJob(db, 'sendLink', LINK);
  await ran.promise;
});

it('takes the next job of a lane as soon as the last has ended', async () => {
  const { db } = server.context;
  const done: string[] = [];
  const logins = ['first', 'second', 'third', 'fourth'];
  for (const login of logins) await addJob(db, 'sendLink', { ...LINK, login }, { lane: 'one' });
  // Idle workers never read the queue by themselves.
  await start(
    async ({ login }) => {
      done.push(login);
    },
    server.jobs,
    { pollMs: 3_600_000 },
  );
  await expect.poll(() => done).toEqual(logins);
});

it('reports the workers under the names by which they take jobs', async () => {
  const held = Promise.withResolvers<void>();
  await start(() => held.promise);
  await addJob(server.context.db, 'sendLink', { login: 'held', kind: 'reset' });
  const told = async () => {
    const taken = sql<{ told: boolean }>`
      select exists (select from job_workers where id = locked_by) as told
      from graphile_worker._private_jobs where payload ->> 'login' = 'held' and locked_by is not null`;
    return (await taken.execute(server.context.db)).rows.map((row) => row.told);
  };
  await expect.poll(told).toEqual([true]);
  held.resolve();
});

it.each(['openNextQuarters', 'backUp'] as const)(
  'runs %s of a missed day once after all servers were down',
  async (name) => {
    // No server has been alive at the job's time for two days.
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${name}, now() - interval '9 days', now() - interval '2 days')
    on conflict (identifier) do update set known_since = excluded.known_since, last_execution = excluded.last_execution`.execute(
      server.context.db,
    );
    const url = databaseUrl(inject('postgresUrl'), await databaseName());
    let runs = 0;
    const context = { ...server.jobs, config: { ...server.jobs.config, backupUrl: 'file:///srv/backups' } };
    const handlers = {
      ...jobHandlers(context),
      [name]: async () => {
        runs += 1;
      },
    };
    const other = await startJobs(context, url, handlers);
    jobs = await startJobs(context, url, handlers);
    await expect.poll(() => runs).toBe(1);
    await addJob(server.context.db, name, {});
    await expect.poll(() => runs).toBe(2);
    await other.stop();
  },
);
