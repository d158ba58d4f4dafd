import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readProject } from '../modules/project-page/details.ts';
import { selectRecordsOf } from '../modules/projects/visibility.ts';
import { loadFactsOfLocked } from '../modules/workflow/project-facts.ts';
import { createProject } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';
import { loadCurrentUser } from './current-user.ts';
import { KEPT } from './kept-plans.ts';

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

  it('of a project’s page and of its steps are made once, not for each call', async () => {
    const code = await createProject(server, 'local.user');
    const dear = await server.context.db.transaction().execute(async (tx) => {
      const context = { ...server.context, db: tx };
      const { rows } = await sql<{ userId: number; sessionId: string }>`
        select user_id as "userId", open.id as "sessionId" from published.open_sessions open
        join published.users on users.id = open.user_id where users.login = 'local.user'`.execute(tx);
      const user = await loadCurrentUser(tx, rows[0]?.userId ?? 0, rows[0]?.sessionId ?? '');
      if (!user) throw new Error('Nobody has signed in');
      const { id } = await tx
        .selectFrom('projects')
        .select('id')
        .where(sql<boolean>`code = ${code}`)
        .executeTakeFirstOrThrow();
      // Five times PostgreSQL plans for the values, to know what that would save.
      for (let time = 0; time < 6; time += 1) {
        await readProject(context, user, code);
        await selectRecordsOf(tx, [id]).modifyFront(KEPT).execute();
        await loadFactsOfLocked(context, tx, [id]);
      }
      const kept = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where custom_plans > 5`.execute(tx);
      return kept.rows.map(({ statement }) => statement);
    });
    expect(dear).toEqual([]);
  });
});
