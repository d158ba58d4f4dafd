import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { isDatabaseAway, openDatabase } from './database.ts';
import { SlowQueries, type SlowQuery } from './slow-queries.ts';

it('reports slow statements with their plan, and nothing that was typed', async () => {
  const slow = new SlowQueries(0);
  const db = openDatabase(inject('postgresUrl'), { max: 2, slow });
  const reported: SlowQuery[] = [];
  slow.reportTo(db, (query) => reported.push(query));
  await sql`select oid from pg_class where relname = ${'tajna-reč'}::text`.execute(db);
  await expect.poll(() => reported.length).toBe(1);
  expect(reported[0]?.sql).toContain('pg_class');
  expect(reported[0]?.plan).toMatch(/Scan .*pg_class/);
  expect(JSON.stringify(reported)).not.toContain('tajna-reč');
  await db.destroy();
});

it('says nothing of others', async () => {
  const slow = new SlowQueries(Number.POSITIVE_INFINITY);
  const db = openDatabase(inject('postgresUrl'), { max: 1, slow });
  const reported: SlowQuery[] = [];
  slow.reportTo(db, (query) => reported.push(query));
  await sql`select 1`.execute(db);
  await db.destroy();
  expect(reported).toEqual([]);
});

it('refuses at once whoever would wait behind too many others', async () => {
  const db = openDatabase(inject('postgresUrl'), { max: 1 });
  const refused: unknown[] = [];
  const waiting = await db.connection().execute(async (held) => {
    const calls = Array.from({ length: 201 }, () =>
      sql`select 1`.execute(db).catch((error: unknown) => {
        refused.push(error);
      }),
    );
    // The connection is held until one call has been refused, so that no other is served before.
    await expect.poll(() => refused.length).toBe(1);
    await sql`select 1`.execute(held);
    return calls;
  });
  await Promise.all(waiting);
  expect(refused).toHaveLength(1);
  expect(isDatabaseAway(refused[0])).toBe(true);
  await db.destroy();
});
