import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { jobHandlers } from '../../job-handlers.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { useProcesses } from '../../testing/own-process.ts';
import { holdProjects, ownUrl } from '../../testing/held-projects.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { startOperation } from './service.ts';

const server = useServer();
const start = useProcesses(server);

interface Row {
  state: string;
  attempt: number;
  progress: number;
}

async function row(id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select state, attempt, progress from operations where id = ${id}`.execute(
    server.context.db,
  );
  return rows[0];
}

async function reached(id: string, state: string): Promise<void> {
  for await (const _ of every(50)) if ((await row(id))?.state === state) return;
}

it('an operation whose worker is killed is finished once, by another worker', async () => {
  const { db, config } = server.context;
  await createProject(server, 'local.user');
  const first = await start('admin');
  const { rows } = await sql<{ userId: number; sessionId: string }>`
    select users.id as "userId", sessions.id as "sessionId" from users join sessions on sessions.user_id = users.id
    where users.login = 'admin' order by sessions.created_at desc limit 1`.execute(db);
  const [session] = rows;
  if (!session) throw new Error('Nobody has signed in');

  const letGo = await holdProjects(server);
  const input = { type: 'project-list', scope: {}, key: 'archives/izvestaj', ...session };
  const operation = { userId: session.userId, kind: 'boardReport' as const, fileName: 'izvestaj.pdf', input };
  const location = await db.transaction().execute((tx) => startOperation(server.context, tx, operation));
  const id = location.split('/').at(-1) ?? '';
  await reached(id, 'running');
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await letGo();
  expect(await row(id)).toMatchObject({ state: 'running', attempt: 1 });

  // The dead worker has not renewed its lease for half a minute.
  await sql`update job_workers set alive_at = alive_at - interval '1 minute'`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
            where locked_at is not null`.execute(db);
  // The server of this test has taken no jobs until now.
  const second = await startJobs(server.jobs, await ownUrl(server), jobHandlers(server.jobs));
  await reached(id, 'done');
  await second.stop();
  expect(await row(id)).toEqual({ state: 'done', attempt: 2, progress: 100 });
  const authorization = `Bearer ${await server.token('admin')}`;
  const answer = await server.app.inject({ url: `${location}/result`, headers: { authorization } });
  expect([answer.statusCode, answer.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect(await readdir(join(config.dataDir, 'files', 'archives'))).toEqual(['izvestaj-2']);
  const left = await sql`select 1 from graphile_worker.jobs where task_identifier = 'runOperation'`.execute(db);
  expect(left.rows).toEqual([]);
});
