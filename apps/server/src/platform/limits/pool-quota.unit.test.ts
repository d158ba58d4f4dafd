import fastify from 'fastify';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { setCallingUser, trackCallers, withQuota } from './pool-quota.ts';

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

async function serverOn(work: (connect: () => Promise<pg.PoolClient>) => Promise<void>, share: number) {
  const { counted, connect } = pool();
  const shared = withQuota(connect, share);
  const app = fastify();
  trackCallers(app);
  app.post('/:user', async (request) => {
    const { user } = request.params as { user: string };
    if (user !== '0') setCallingUser(Number(user));
    await work(shared);
    return 'done';
  });
  const call = (user: number) => app.inject({ method: 'POST', url: `/${user}`, payload: { some: 'body' } });
  return { counted, call, shared };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

it('gives each account and all others together their share, however many call', async () => {
  const { counted, call } = await serverOn(async (connect) => {
    const client = await connect();
    await pause();
    client.release();
  }, 20);
  const ask = async (users: number[]) => {
    counted.most = 0;
    const answers = await Promise.all(users.map(call));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 200));
    expect(counted.out).toBe(0);
    return counted.most;
  };
  const of = (user: number) => Array.from({ length: 50 }, () => user);
  expect(await ask(of(7))).toBe(6);
  expect(await ask(of(0))).toBe(8);
  expect(await ask([...of(7), ...of(8), ...of(0)])).toBe(20);
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

it('gives back the room of a connection that did not come, and binds nothing that no call asks for', async () => {
  let broken = true;
  const { connect } = pool();
  const shared = withQuota(() => (broken ? Promise.reject(new Error('away')) : connect()), 5);
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
