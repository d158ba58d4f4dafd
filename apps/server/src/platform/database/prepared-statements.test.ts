import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { MAX_PREPARED, PREPARED } from './prepared-statements.ts';

const server = useServer();

/** Logins by id, first by a marked statement and then by one that is not, on one connection. */
function logins(ids: readonly number[]) {
  return server.context.db.transaction().execute(async (tx) => {
    const ask = (id: number) => tx.selectFrom('users').select('login').where('id', '=', id);
    const marked: unknown[] = [];
    const others: unknown[] = [];
    for (const id of ids) marked.push(await ask(id).modifyFront(PREPARED).execute());
    for (const id of ids) others.push(await ask(id).execute());
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like ${'%"users"."id"%'} or statement like ${'%"login"%'}`.execute(
      tx,
    );
    return { marked, others, prepared: rows.map(({ statement }) => statement) };
  });
}

// Through PgBouncer there are none: two statements may run on two connections.
describe.runIf(inject('poolerUrl') === null)('prepared statements', () => {
  it('are the marked ones alone, on each connection', async () => {
    const { prepared } = await logins([1, 2, 1]);
    expect(prepared).toEqual([expect.stringContaining('/* prepared */')]);
  });

  it('answer for the values of each call, and survive a changed table', async () => {
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

  it('are bounded in number, and the others are answered too', async () => {
    const { answers, prepared } = await server.context.db.transaction().execute(async (tx) => {
      const found: number[] = [];
      for (let n = 0; n < MAX_PREPARED + 5; n += 1) {
        const { rows } = await sql<{ n: number }>`select ${PREPARED} ${sql.lit(n)}::integer as n`.execute(tx);
        found.push(...rows.map((row) => row.n));
      }
      const { rows } = await sql<{ prepared: number }>`
        select count(*)::integer as prepared from pg_prepared_statements where name like 'pimis%'`.execute(tx);
      return { answers: found, prepared: rows[0]?.prepared };
    });
    expect(answers).toEqual(Array.from({ length: MAX_PREPARED + 5 }, (_, n) => n));
    expect(prepared).toBe(MAX_PREPARED);
  });
});
