import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { OperationRow } from '@pimis/contract/registries';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { OperationPoller } from './operation-poller.ts';
import { startOperation } from './service.ts';

const server = useServer();
let root = '';

beforeAll(async () => {
  root = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

async function userOf(login: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from users where login = ${login}`.execute(server.context.db);
  return rows[0]?.id ?? 0;
}

/** The user of the login, and the session that calls with this login use here. */
async function sessionOf(login: string): Promise<{ id: number; sessionId: string }> {
  await server.token(login);
  const id = await userOf(login);
  const { rows } = await sql<{ id: string }>`select id from published.open_sessions where user_id = ${id}`.execute(
    server.context.db,
  );
  return { id, sessionId: rows[0]?.id ?? '' };
}

async function started(login = 'admin'): Promise<string> {
  const operation = { userId: await userOf(login), kind: 'boardReport' as const, fileName: 'izvestaj.pdf', input: {} };
  const location = await server.context.db.transaction().execute((tx) => startOperation(server.context, tx, operation));
  return location.split('/').at(-1) ?? '';
}

const changed = (id: string, state: string, progress: number) =>
  sql`update operations set state = ${state}, progress = ${progress},
        finished_at = case when ${state} = 'done' then now() end where id = ${id}`.execute(server.context.db);

/** Yields the events of a stream as they arrive. */
async function* events<Data>(login: string, address: string): AsyncGenerator<{ event: string; data: Data }> {
  const response = await fetch(`${root}${address}`, {
    headers: { authorization: `Bearer ${await server.token(login)}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  if (!response.body) return;
  const decoder = new TextDecoder();
  let open = '';
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    open += decoder.decode(chunk, { stream: true });
    for (let at = open.indexOf('\n\n'); at >= 0; at = open.indexOf('\n\n')) {
      const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(open.slice(0, at)) ?? [];
      open = open.slice(at + 2);
      yield { event, data: JSON.parse(data) as Data };
    }
  }
}

it('the stream of all operations sends the user’s own at each progress, until the last one has ended', async () => {
  const { payload } = await server.call<{ hubRoot: string }>(null, 'GET', 'configuration');
  const hub = payload?.hubRoot ?? '';
  const id = await started();
  const told: string[] = [];
  for await (const { event, data } of events<OperationRow[]>('admin', `${hub}/events`)) {
    expect(event).toBe('operations');
    const row = data.find((one) => one.id === id);
    told.push(`${row?.state} ${row?.progress}`);
    if (row?.state === 'waiting') await changed(id, 'running', 10);
    if (row?.state === 'running')
      await changed(id, row.progress === 10 ? 'running' : 'done', row.progress === 10 ? 60 : 100);
  }
  expect(told).toEqual(['waiting 0', 'running 10', 'running 60', 'done 100']);
  const others: OperationRow[][] = [];
  for await (const { data } of events<OperationRow[]>('mei', `${hub}/events`)) others.push(data);
  expect(others).toEqual([[]]);
});

it('the stream of one operation sends what polling returns; the stream of somebody else’s operation is refused', async () => {
  const id = await started();
  const told: string[] = [];
  for await (const { event, data } of events<OperationRow>('admin', `/api/operations/${id}/events`)) {
    told.push(`${event} ${data.state}`);
    await changed(id, data.state === 'waiting' ? 'running' : 'done', 50);
  }
  expect(told).toEqual(['progress waiting', 'progress running', 'progress done']);
  expect((await server.call('mei', 'GET', `operations/${id}/events`)).httpStatus).toBe(404);
  expect((await server.call(null, 'GET', 'operations/events')).httpStatus).toBe(401);
});

/** Opens several streams of one user at once, each on its own connection. */
async function opened(login: string, count: number) {
  const headers = { authorization: `Bearer ${await server.token(login)}` };
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(`${root}/api/operations/events`, { headers, agent: false }, resolve).once('error', reject).end();
    });
  const answers = await Promise.all(Array.from({ length: count }, ask));
  return {
    answers,
    statuses: answers.map(({ statusCode = 0 }) => statusCode).toSorted((one, other) => one - other),
    stop: () => {
      for (const answer of answers) answer.destroy();
    },
  };
}

