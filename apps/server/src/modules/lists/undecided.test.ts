import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

async function emptyLists(names: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into project_lists (type, name) select 3, name from unnest(${[...names]}::text[]) name returning id`.execute(
    server.context.db,
  );
  return rows.map(({ id }) => id);
}

async function someProjects(count: number): Promise<number[]> {
  const codes: string[] = [];
  while (codes.length < count) codes.push(await createProject(server, 'local.user'));
  const rows = await server.context.db.selectFrom('projects').select('id').where('code', 'in', codes).execute();
  return rows.map(({ id }) => id);
}

const put = (db: Database, lists: readonly number[], projects: readonly number[], decision: number | null) =>
  sql`insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
      select list, project, 1, 14, '{}', ${decision}::smallint
      from unnest(${[...lists]}::integer[]) list, unnest(${[...projects]}::integer[]) project
      on conflict do nothing`.execute(db);

const decide = (db: Database, lists: readonly number[], projects: readonly number[], decision: number | null) =>
  sql`update project_list_items set decision = ${decision}::smallint
      where list_id = any(${[...lists]}::integer[]) and project_id = any(${[...projects]}::integer[])`.execute(db);

const takeOff = (db: Database, lists: readonly number[], projects: readonly number[]) =>
  sql`delete from project_list_items
      where list_id = any(${[...lists]}::integer[]) and project_id = any(${[...projects]}::integer[])`.execute(db);

/** What is kept of each list, and what stands on it. */
async function keptAndCounted(): Promise<{ kept: number[]; counted: number[] }> {
  const { rows } = await sql<{ kept: number; counted: number }>`
    select undecided as kept, (select count(*)::integer from project_list_items
                               where list_id = lists.id and decision is null) as counted
    from project_lists lists order by id`.execute(server.context.db);
  return { kept: rows.map(({ kept }) => kept), counted: rows.map(({ counted }) => counted) };
}

it('a list knows how many of its projects are undecided, whatever is put on it, decided and taken off', async () => {
  const lists = await emptyLists(['prva', 'druga', 'treca']);
  const projects = await someProjects(4);
  const { db } = server.context;
  const decision = fc.constantFrom(null, 1, 2);
  const change = fc.oneof(
    fc.tuple(fc.constant(put), fc.subarray(lists), fc.subarray(projects), decision),
    fc.tuple(fc.constant(decide), fc.subarray(lists), fc.subarray(projects), decision),
    fc.tuple(fc.constant(takeOff), fc.subarray(lists), fc.subarray(projects), decision),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const [make, ...of] of changes) await make(db, ...of);
      const { kept, counted } = await keptAndCounted();
      expect(kept).toEqual(counted);
    }),
    { numRuns: 40 },
  );
});

it('of those who decide on the same lists at once none is lost', async () => {
  const lists = await emptyLists(['cetvrta', 'peta']);
  const projects = await someProjects(6);
  const { db } = server.context;
  await put(db, lists, projects, null);
  await Promise.all(projects.map((project) => decide(db, lists, [project], 1)));
  const { kept, counted } = await keptAndCounted();
  expect(kept).toEqual(counted);
  expect(kept.slice(-2)).toEqual([0, 0]);
});
