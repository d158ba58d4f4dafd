import fastify from 'fastify';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { callerKey, setCallingClient, setCallingUser, trackCallers, turnKey, withQuota } from './pool-quota.ts';

/** A pool that gives as many connections as it is asked for, and counts those that are out. */
function pool() {
  const counted = { out: 0, most: 0 };
  const connect = async () => {
    counted.out += 1;
    counted.most = Math.max(counted.most, counted.out);
    const release = () => {
      counted.out -= 1;
    };
    return { release } as unknown as pg.PoolClient;
  };
  return { counted, connect };
}

async function serverOn(
  work: (connect: () => Promise<pg.PoolClient>) => Promise<void>,
  share: number,
  waitMs?: number,
) {
  const { counted, connect } = pool();
  const { connect: shared, shares } = withQuota(connect, share, waitMs);
  const app = fastify();
  trackCallers(app);
  app.post('/:user', async (request) => {
    const { user } = request.params as { user: string };
    if (Number(user) > 0) setCallingUser(Number(user));
    if (Number(user) < 0) setCallingClient(-Number(user));
    await work(shared);
    return 'done';
  });
  app.post('/data', { config: { share: 'openData' } }, async () => {
    await work(shared);
    return 'done';
  });
  const call = (user: number | string) => app.inject({ method: 'POST', url: `/${user}`, payload: { some: 'body' } });
  return { counted, call, shared, shares };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

it('gives each account and all others together their share, however many call', async () => {
  const { counted, call } = await serverOn(async (connect) => {
    const client = await connect();
    await pause();
    client.release();
  }, 20);
  const ask = async (users: (number | string)[]) => {
    counted.most = 0;
    const answers = await Promise.all(users.map(call));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 200));
    expect(counted.out).toBe(0);
    return counted.most;
  };
  const of = (user: number | string) => Array.from({ length: 50 }, () => user);
  expect(await ask(of(7))).toBe(6);
  expect(await ask(of(0))).toBe(8);
  expect(await ask([...of(7), ...of(8), ...of(0)])).toBe(20);
  expect(await ask(of('data'))).toBe(3);
  // One client gets the minimum; all clients together get their share.
  expect(await ask(of(-1))).toBe(2);
  expect(await ask([...of(-1), ...of(-2), ...of(-3), ...of(-4)])).toBe(6);
});

it('shows how much of its share each kind of caller uses, and how many of its statements wait', async () => {
  let free: () => void = () => undefined;
  const held = new Promise<void>((done) => (free = done));
  const { call, shares, counted } = await serverOn(async (connect) => {
    const client = await connect();
    await held;
    client.release();
  }, 20);
  const none = [
    { share: 'accounts', held: 0, waiting: 0, most: null },
    { share: 'clients', held: 0, waiting: 0, most: 6 },
    { share: 'anonymous', held: 0, waiting: 0, most: 8 },
    { share: 'openData', held: 0, waiting: 0, most: 3 },
  ];
  expect(shares()).toEqual(none);
  // Four clients with two calls each, one with three, and an account.
  const calls = [-1, -1, -2, -2, -3, -3, -3, -4, 7].map((user) => call(user));
  await expect.poll(() => counted.out).toBe(7);
  await expect
    .poll(shares)
    .toEqual([
      { share: 'accounts', held: 1, waiting: 0, most: null },
      { share: 'clients', held: 6, waiting: 2, most: 6 },
      ...none.slice(2),
    ]);
  free();
  await Promise.all(calls);
  expect(shares()).toEqual(none);
});

it('gives a call that holds a connection another one, where it would wait for itself', async () => {
  const { counted, call } = await serverOn(async (connect) => {
    const held = await connect();
    await pause();
    const other = await connect();
    await pause();
    other.release();
    held.release();
  }, 5);
  const answers = await Promise.all(Array.from({ length: 12 }, () => call(7)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(counted.most).toBe(4);
  expect(counted.out).toBe(0);
});

it('gives a small pool at least two connections for each', async () => {
  for (const caller of [7, 0, -1, 'data']) {
    const { counted, call } = await serverOn(async (connect) => {
      const client = await connect();
      await pause();
      client.release();
    }, 3);
    await Promise.all(Array.from({ length: 9 }, () => call(caller)));
    expect(counted.most, String(caller)).toBe(2);
  }
});

it('lets a call that has given its connection back wait as any other', async () => {
  const { counted, call } = await serverOn(async (connect) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const client = await connect();
      await pause();
      client.release();
    }
  }, 5);
  await Promise.all(Array.from({ length: 12 }, () => call(7)));
  expect(counted.most).toBe(2);
});

it('refuses an account or a client that waits too long, and finds no room for the others', async () => {
  const ends = Promise.withResolvers<void>();
  const refused: unknown[] = [];
  const { call } = await serverOn(
    async (connect) => {
      const client = await connect().catch((error: unknown) => {
        refused.push(error);
        throw error;
      });
      await ends.promise;
      client.release();
    },
    3,
    1,
  );
  const of = async (user: number | string, name: string) => {
    const calls = [call(user), call(user), call(user)];
    await expect.poll(() => refused.length).toBe(1);
    expect(refused.pop()).toMatchObject({ status: name, retryAfter: 2, limit: 'poolShare' });
    return calls;
  };
  const calls = [
    await of(7, 'RequestLimitReached'),
    await of(-1, 'RequestLimitReached'),
    await of(0, 'ServiceUnavailable'),
    await of('data', 'ServiceUnavailable'),
  ];
  ends.resolve();
  await Promise.all(calls.flat());
});

it('knows the caller of the present work; work outside of calls has a key of its own each time', async () => {
  const keys: unknown[] = [];
  const { call } = await serverOn(async () => {
    keys.push([callerKey(), turnKey()]);
  }, 5);
  for (const user of [7, -1, 0, 'data']) await call(user);
  expect(keys).toEqual([
    ['account 7', 'account 7'],
    ['client 1', 'client 1'],
    ['anonymous', 'anonymous'],
    ['openData', 'openData'],
  ]);
  expect(callerKey()).toBeUndefined();
  expect(new Set([turnKey(), turnKey(), turnKey()]).size).toBe(3);
  expect(() => setCallingUser(7)).not.toThrow();
});

it('gives back the room of a connection that did not come, and binds nothing that no call asks for', async () => {
  let broken = true;
  const { connect } = pool();
  const { connect: shared } = withQuota(() => (broken ? Promise.reject(new Error('away')) : connect()), 5);
  const app = fastify();
  trackCallers(app);
  app.get('/', async () => {
    const client = await shared();
    client.release();
    return 'done';
  });
  const failed = await Promise.all(Array.from({ length: 9 }, () => app.inject('/')));
  expect(failed.every(({ statusCode }) => statusCode === 500)).toBe(true);
  broken = false;
  expect((await app.inject('/')).statusCode).toBe(200);
  const jobs = await Promise.all(Array.from({ length: 30 }, shared));
  expect(jobs).toHaveLength(30);
});
