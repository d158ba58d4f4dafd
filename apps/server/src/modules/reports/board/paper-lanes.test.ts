import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { LARGE_ROWS, MEMORY_BOUND } from '../../../platform/documents/pdf/render.ts';
import { jobHandlers } from '../../../job-handlers.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { holdProjects, ownUrl } from '../../../testing/held-projects.ts';
import { useServer } from '../../../testing/server.ts';
import { runOperation } from '../../operations/work.ts';
import { boardReportWork } from './paper-work.ts';

/** Several users request papers of reports at once, over HTTP. */
const server = useServer();
const PROJECTS = 3 * LARGE_ROWS;

async function ask(login: string, query = ''): Promise<{ httpStatus: number; location: string }> {
  const answer = await server.get(login, `reporting/board-reports/project-list?reportFormat=pdf${query}`);
  const { payload } =
    answer.statusCode === 202 ? answer.json<{ payload: { operationLocation: string } }>() : { payload: null };
  expect([200, 202]).toContain(answer.statusCode);
  return { httpStatus: answer.statusCode, location: payload?.operationLocation ?? '' };
}

const idOf = (location: string) => location.split('/').at(-1) ?? '';
/** Runs the operation as a worker of the job queue does. */
const make = (location: string) =>
  runOperation(server.jobs, idOf(location), { boardReport: boardReportWork(server.jobs) });
const read = (login: string, location: string) =>
  server.call<{ state: string; error: string | null }>(login, 'GET', location.replace('/api/', ''));

beforeAll(async () => {
  server.setNow(new Date('2026-03-10T09:00:00Z'));
  const { db } = server.context;
  // Only administrators see reports, so a second one is made.
  await db.updateTable('users').set({ role_id: 5 }).where('login', '=', 'operator').execute();
  await sql`insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
                      last_changed_at)
    select 'MNOGO-' || n, 'MN-' || n, 'Пројекат ' || n, '50112', '10503', 3, 5, 0, 1, ${server.context.now()}
    from generate_series(1, ${PROJECTS}::integer) n`.execute(db);
});

it('twenty small papers requested with three large ones are all done before any large one', {
  timeout: 120_000,
}, async () => {
  const large = [];
  for (const query of ['', '&sector=5', '&phase=0']) large.push(await ask('admin', query));
  expect(large.map(({ httpStatus }) => httpStatus)).toEqual([202, 202, 202]);
  expect(new Set(large.map(({ location }) => location)).size).toBe(3);
  const ended: string[] = [];
  const making = large.map(async ({ location }) => {
    await make(location);
    ended.push('large');
  });
  const small = Array.from({ length: 20 }, async () => {
    expect((await ask('operator', '&sector=2')).httpStatus).toBe(200);
    ended.push('small');
  });
  await Promise.all([...making, ...small]);
  expect(ended).toEqual([...Array.from({ length: 20 }, () => 'small'), 'large', 'large', 'large']);
  for (const { location } of large) expect((await read('admin', location)).payload?.state).toBe('done');
});

it('a small paper queued after five large ones begins while the first of them runs', async () => {
  const { db } = server.context;
  // Too many rows to be answered at once, too few to count as large.
  await sql`update projects set sector = 6 where id in (
    select id from projects where code like 'MNOGO-%' order by id limit ${LARGE_ROWS - 100}::integer)`.execute(db);
  const queries = ['', '&sector=5', '&phase=0', '&phase=0&sector=5', '&organizationId=50112', '&sector=6'];
  for (const query of queries) expect((await ask('admin', query)).httpStatus).toBe(202);
  const release = await holdProjects(server);
  const jobs = await startJobs(server.jobs, await ownUrl(server), jobHandlers(server.jobs));
  try {
    const running = async () =>
      (
        await sql<{ sector: string | null }>`
          select input -> 'scope' ->> 'sector' as sector from operations where state = 'running'`.execute(db)
      ).rows.map(({ sector }) => sector);
    await expect.poll(async () => (await running()).length).toBe(2);
    expect(await running()).toContain('6');
  } finally {
    await release();
    await jobs.stop();
  }
  await sql`delete from operations`.execute(db);
  await sql`update projects set sector = 5 where sector = 6`.execute(db);
});

it('the same paper requested twice is one operation per user', async () => {
  const [first, again] = [await ask('admin'), await ask('admin')];
  expect(again.location).toBe(first.location);
  // The user's visibility is read when the file is made, and other users cannot fetch the file.
  const other = await ask('operator');
  expect(other.location).not.toBe(first.location);
  expect((await read('operator', first.location)).httpStatus).toBe(404);
  expect((await read('admin', other.location)).httpStatus).toBe(404);
  const atOnce = await Promise.all(Array.from({ length: 20 }, () => ask('admin', '&sector=5')));
  expect(new Set(atOnce.map(({ location }) => location)).size).toBe(1);
});

it('a paper that takes too much memory fails with the advice to use the workbook; the next one is made', async () => {
  const { bytes } = MEMORY_BOUND;
  const { location } = await ask('admin', '&phase=0&sector=5');
  MEMORY_BOUND.bytes = 1;
  try {
    await make(location);
  } finally {
    MEMORY_BOUND.bytes = bytes;
  }
  expect((await read('admin', location)).payload).toMatchObject({ state: 'failed', error: 'PaperTooLarge' });
  const next = await ask('admin', '&phase=0&sector=5');
  expect(next.location).not.toBe(location);
  await make(next.location);
  expect((await read('admin', next.location)).payload?.state).toBe('done');
});
