import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { writtenOnce } from './written-once.ts';

const server = useServer();

it('puts a statement together once, and gives each call its own values', async () => {
  let written = 0;
  const usersOf = writtenOnce((db, { login, most }: { login: string; most: number }) => {
    written += 1;
    return db
      .selectFrom('users')
      .select(['login', sql<number>`${most}::integer`.as('most')])
      .where('login', '=', login)
      .where('status', '=', 1)
      .orderBy(sql`${login}::text`);
  });
  const { db } = server.context;
  const found = await Promise.all(
    [
      { login: 'admin', most: 1 },
      { login: 'local.user', most: 2 },
      { login: 'nobody', most: 3 },
    ].map((values) => usersOf(db, values)),
  );
  expect(found).toEqual([[{ login: 'admin', most: 1 }], [{ login: 'local.user', most: 2 }], []]);
  expect(written).toBe(1);
});

it('runs within the transaction that it is given', async () => {
  const named = writtenOnce((db, { login }: { login: string }) =>
    db.selectFrom('users').select('name').where('login', '=', login),
  );
  const undone = server.context.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ name: 'Други' }).where('login', '=', 'admin').execute();
    expect(await named(tx, { login: 'admin' })).toEqual([{ name: 'Други' }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await named(server.context.db, { login: 'admin' })).not.toEqual([{ name: 'Други' }]);
});
