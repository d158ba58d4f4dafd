import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
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

/** A change of a list; `value` is the project's value as the list stores it. */
interface Item {
  decision: number | null;
  value: string | null;
}

const snapshotOf = (value: string | null) => JSON.stringify(value === null ? {} : { totalValue: value });

const put = (db: Database, lists: readonly number[], projects: readonly number[], { decision, value }: Item) =>
  sql`insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
      select list, project, 1, 14, ${snapshotOf(value)}, ${decision}::smallint
      from unnest(${[...lists]}::integer[]) list, unnest(${[...projects]}::integer[]) project
      on conflict do nothing`.execute(db);

const decide = (
  db: Database,
  lists: readonly number[],
  projects: readonly number[],
  { decision }: Omit<Item, 'value'>,
) =>
  sql`update project_list_items set decision = ${decision}::smallint
      where list_id = any(${[...lists]}::integer[]) and project_id = any(${[...projects]}::integer[])`.execute(db);

const revalue = (db: Database, lists: readonly number[], projects: readonly number[], { value }: Item) =>
  sql`update project_list_items set snapshot = ${snapshotOf(value)}
      where list_id = any(${[...lists]}::integer[]) and project_id = any(${[...projects]}::integer[])`.execute(db);

const takeOff = (db: Database, lists: readonly number[], projects: readonly number[]) =>
  sql`delete from project_list_items
      where list_id = any(${[...lists]}::integer[]) and project_id = any(${[...projects]}::integer[])`.execute(db);

interface Sums {
  projects: number;
  pending_count: number;
  value: string;
}

/** The stored totals of each list, and the totals of its items. */
async function storedAndCounted(): Promise<{ stored: Sums[]; counted: Sums[] }> {
  const { db } = server.context;
  const { rows: stored } = await sql<Sums>`
    select projects, pending_count, total_value::numeric(17, 2)::text as value from project_lists order by id`.execute(
    db,
  );
  const { rows: counted } = await sql<Sums>`
    select count(items.project_id)::integer as projects,
           (count(items.project_id) - count(items.decision))::integer as pending_count,
           coalesce(sum((items.snapshot ->> 'totalValue')::numeric), 0)::numeric(17, 2)::text as value
    from project_lists lists left join project_list_items items on items.list_id = lists.id
    group by lists.id order by lists.id`.execute(db);
  return { stored, counted };
}

it('a list stores its projects, their costs and the number of undecided ones after every change', async () => {
  const lists = await emptyLists(['prva', 'druga', 'treca']);
  const projects = await someProjects(4);
  const { db } = server.context;
  const item = fc.record({
    decision: fc.constantFrom(null, 1, 2),
    value: fc.constantFrom(null, '0.00', '0.01', '125000.50', '4000000000.00'),
  });
  const change = fc.tuple(
    fc.constantFrom(put, decide, revalue, takeOff),
    fc.subarray(lists),
    fc.subarray(projects),
    item,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const [make, ...of] of changes) await make(db, ...of);
      const { stored, counted } = await storedAndCounted();
      expect(stored).toEqual(counted);
    }),
    { numRuns: 40 },
  );
});

it('concurrent decisions on the same lists are all counted', async () => {
  const lists = await emptyLists(['cetvrta', 'peta']);
  const projects = await someProjects(6);
  const { db } = server.context;
  await put(db, lists, projects, { decision: null, value: '0.10' });
  await Promise.all(projects.map((project) => decide(db, lists, [project], { decision: 1 })));
  const { stored, counted } = await storedAndCounted();
  expect(stored).toEqual(counted);
  const each = { projects: 6, pending_count: 0, value: '0.60' };
  expect(stored.slice(-2)).toEqual([each, each]);
});
