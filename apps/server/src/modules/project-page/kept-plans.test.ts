import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadCurrentUser } from '../../platform/current-user.ts';
import { KEPT } from '../../platform/kept-plans.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { selectRecordsOf } from '../projects/visibility.ts';
import { loadFactsOfLocked } from '../workflow/project-facts.ts';
import { readProject } from './details.ts';

const server = useServer();

it('plans of a project’s page and of its steps are made once, not for each call', async () => {
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
