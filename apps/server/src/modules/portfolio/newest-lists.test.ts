import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { type DecidedKey, decisionSteps } from '@pimis/domain/workflow/decided';
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

it('a list with a visible project is shown even after many newer lists without', async () => {
  const { payload } = await server.call<PortfolioCourse>('local.user', 'GET', 'portfolio/course');
  expect(payload?.lists.map(({ name }) => name)).toEqual(['lista 0']);
});

it('a decision on an item without a phase, which counts as an idea, links to the project', async () => {
  const [{ action } = { action: 0 }] = decisionSteps('commissionYes').filter(({ phase }) => phase === 0);
  await sql`update project_list_items set decision = ${action} where list_id = (select min(list_id) from project_list_items)`.execute(
    server.context.db,
  );
  const { payload } = await server.call<PortfolioCourse>('local.user', 'GET', 'portfolio/course');
  expect(payload?.lists.map(({ decisions }) => decisions)).toEqual([[{ phase: 0, decision: action, projects: 1 }]]);
  const found = async (key: DecidedKey) => {
    const list = encodeURIComponent(`3/lista 0/${key}`);
    const answer = await server.call('local.user', 'GET', `projects/paged?filter[onList]=${list}`);
    return answer.additionalInformation?.totalRows;
  };
  expect([await found('commissionYes'), await found('commissionNo')]).toEqual([1, 0]);
});
