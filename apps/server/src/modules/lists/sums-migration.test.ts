import { expect, it } from 'vitest';
import { useDatabaseBefore } from '../../testing/before-migration.ts';

const database = useDatabaseBefore('0094_lists_in_even_time.sql');

/** Puts three projects on each of these lists; they are looked at without the projects themselves. */
const PUT = `
  insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
  select lists.id, project, project, 14,
         case when project < 3 then jsonb_build_object('totalValue', project || '000000.05') else '{}' end,
         case when project = 1 then 1 end
  from project_lists lists cross join generate_series(1, 3) project where name = any($1)`;

it('lists from before the sums get them, with what is put on a list and decided meanwhile', async () => {
  await database.query(`
    insert into project_lists (type, name) select 3, name from unnest(array['prazna', 'otvorena']) name;
    alter table project_list_items drop constraint project_list_items_project_id_fkey`);
  await database.query(PUT, [['otvorena']]);
  const other = await database.connect();
  await other.query('begin');
  await other.query(`insert into project_lists (type, name) values (3, 'nova')`);
  await other.query(PUT, [['nova']]);
  await other.query('update project_list_items set decision = 1 where project_id = 2');
  await database.migrateBeside(other);
  // What is kept changes with what is written from here on.
  await database.query(PUT, [['prazna']]);
  await database.query(`delete from project_list_items using project_lists lists
                        where lists.id = list_id and name = 'prazna' and project_id = 1`);
  const { rows } = await database.query<{ name: string; projects: number; undecided: number; value: string }>(
    'select name, projects, undecided, total_value as value from project_lists order by id',
  );
  expect(rows).toEqual([
    { name: 'prazna', projects: 2, undecided: 2, value: '2000000.05' },
    { name: 'otvorena', projects: 3, undecided: 1, value: '3000000.10' },
    { name: 'nova', projects: 3, undecided: 1, value: '3000000.10' },
  ]);
}, 60_000);
