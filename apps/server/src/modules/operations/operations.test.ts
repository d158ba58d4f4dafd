import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ADMINISTRATION_ORGANIZATION, ROLE } from '@pimis/domain/constants';
import type { OperationRow, OperationState } from '@pimis/contract/registries';
import { ApiError } from '../../platform/errors.ts';
import { jobHandlers } from '../../job-handlers.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { ownUrl } from '../../testing/held-projects.ts';
import { useServer } from '../../testing/server.ts';
import { userIdOf } from '../../testing/users.ts';
import { actingUser } from '../../seed/demo-people.ts';
import { removeOldOperations, rightsOf, startOperation } from './service.ts';
import { ResultFile, runOperation, type Work } from './work.ts';

const server = useServer();

async function started(login = 'admin'): Promise<{ id: string; key: string }> {
  const { rows } = await sql<{ id: number }>`select id from users where login = ${login}`.execute(server.context.db);
  const userId = rows[0]?.id ?? 0;
  const key = `archives/${randomUUID()}`;
  const operation = { userId, kind: 'boardReport' as const, fileName: 'izvestaj.pdf', input: { key } };
  const location = await server.context.db.transaction().execute((tx) => startOperation(server.context, tx, operation));
  return { id: location.split('/').at(-1) ?? '', key };
}

/** Work that makes a file whose content is its key; `meanwhile` runs before the work ends. */
function fileWork(
  meanwhile: () => Promise<unknown> = async () => undefined,
): Work & { made: string[]; left: string[] } {
  const made: string[] = [];
  const left: string[] = [];
  return {
    made,
    left,
    repeatable: true,
    async run(input, onProgress) {
      const key = String(input.key);
      await onProgress(10);
      await meanwhile();
      const { size } = await server.context.files.put(key, Readable.from([Buffer.from(key)]), 1000);
      made.push(key);
      return new ResultFile(key, size, 'application/pdf');
    },
    async giveUp(input) {
      left.push(String(input.key));
      await server.context.files.remove(String(input.key));
    },
  };
}

const run = (id: string, work: Work) => runOperation(server.jobs, id, { boardReport: work });
const state = async (id: string) => (await server.call<OperationState>('admin', 'GET', `operations/${id}`)).payload;
const result = async (id: string) => {
  const token = await server.token('admin');
  const answer = await server.app.inject({
    url: `/api/operations/${id}/result`,
    headers: { authorization: `Bearer ${token}` },
  });
  return [answer.statusCode, answer.body];
};
const lost = (id: string) =>
  sql`update operations set state = 'running', attempt = attempt + 1 where id = ${id}`.execute(server.context.db);

it('a file whose server has died is made once, by another server', async () => {
  const { id, key } = await started();
  await lost(id);
  const work = fileWork();
  await run(id, work);
  expect([work.left, work.made]).toEqual([[key], [`${key}-2`]]);
  expect(await state(id)).toMatchObject({ state: 'done', progress: 100 });
  await run(id, work);
  expect(work.made).toHaveLength(1);
  expect(await result(id)).toEqual([200, `${key}-2`]);
});

it('of two concurrent runs the later one ends the operation, and the file of the other is removed', async () => {
  const { id, key } = await started();
  const later = fileWork();
  const first = fileWork(() => run(id, later));
  await run(id, first);
  expect([first.made, later.made]).toEqual([[key], [`${key}-2`]]);
  expect(await result(id)).toEqual([200, `${key}-2`]);
  await expect(server.context.files.get(key)).rejects.toThrow();
});

it('of two concurrent runs the earlier one cannot end the operation first', async () => {
  const { id, key } = await started();
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const later = fileWork(() => {
    begun.resolve();
    return released.promise;
  });
  let other: Promise<void> | undefined;
  const first = fileWork(() => {
    other = run(id, later);
    return begun.promise;
  });
  await run(id, first);
  expect(await state(id)).toMatchObject({ state: 'running' });
  released.resolve();
  await other;
  expect(await result(id)).toEqual([200, `${key}-2`]);
  await expect(server.context.files.get(key)).rejects.toThrow();
});

it('work that kills every server fails after three attempts', async () => {
  const { id } = await started();
  for (const _time of [1, 2, 3]) await lost(id);
  const work = fileWork();
  await run(id, work);
  expect(work.made).toEqual([]);
  expect(await state(id)).toMatchObject({ state: 'failed', error: 'OperationInterrupted' });
});

