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
    runs += 1;
    if (runs > 1) return;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid()`.execute(db);
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