it('each user may open a few streams, and new ones once some have ended', async () => {
  const id = await started();
  const many = await opened('admin', 50);
  expect(many.statuses).toEqual([...Array.from({ length: 6 }, () => 200), ...Array.from({ length: 44 }, () => 429)]);
  const refused = many.answers.find(({ statusCode }) => statusCode === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused && (await json(refused))).toMatchObject({ status: { name: 'RequestLimitReached' } });
  const one = await server.get('admin', `operations/${id}/events`);
  expect(one.statusCode).toBe(429);
  const others = await opened('mei', 3);
  expect(others.statuses).toEqual([200, 200, 200]);
  others.stop();
  many.stop();
  await expect
    .poll(async () => {
      const again = await opened('admin', 1);
      again.stop();
      return again.statuses;
    })
    .toEqual([200]);
  await changed(id, 'done', 100);
});

it('a burst of streams of one user costs queries only for the accepted ones', async () => {
  const id = await started();
  await server.token('admin');
  let burst: Awaited<ReturnType<typeof opened>> | undefined;
  const queries = await queriesOf(async () => {
    burst = await opened('admin', 200);
  });
  burst?.stop();
  expect(burst?.statuses.filter((status) => status === 200)).toHaveLength(6);
  // Operations and sessions are polled for all streams together, twice a second; other queries belong to single calls.
  const polls = queries.filter(({ text }) => text.includes('unnest(')).length - 6;
  const sessions = queries.filter(({ text }) => text.includes('id = any(')).length;
  expect(queries.length - Math.max(0, polls) - sessions).toBeLessThanOrEqual(12);
  expect(queries.length).toBeLessThan(40);
  await changed(id, 'done', 100);
});

it('one statement at a time reads the operations of all listeners', async () => {
  const ids = await Promise.all(['admin', 'operator', 'local.user'].map(started));
  const streams: Awaited<ReturnType<typeof opened>>[] = [];
  for (const login of ['admin', 'operator', 'local.user']) streams.push(await opened(login, 6));
  const seconds = 2;
  const queries = await queriesOf(() => delay(seconds * 1000));
  for (const { stop } of streams) stop();
  const read = queries.filter(({ text }) => text.includes('operations'));
  // Twice a second, each for all three users.
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThanOrEqual(2 * seconds + 1);
  // The first read may have begun before the last stream started to listen.
  const [first, ...others] = read.map(({ values }) => (values[0] as unknown[]).length);
  expect([2, 3]).toContain(first);
  expect(new Set(others)).toEqual(new Set([3]));
  for (const id of ids) await changed(id, 'done', 100);
});

it('a listener that is added during a read gets its events from the next read', async () => {
  const { db } = server.context;
  const poller = new OperationPoller(server.context);
  const [mei, admin] = await Promise.all([sessionOf('mei'), sessionOf('admin')]);
  const id = await started('admin');
  const told: string[][] = [];
  const stops: (() => void)[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`lock table operations in access exclusive mode`.execute(tx);
    stops.push(poller.listen(mei, () => undefined));
    const reads = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%unnest(%'`;
    await expect.poll(async () => (await reads.execute(db)).rows).toHaveLength(1);
    stops.push(poller.listen(admin, (rows) => told.push((rows ?? []).map((row) => row.id))));
  });
  await expect.poll(() => told.length).toBeGreaterThan(0);
  for (const stop of stops) stop();
  expect(told[0]).toContain(id);
  await changed(id, 'done', 100);
});

it('a stream ends at once when its user loses access, while others’ streams go on', async () => {
  const ids = [await started('verifier'), await started('admin')];
  const [ended, other] = [events('verifier', '/api/operations/events'), events('admin', '/api/operations/events')];
  expect([(await ended.next()).done, (await other.next()).done]).toEqual([false, false]);
  const revoked = { access: 'Revoked', Users: [{ login: 'verifier', modifiedComments: 'Више не ради.' }] };
  expect((await server.call('ministry.admin', 'POST', 'security/users/access-set/revoke', revoked)).httpStatus).toBe(
    200,
  );
  // Without the revocation the stream would continue until its operation ends, as it does at the end of this test.
  expect((await ended.next()).done).toBe(true);
  await changed(ids[1] ?? '', 'running', 40);
  expect((await other.next()).done).toBe(false);
  await other.return(undefined);
  for (const id of ids) await changed(id, 'done', 100);
});

it('a stopping server ends its streams', async () => {
  await started();
  const stream = events<OperationRow[]>('admin', '/api/operations/events');
  expect((await stream.next()).done).toBe(false);
  const stopped = server.app.close();
  expect((await stream.next()).done).toBe(true);
  await stopped;
});
