import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { jobHandlers } from '../job-handlers.ts';
import { useServer } from '../testing/server.ts';
import { databaseUrl } from '../testing/template.ts';
import { addJob, startJobs } from './jobs.ts';

const server = useServer();

it('goes on when the database cuts the connections under a job, and ends well', async () => {
  const { db } = server.context;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const name = rows[0]?.name ?? '';
  let runs = 0;
  const cut = async () => {
    if (runs === 0) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and pid <> pg_backend_pid()`.execute(db);
    }
    runs += 1;
  };
  const jobs = await startJobs(server.jobs, databaseUrl(inject('postgresUrl'), name), {
    ...jobHandlers(server.jobs),
    sendLink: cut,
  });
  await addJob(db, 'sendLink', { login: 'nobody', kind: 'reset' });
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(0);
  await addJob(db, 'sendLink', { login: 'nobody', kind: 'reset' });
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(1);
  await jobs.stop();
});

it('tells of the workers under the name in which they take jobs', async () => {
  const { db } = server.context;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const held = Promise.withResolvers<void>();
  const jobs = await startJobs(server.jobs, databaseUrl(inject('postgresUrl'), rows[0]?.name ?? ''), {
    ...jobHandlers(server.jobs),
    sendLink: () => held.promise,
  });
  await addJob(db, 'sendLink', { login: 'held', kind: 'reset' });
  const told = async () => {
    const taken = sql<{ told: boolean }>`
      select exists (select from job_workers where id = locked_by) as told
      from graphile_worker._private_jobs where payload ->> 'login' = 'held' and locked_by is not null`;
    return (await taken.execute(db)).rows.map((row) => row.told);
  };
  await expect.poll(told, { timeout: 20_000 }).toEqual([true]);
  held.resolve();
  await jobs.stop();
});
