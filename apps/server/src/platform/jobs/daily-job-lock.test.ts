import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { claimDailyRun } from './daily-job-lock.ts';

const server = useServer();
const KEY = 'test.daily';

const claimed = (day: string) =>
  server.context.db.transaction().execute((tx) => claimDailyRun(tx, KEY, day, server.context.now()));

it('a daily job runs once a day, and each day', async () => {
  const both = await Promise.all([claimed('2026-11-20'), claimed('2026-11-20')]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await claimed('2026-11-20')).toBe(false);
  expect(await claimed('2026-11-21')).toBe(true);
});

it('a run of a day that lies ahead stops the job for hours, not until that day', async () => {
  expect(await claimed('2031-01-01')).toBe(true);
  // Another server, whose clock is right.
  expect(await claimed('2026-11-22')).toBe(false);
  await sql`update settings set value = jsonb_set(value, '{ranAt}', to_jsonb(clock_timestamp() - interval '20 hours'))
    where key = ${KEY}`.execute(server.context.db);
  expect(await claimed('2026-11-22')).toBe(true);
  expect(await claimed('2026-11-22')).toBe(false);
});

it('a run of a day that lies ahead, which an earlier version has recorded without its time, stops nothing', async () => {
  await sql`update settings set value = '{"day": "2031-01-01"}' where key = ${KEY}`.execute(server.context.db);
  expect(await claimed('2026-11-23')).toBe(true);
  expect(await claimed('2026-11-23')).toBe(false);
});
