import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { OperationState } from '@pimis/contract/registries';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { renewLease } from '../../../platform/jobs/job-workers.ts';
import { runImport, sendImport } from '../../../testing/registry.ts';
import { createProject } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { lockForCall } from '../apply.ts';
import { importWork } from './import-calls.ts';
import { importRows } from './import.ts';
import { runOperation } from '../../operations/work.ts';

const server = useServer();

const file = `id,budgetYear,organizationCode,amount,currentAmount\n${Array.from(
  { length: 9000 },
  (_, index) => `${870_000_000 + index},2031,50112,10.00,10.00`,
).join('\n')}\n`;

async function queued(): Promise<string> {
  const { payload, httpStatus } = await sendImport(server, 'operator', 'appropriations', file);
  expect(httpStatus).toBe(202);
  return payload.operationLocation?.split('/').at(-1) ?? '';
}
const run = (id: string) => runImport(server, id);
const state = async (id: string) => (await server.call<OperationState>('operator', 'GET', `operations/${id}`)).payload;
const written = async () =>
  (await server.call('operator', 'GET', 'registry/appropriations/870000000')).httpStatus === 200;

it('an operation whose server has died fails, and its job is taken from the dead worker', async () => {
  const id = await queued();
  const { db } = server.context;
  await sql`update operations set state = 'running', progress = 60 where id = ${id}`.execute(db);
  const lock = (worker: string, ago: string) =>
    sql`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - ${ago}::interval
    where payload ->> 'id' = ${id}`.execute(db);
  const lockedBy = async () =>
    (
      await sql<{ by: string | null }>`
      select locked_by as by from graphile_worker._private_jobs where payload ->> 'id' = ${id}`.execute(db)
    ).rows[0]?.by;
  const idOf = async () =>
    (
      await sql<{ id: string }>`
      select id::text from graphile_worker._private_jobs where payload ->> 'id' = ${id}`.execute(db)
    ).rows[0]?.id ?? '';
  await lock('worker-alive', '10 minutes');
  await renewLease(db, ['worker-alive'], [await idOf()]);
  expect(await lockedBy()).toBe('worker-alive');
  // The job belongs to a worker that does not know it, because the connection broke before the response.
  await renewLease(db, ['worker-alive'], []);
  expect(await lockedBy()).toBeNull();
  await lock('worker-new', '1 second');
  await renewLease(db, [], []);
  expect(await lockedBy()).toBe('worker-new');
  await lock('worker-dead', '1 minute');
  await renewLease(db, [], []);
  expect(await lockedBy()).toBeNull();
  await run(id);
  expect(await state(id)).toMatchObject({ state: 'failed', error: 'OperationInterrupted' });
  expect(await written()).toBe(false);
});

it('an operation that has waited too long does not overwrite newer data', async () => {
  const id = await queued();
  await sql`update operations set created_at = now() - interval '2 hours' where id = ${id}`.execute(server.context.db);
  await run(id);
  expect(await state(id)).toMatchObject({ state: 'failed', error: 'OperationInterrupted' });
  expect(await written()).toBe(false);
});

it('an operation that another server has ended stops before it writes', async () => {
  const id = await queued();
  const work = importWork(server.jobs);
  await runOperation(server.jobs, id, {
    registryImport: {
      ...work,
      run: async (input, onProgress, onEnd) => {
        await sql`update operations set state = 'failed' where id = ${id}`.execute(server.context.db);
        return work.run(input, onProgress, onEnd);
      },
    },
  });
  expect(await state(id)).toMatchObject({ state: 'failed' });
  expect(await written()).toBe(false);
});

it('an operation that is ended after its last progress writes nothing either', async () => {
  const id = await queued();
  const work = importWork(server.jobs);
  await runOperation(server.jobs, id, {
    registryImport: {
      ...work,
      run: (input, _onProgress, onEnd) =>
        work.run(
          input,
          async (percent) => {
            if (percent < 60) return;
            await sql`update operations set state = 'failed' where id = ${id}`.execute(server.context.db);
          },
          onEnd,
        ),
    },
  });
  expect(await state(id)).toMatchObject({ state: 'failed' });
  expect(await written()).toBe(false);
});

it('of two servers that take the same operation one runs it', async () => {
  const id = await queued();
  const work = importWork(server.jobs);
  let runs = 0;
  const counted = {
    registryImport: {
      ...work,
      run: async (...call: Parameters<typeof work.run>) => {
        runs += 1;
        return work.run(...call);
      },
    },
  };
  // A second run would give up an operation that is running, so the first must be in progress, not dead.
  await runOperation(server.jobs, id, counted);
  await runOperation(server.jobs, id, counted);
  expect(runs).toBe(1);
  expect(await state(id)).toMatchObject({ state: 'done', error: null });
  expect(await written()).toBe(true);
});

it('a rehearsal does not delay other writers of the registry', async () => {
  const answers: number[] = [];
  const end = await importRows(server.context, {
    registry: registryOf('appropriations'),
    content: Buffer.from(file),
    dryRun: true,
    origin: { user: null },
    onProgress: async (percent) => {
      // The file is read, and its rows are being checked.
      if (percent <= 60 || answers.length > 0) return;
      const row = { id: 869_999_999, budgetYear: 2031, organizationCode: '50112', amount: '1', currentAmount: '1' };
      answers.push((await server.call('operator', 'POST', 'registry/appropriations', row)).httpStatus);
    },
  });
  expect([answers, end.errorCount]).toEqual([[200], 0]);
});

