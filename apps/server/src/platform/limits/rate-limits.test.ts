import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { countHit } from './rate-limits.ts';

const server = useServer();
const NOW = new Date('2026-05-05T10:00:00Z');
const WINDOW_SECONDS = 60;
const hit = (key: string, at = NOW) => countHit(server.context.db, key, WINDOW_SECONDS, at);
const times = <Value>(count: number, make: () => Promise<Value>) => Promise.all(Array.from({ length: count }, make));

describe('hits of a key', () => {
  it('are counted each once, however many come at once, and by few statements', async () => {
    let counts: number[] = [];
    const queries = await queriesOf(async () => {
      counts = await times(50, () => hit('many'));
    });
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(queries.length).toBeLessThanOrEqual(3);
    expect(await hit('many')).toBe(51);
  });

  it('are counted when the next comes as soon as one has been answered', async () => {
    const counts: number[] = [];
    for (let hits = 0; hits < 5; hits += 1) counts.push(await hit('in a row'));
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });

  it('of another window begin anew, and other keys are others', async () => {
    await times(5, () => hit('one'));
    expect(await hit('another')).toBe(1);
    const later = new Date(NOW.getTime() + WINDOW_SECONDS * 1000);
    expect(new Set(await times(3, () => hit('one', later)))).toEqual(new Set([1, 2, 3]));
  });

  it('all fail that were counted together, and later ones are counted again', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(server.context.db);
    await rename('rate_limits', 'rate_limits_away');
    const failed = await Promise.allSettled(Array.from({ length: 5 }, () => hit('broken')));
    await rename('rate_limits_away', 'rate_limits');
    expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    expect(await hit('broken')).toBe(1);
  });
});

describe('papers of registration for whoever has no token', () => {
  it('are refused by few statements, however many are asked for at once', async () => {
    const url = `/api/security/organizations/50112/documents/1?registrationToken=${'x'.repeat(40)}`;
    let answers: number[] = [];
    const queries = await queriesOf(async () => {
      answers = await times(50, async () => (await server.app.inject({ url })).statusCode);
    });
    expect(answers.filter((status) => status === 404)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(40);
    expect(queries.filter(({ text }) => text.includes('rate_limits')).length).toBeLessThan(10);
  });
});
