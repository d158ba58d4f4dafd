import { describe, expect, it } from 'vitest';
import { askedBy } from '../../testing/asked.ts';
import { Life } from '../../testing/life.ts';
import { act, lockedIdea } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

/** Queries of the project page, with the one that says who asks. */
const OF_DETAILS = 5;
/** Queries of a step, with those of the page that it answers. */
const OF_A_STEP = 15;

const queriesOf = async (work: () => Promise<unknown>) => (await askedBy(work)).map(({ text }) => text);

async function detailsOf(login: string, code: string): Promise<string[]> {
  await server.token(login);
  return queriesOf(() => server.call(login, 'GET', `projects/${code}`));
}

describe('queries', () => {
  it('of the project page are few, and none is asked twice', async () => {
    const { code } = await lockedIdea(server);
    for (const login of ['admin', 'local.user', 'local.admin']) {
      const asked = await detailsOf(login, code);
      expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(OF_DETAILS);
      expect(new Set(asked).size).toBe(asked.length);
    }
  });

  it('of a step are few, whoever takes it', async () => {
    const { code } = await lockedIdea(server);
    for (const [login, action, more] of [
      ['local.user', 1, {}],
      ['local.admin', 1, {}],
      ['local.admin', 2, { comment: 'Није.' }],
    ] as const) {
      await server.token(login);
      const asked = await queriesOf(() => act(server, login, code, action, more));
      expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(OF_A_STEP);
    }
  });

  it('stay few in reporting, where plan and quarters are read too', async () => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const life = await Life.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    expect(await life.state()).toBe('5/1');
    const asked = await detailsOf('admin', life.code);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(OF_DETAILS);
    server.setNow(new Date('2026-07-02T09:00:00Z'));
    await life.fill();
    await server.token('local.user');
    const step = await queriesOf(() => act(server, 'local.user', life.code, 2));
    expect(step.length, step.join('\n')).toBeLessThanOrEqual(OF_A_STEP);
    server.setNow(null);
  });
});
