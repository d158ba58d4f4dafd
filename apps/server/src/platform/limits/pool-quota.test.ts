import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const AT_ONCE = 80;
/** Each caller has two connections of a pool of five, and this many statements may wait for them. */
const SHARE = 2;
const WAITING = 200;
const TOO_MANY = 20;

/** Holds the row of a user, as a change that does not end would, while the work is done. */
async function whileHeld<Result>(login: string, work: () => Promise<Result>): Promise<Result> {
  return server.jobs.db.transaction().execute(async (tx) => {
    await sql`select from users where login = ${login} for update`.execute(tx);
    return work();
  });
}

/** Connections of the calls' pool that wait for a row. */
async function waitingForRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.jobs.db);
  return rows[0]?.count ?? 0;
}

describe('the pool of connections', () => {
  it('is not held by one account: others are answered meanwhile, and what it asked for is done in the end', async () => {
    await server.token('local.user');
    await server.token('other.user');
    const own = 'security/users/local.user/profile';
    const { payload } = await server.call<{ id: number; name: string; email: string }>('local.user', 'GET', own);
    const { id, name, email } = payload ?? {};
    const change = () => server.call('local.user', 'PUT', own, { login: 'local.user', id, name: `${name} Ђ.`, email });
    const { calls } = await whileHeld('local.user', async () => {
      const begun = Array.from({ length: AT_ONCE }, change);
      await expect.poll(waitingForRows).toBe(SHARE);
      for (let turn = 0; turn < 5; turn += 1) {
        const answer = await server.call('other.user', 'GET', 'security/users/other.user/profile');
        expect(answer.httpStatus).toBe(200);
        expect((await server.call(null, 'GET', 'health')).httpStatus).toBe(200);
      }
      // They were answered while the calls of the account still waited.
      expect(await waitingForRows()).toBe(SHARE);
      return { calls: begun };
    });
    // Every waiting call is answered once the row is free.
    expect((await Promise.all(calls)).map(({ httpStatus }) => httpStatus)).toEqual(calls.map(() => 200));
  });

  it('is not held by anonymous callers, and refuses one who comes too late', async () => {
    await server.token('local.user');
    const ask = () => server.app.inject({ method: 'GET', url: '/api/notices' });
    const { refused } = await server.jobs.db.transaction().execute(async (tx) => {
      await sql`lock table notices in access exclusive mode`.execute(tx);
      const begun = Array.from({ length: SHARE + WAITING + TOO_MANY }, ask);
      await expect.poll(waitingForRows).toBe(SHARE);
      const read = await server.call('local.user', 'GET', 'security/users/local.user/profile');
      expect(read.httpStatus).toBe(200);
      return { refused: begun };
    });
    const answers = await Promise.all(refused);
    const full = answers.filter(({ statusCode }) => statusCode === 503);
    expect(full.length).toBe(TOO_MANY);
    expect(full.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(SHARE + WAITING);
  });
});