it('a cancelled operation does not begin or stops, and leaves no file', async () => {
  const waiting = await started();
  const cancel = (login: string, id: string) => server.call<OperationState>(login, 'DELETE', `operations/${id}`);
  expect((await cancel('reviewer', waiting.id)).httpStatus).toBe(404);
  expect((await cancel('admin', waiting.id)).payload).toMatchObject({ state: 'failed', error: 'OperationCancelled' });
  const work = fileWork();
  await run(waiting.id, work);
  expect([work.made, work.left]).toEqual([[], [waiting.key]]);

  const running = await started();
  const stopped = fileWork(() => cancel('admin', running.id));
  await run(running.id, stopped);
  expect(await state(running.id)).toMatchObject({ state: 'failed', error: 'OperationCancelled' });
  expect((await result(running.id))[0]).toBe(404);
  await expect(server.context.files.get(running.key)).rejects.toThrow();

  const done = await started();
  await run(done.id, fileWork());
  expect((await cancel('admin', done.id)).payload?.state).toBe('done');
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(subject_id order by id) as ids from audit_log where operation = 'operation.cancel'`.execute(
    server.context.db,
  );
  expect(rows[0]?.ids).toEqual([waiting.id, running.id]);
});

it('an operation of somebody else cannot be read or cancelled', async () => {
  const { id } = await started();
  expect((await server.call('reviewer', 'DELETE', `operations/${id}`)).httpStatus).toBe(404);
  expect(await state(id)).toMatchObject({ state: 'waiting', outcome: null });
});

it('each outcome has a name: done, nothing written, parts missing, cancelled, failed', async () => {
  const outcome = async (id: string) => {
    const own = await server.call<OperationRow[]>('admin', 'GET', 'operations');
    return [(await state(id))?.outcome, own.payload?.find((row) => row.id === id)?.outcome];
  };
  const ended = async (work: Work['run']) => {
    const { id } = await started();
    await run(id, { run: work, giveUp: async () => undefined });
    return outcome(id);
  };
  const refused = { dryRun: false, rows: 40_000, created: 0, updated: 0, errorCount: 40_000, errors: [] };
  expect(await ended(async () => ({ ...refused, errorCount: 0 }))).toEqual(['done', 'done']);
  expect(await ended(async () => refused)).toEqual(['nothing', 'nothing']);
  // A rehearsal that finds errors has succeeded.
  expect(await ended(async () => ({ ...refused, dryRun: true }))).toEqual(['done', 'done']);
  expect(await ended(async ({ key }) => new ResultFile(String(key), 1, 'application/zip', 2))).toEqual([
    'partly',
    'partly',
  ]);
  expect(await ended(async () => Promise.reject(new ApiError('Forbidden')))).toEqual(['failed', 'failed']);
  const { id } = await started();
  expect(await outcome(id)).toEqual([null, null]);
  await server.call('admin', 'DELETE', `operations/${id}`);
  expect(await outcome(id)).toEqual(['cancelled', 'cancelled']);
});

it('each user sees their own operations of a day, newest first; files are kept for a day', async () => {
  const { id, key } = await started('mei');
  await run(id, fileWork());
  // Only the user who started the operation can download its file.
  expect((await result(id))[0]).toBe(404);
  const own = async (login: string) => (await server.call<OperationRow[]>(login, 'GET', 'operations')).payload ?? [];
  expect(await own('mei')).toMatchObject([
    { id, kind: 'boardReport', state: 'done', fileName: 'izvestaj.pdf', hasFile: true },
  ]);
  expect((await own('admin')).map((row) => row.id)).not.toContain(id);
  await removeOldOperations(server.context);
  expect(await own('mei')).toHaveLength(1);
  (await server.context.files.get(key)).destroy();
  await sql`update operations set finished_at = now() - interval '25 hours' where id = ${id}`.execute(
    server.context.db,
  );
  await removeOldOperations(server.context);
  expect(await own('mei')).toEqual([]);
  await expect(server.context.files.get(key)).rejects.toThrow();
});

it('files without an operation are removed after a day; those that an operation needs stay', async () => {
  const { context } = server;
  const store = (key: string) => context.files.put(key, Readable.from([Buffer.from(key)]), 1000);
  const waiting = await started();
  await store(waiting.key);
  const running = await started();
  await store(running.key);
  await sql`update operations set state = 'running' where id = ${running.id}`.execute(context.db);
  const done = await started();
  await run(done.id, fileWork());
  const cancelled = await started();
  await store(cancelled.key);
  await server.call('admin', 'DELETE', `operations/${cancelled.id}`);
  const lone = ['archives/', 'imports/'].map((folder) => `${folder}${randomUUID()}`);
  for (const key of lone) await store(key);

  const sweptAfter = (hours: number) =>
    jobHandlers({ ...server.jobs, now: () => new Date(Date.now() + hours * 3_600_000) }).sweepFiles({});
  await sweptAfter(1);
  for (const key of [...lone, cancelled.key]) (await context.files.get(key)).destroy();
  await sweptAfter(25);
  for (const key of [...lone, cancelled.key]) await expect(context.files.get(key)).rejects.toThrow();
  for (const { key } of [waiting, running, done]) (await context.files.get(key)).destroy();
});

it('an archive of a user without others comes before the second archive of another user', async () => {
  const { db } = server.context;
  await sql`delete from operations`.execute(db);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const queue = async (login: string) => {
    const userId = await userIdOf(db, login);
    const operation = { userId, kind: 'listArchive' as const, long: true, input: { key: `archives/${randomUUID()}` } };
    const location = await db.transaction().execute((tx) => startOperation(server.context, tx, operation));
    return location.split('/').at(-1) ?? '';
  };
  const [first, second, third] = [await queue('admin'), await queue('admin'), await queue('admin')];
  const ofAnother = await queue('operator');
  const begun: string[] = [];
  const handlers = { ...jobHandlers(server.jobs), runOperation: async ({ id }: { id: string }) => void begun.push(id) };
  const jobs = await startJobs(server.jobs, await ownUrl(server), handlers);
  try {
    await expect.poll(() => begun.length, { timeout: 20_000 }).toBe(4);
  } finally {
    await jobs.stop();
  }
  expect(begun).toEqual([first, ofAnother, second, third]);
  await sql`delete from operations`.execute(db);
});

it('of thirty archives that one user requests at once twenty are queued, and other users are not delayed', async () => {
  await sql`delete from operations`.execute(server.context.db);
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => started()));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  for (const one of results) {
    if (one.status === 'rejected') expect((one.reason as ApiError).status).toBe('RequestLimitReached');
  }
  await started('operator');
  await sql`delete from operations`.execute(server.context.db);
});

it('the user gets the file of an operation only while their rights are unchanged', async () => {
  const { db } = server.context;
  const users = () => db.updateTable('users').where('login', '=', 'admin');
  const { role_id } = await db
    .selectFrom('users')
    .select('role_id')
    .where('login', '=', 'admin')
    .executeTakeFirstOrThrow();
  const rights = rightsOf(await actingUser(server.context, 'admin'));
  const key = `archives/${randomUUID()}`;
  const operation = {
    userId: await userIdOf(db, 'admin'),
    kind: 'boardReport' as const,
    fileName: 'izvestaj.pdf',
    input: { key },
    rights,
  };
  const location = await db.transaction().execute((tx) => startOperation(server.context, tx, operation));
  const id = location.split('/').at(-1) ?? '';
  await run(id, fileWork());
  expect(await result(id)).toEqual([200, key]);
  // Neither with another role that may read operations too, nor in another organization.
  await users().set({ role_id: ROLE.mei }).execute();
  expect((await result(id))[0]).toBe(404);
  await users().set({ role_id }).execute();
  expect((await result(id))[0]).toBe(200);
  await users().set({ organization_id: '50112' }).execute();
  expect((await result(id))[0]).toBe(404);
  await users().set({ organization_id: ADMINISTRATION_ORGANIZATION }).execute();
  // The role itself has changed.
  const claim = { role_id, claim: 'Mei' };
  await db.insertInto('role_claims').values(claim).execute();
  expect((await result(id))[0]).toBe(404);
  await db.deleteFrom('role_claims').where('role_id', '=', role_id).where('claim', '=', claim.claim).execute();
  expect((await result(id))[0]).toBe(200);
});