it('while an import is written, changes of the registry are refused at once, with the name of its user', async () => {
  const row = { id: 869_999_998, budgetYear: 2031, organizationCode: '50112', amount: '1', currentAmount: '1' };
  expect((await server.call('operator', 'POST', 'registry/appropriations', row)).httpStatus).toBe(200);
  const id = await queued();
  const refused: unknown[] = [];
  await runImport(server, id, async (percent) => {
    // The rows are checked and not yet written.
    if (percent <= 80 || refused.length > 0) return;
    const path = `registry/appropriations/${row.id}`;
    const answers = await Promise.all([
      server.call('operator', 'POST', 'registry/appropriations', { ...row, id: 869_999_997 }),
      server.call('operator', 'PUT', path, { amount: '2' }),
      server.call('operator', 'DELETE', path),
      sendImport(server, 'operator', 'appropriations', `id\n${row.id}\n`),
    ]);
    refused.push(...answers.map(({ httpStatus, status, payload }) => [httpStatus, status.name, payload]));
    // Another registry can be written.
    expect((await sendImport(server, 'operator', 'banks', 'code,name\n993,Банка\n')).httpStatus).toBe(200);
  });
  const { name } = await server.context.db
    .selectFrom('users')
    .select('name')
    .where('login', '=', 'operator')
    .executeTakeFirstOrThrow();
  expect(refused).toEqual(Array.from({ length: 4 }, () => [409, 'RegistryImportRunning', { by: name }]));
  expect((await server.call('operator', 'PUT', `registry/appropriations/${row.id}`, { amount: '2' })).httpStatus).toBe(
    200,
  );
});

it('an import in the background waits for other writers', async () => {
  const id = await queued();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const writing = server.context.db.transaction().execute(async (tx) => {
    await lockForCall(tx, registryOf('appropriations'));
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  const imported = run(id);
  const judged = async () => (await state(id))?.progress ?? 0;
  await expect.poll(judged).toBeGreaterThanOrEqual(60);
  expect(await state(id)).toMatchObject({ state: 'running', progress: 60 });
  ended.resolve();
  await Promise.all([writing, imported]);
  expect(await state(id)).toMatchObject({ state: 'done', error: null });
});

it('of many concurrent writing calls each succeeds', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => 869_000_000 + index);
  const answers = await Promise.all(
    rows.map((id, index) =>
      index % 10 === 0
        ? sendImport(
            server,
            'operator',
            'appropriations',
            `id,budgetYear,organizationCode,amount,currentAmount\n${id},2031,50112,1,1\n`,
          )
        : server.call('operator', 'POST', 'registry/appropriations', {
            id,
            budgetYear: 2031,
            organizationCode: '50112',
            amount: '1',
            currentAmount: '1',
          }),
    ),
  );
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(rows.map(() => 200));
});

it('writers of the registry wait while a file is written', async () => {
  const row = { id: 868_999_999, budgetYear: 2031, organizationCode: '50112', amount: '1', currentAmount: '1' };
  let other: Promise<{ httpStatus: number }> | undefined;
  const { created } = await importRows(server.context, {
    registry: registryOf('appropriations'),
    content: Buffer.from('id,budgetYear,organizationCode,amount,currentAmount\n868000000,2031,50112,10.00,10.00\n'),
    dryRun: false,
    origin: { user: null },
    onProgress: async (percent) => {
      if (percent <= 60 || other) return;
      other = server.call('operator', 'POST', 'registry/appropriations', row);
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`;
      await expect.poll(async () => (await waiting.execute(server.context.db)).rows).toHaveLength(1);
    },
  });
  expect([created, (await other)?.httpStatus]).toEqual([1, 200]);
});

it('a body that is cut off, or is not valid multipart, is the caller’s fault', async () => {
  const head = '--two\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncode,name';
  const calls = [
    ['multipart/form-data; boundary=two', head],
    ['multipart/form-data; boundary=two', `${head}\r\n--two--x`],
    ['multipart/form-data; boundary=two', '--two\r\ncontent-disposition: form-'],
    ['multipart/form-data', `${head}\r\n--two--\r\n`],
    ['multipart/form-data; boundary=', head],
  ] as const;
  for (const [login, url] of [
    ['operator', '/api/registry/banks/import?dryRun=true'],
    ['local.user', `/api/projects/${await createProject(server, 'local.user')}/documents`],
  ] as const) {
    for (const [type, payload] of calls) {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${await server.token(login)}`, 'content-type': type },
        payload,
      });
      expect([url, type, payload, [400, 415, 422].includes(answer.statusCode)]).toEqual([url, type, payload, true]);
    }
  }
});

it('of two files in one call none is silently ignored', async () => {
  const part = (name: string) =>
    `--two\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\ncode,name\n901,а\n\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/registry/banks/import?dryRun=true',
    headers: {
      authorization: `Bearer ${await server.token('operator')}`,
      'content-type': 'multipart/form-data; boundary=two',
    },
    payload: `${part('a.csv')}${part('b.csv')}--two--\r\n`,
  });
  expect(answer.statusCode).toBe(422);
});

it('a check of a file waits only for other checks, not for an import', async () => {
  const laneOf = async (query: string) => {
    const { payload } = await sendImport(server, 'operator', 'appropriations', file, query);
    const id = payload.operationLocation?.split('/').at(-1);
    const { rows } = await sql<{ lane: string | null }>`
      select queue.queue_name as lane from graphile_worker._private_jobs job
      left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
      where job.payload ->> 'id' = ${id}`.execute(server.context.db);
    return rows[0]?.lane;
  };
  const [first, second] = [await laneOf(''), await laneOf('')];
  const [check, another] = [await laneOf('?dryRun=true'), await laneOf('?dryRun=true')];
  for (const lane of [first, check]) expect(lane).toEqual(expect.any(String));
  expect(second).toBe(first);
  expect(check).not.toBe(first);
  expect(another).toBe(check);
});
