import { describe, expect, it } from 'vitest';
import { queriesOf } from '../../testing/query-recorder.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { act, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

/** Queries of the project page, including the one that authenticates the user. */
const OF_DETAILS = 5;
/** Queries of a step, including those of the page in its answer and the signature of its audit row. */
const OF_A_STEP = 16;
/** Queries that compute projections: the marks, the lock, one read for all; without a change nothing is written. */
const OF_COMPUTING = 3;

/**
 * The query whether any webhook is on; if so, each kind of event needs another one (docs/decisions/0304-webhooks.md).
 */
const OF_TELLING = 1;

/** Queries of a step while it holds the row of its project. */
const UNDER_THE_LOCK = 16;
/** Queries that write the projections of an approval: public forms and projects, amounts, earned value. */
const OF_WRITING = 10;

const underTheLock = async (work: () => Promise<unknown>) =>
  (await queriesOf(work)).filter(({ inTransaction }) => inTransaction).map(({ text }) => text);

const textsOf = async (work: () => Promise<unknown>) => (await queriesOf(work)).map(({ text }) => text);

async function detailsOf(login: string, code: string): Promise<string[]> {
  await server.token(login);
  return textsOf(() => server.call(login, 'GET', `projects/${code}`));
}

describe('queries', () => {
  it('of the project page are few, and none is repeated', async () => {
    const { code } = await lockedIdea(server);
    for (const login of ['admin', 'local.user', 'local.admin']) {
      const queries = await detailsOf(login, code);
      expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(OF_DETAILS);
      expect(new Set(queries).size).toBe(queries.length);
    }
  });

  it('of a step are few, whoever takes it', async () => {
    const { code } = await lockedIdea(server);
    for (const [login, action, more] of [
      ['local.user', 1, {}],
      ['local.admin', 1, {}],
      ['verifier', 2, { comment: 'Није.' }],
    ] as const) {
      await server.token(login);
      const queries = await textsOf(() => act(server, login, code, action, more));
      // A return also reads and sends the draft remarks of its user.
      const most = (action === 2 ? OF_A_STEP + 2 : OF_A_STEP) + OF_COMPUTING + OF_TELLING;
      expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(most);
    }
  });

  it('under the lock are few, also of steps that open a phase or a quarter', async () => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fill();
    await life.act('local.user', 1);
    await life.act('local.admin', 1);
    await server.token('reviewer');
    const counts: Record<string, number> = {};
    const count = async (name: string, login: string, action: number, more = {}) => {
      await server.token(login);
      const queries = await underTheLock(() => act(server, login, life.code, action, more));
      counts[name] = queries.length;
    };
    await count('plan approved', 'reviewer', 1);
    expect(await life.state()).toBe('5/1');
    server.setNow(new Date('2026-07-02T09:00:00Z'));
    await life.fill();
    await count('quarter sent', 'local.user', 2);
    await count('quarter confirmed', 'local.admin', 1);
    await count('quarter approved', 'reviewer', 1);
    server.setNow(null);
    expect(Math.max(...Object.values(counts))).toBeLessThanOrEqual(
      UNDER_THE_LOCK + OF_COMPUTING + OF_WRITING + OF_TELLING,
    );
  });

  it('stay few in reporting, although plan and quarters are read too', async () => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    expect(await life.state()).toBe('5/1');
    const queries = await detailsOf('admin', life.code);
    expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(OF_DETAILS);
    server.setNow(new Date('2026-07-02T09:00:00Z'));
    await life.fill();
    await server.token('local.user');
    const step = await textsOf(() => act(server, 'local.user', life.code, 2));
    expect(step.length, step.join('\n')).toBeLessThanOrEqual(OF_A_STEP + OF_COMPUTING + OF_TELLING);
    server.setNow(null);
  });
});
