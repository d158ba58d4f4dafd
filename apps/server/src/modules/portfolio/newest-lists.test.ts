import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

/** The newest lists of a user are chosen among those with a project that the user sees. */

const server = useServer();
/** More lists of others than the course shows, all of them newer. */
const LISTS_OF_OTHERS = 20;

beforeAll(async () => {
  const own = await createProject(server, 'local.user');
  const others = await createProject(server, 'other.user');
  await sql`
    with lists as (
      insert into project_lists (type, name)
      select 3, 'lista ' || n from generate_series(0, ${LISTS_OF_OTHERS}::integer) n order by n returning id)
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot)
    select lists.id, projects.id, 1, 14, '{}'
    from lists join projects on projects.code = case when lists.id = (select min(id) from lists) then ${own} else ${others} end`.execute(
    server.context.db,
  );
});

it('shows a list with an own project behind many newer ones without', async () => {
  const { payload } = await server.call<PortfolioCourse>('local.user', 'GET', 'portfolio/course');
  expect(payload?.lists.map(({ name }) => name)).toEqual(['lista 0']);
});
