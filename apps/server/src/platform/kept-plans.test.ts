import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { openDatabase } from './database.ts';
import { KEPT, KEPT_OF_MANY, MOST_KEPT, MOST_OF_MANY } from './kept-plans.ts';

const server = useServer();

/** Logins by id, first by a marked statement and then by one that is not, on one connection. */
function logins(ids: readonly number[]) {
  return server.context.db.transaction().execute(async (tx) => {
    const ask = (id: number) => tx.selectFrom('users').select('login').where('id', '=', id);
    const marked: unknown[] = [];
    const others: unknown[] = [];
    for (const id of ids) marked.push(await ask(id).modifyFront(KEPT).execute());
    for (const id of ids) others.push(await ask(id).execute());
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like ${'%"users"."id"%'} or statement like ${'%"login"%'}`.execute(
      tx,
    );
    return { marked, others, kept: rows.map(({ statement }) => statement) };
  });
}

describe('plans', () => {
  it('of marked statements are kept by their connection, those of others are not', async () => {
    const { kept } = await logins([1, 2, 1]);
    expect(kept).toEqual([expect.stringContaining('/* kept */')]);
  });

  it('answer for the values that are asked, and survive a changed table', async () => {
    const before = await logins([1, 2, -1]);
    expect(before.marked).toEqual([
      [{ login: expect.any(String) as string }],
      [{ login: expect.any(String) as string }],
      [],
    ]);
    expect(before.marked).toEqual(before.others);
    await sql`alter table users add column proba text`.execute(server.context.db);
    const after = await logins([1, 2, -1]);
    expect(after.marked).toEqual(before.others);
  });

  it('are kept of so many statements alone, and the others are answered too', async () => {
    const { answers, kept } = await server.context.db.transaction().execute(async (tx) => {
      const found: number[] = [];
      for (let n = 0; n < MOST_KEPT + 5; n += 1) {
        const { rows } = await sql<{ n: number }>`select ${KEPT} ${sql.lit(n)}::integer as n`.execute(tx);
        found.push(...rows.map((row) => row.n));
      }
      const { rows } = await sql<{ kept: number }>`
        select count(*)::integer as kept from pg_prepared_statements where name like 'kept%'`.execute(tx);
      return { answers: found, kept: rows[0]?.kept };
    });
    expect(answers).toEqual(Array.from({ length: MOST_KEPT + 5 }, (_, n) => n));
    expect(kept).toBe(MOST_KEPT);
  });

  it.each([
    ['before', [KEPT_OF_MANY, KEPT]],
    ['after', [KEPT, KEPT_OF_MANY]],
  ])('of statements with many texts take no room from the others, and have theirs: %s them', async (_, marks) => {
    const db = openDatabase(inject('postgresUrl'), { max: 1 });
    const kept = await db.transaction().execute(async (tx) => {
      for (const mark of marks) {
        for (let n = 0; n < MOST_KEPT + 5; n += 1) await sql`select ${mark} ${sql.lit(n)}::integer`.execute(tx);
      }
      const { rows } = await sql<{ many: number; all: number }>`
        select count(*) filter (where statement like '%kept of many%' and name like 'kept%')::integer as many,
               count(*) filter (where name like 'kept%')::integer as all
        from pg_prepared_statements`.execute(tx);
      return rows[0];
    });
    await db.destroy();
    expect(kept).toEqual({ many: MOST_OF_MANY, all: MOST_KEPT + MOST_OF_MANY });
  });
});
