import { expect, it } from 'vitest';
import { useDatabaseBefore } from '../../testing/before-migration.ts';

const database = useDatabaseBefore('0086_undecided_items.sql');

it('lists from before the count get it, with what is decided while the database is migrated', async () => {
  await database.query(`
    insert into project_lists (type, name) select 3, name from unnest(array['prazna', 'otvorena', 'odlucena', 'druga']) name;
    -- What stands on the lists is looked at alone, without the projects themselves.
    set session_replication_role = replica;
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
    select lists.id, project, project, 14, '{}', case when name = 'odlucena' or project = 3 then 1 end
    from project_lists lists cross join generate_series(1, 3) project where name <> 'prazna';
    reset session_replication_role`);
  const { rows: lists } = await database.query<{ id: number; name: string }>('select id, name from project_lists');
  const decider = await database.connect();
  await decider.query('begin');
  // Of the lists themselves nothing is read by whoever decides.
  await decider.query('update project_list_items set decision = 1 where list_id = $1 and project_id = 1', [
    lists.find(({ name }) => name === 'otvorena')?.id,
  ]);
  await database.migrateBeside(decider);
  const { rows } = await database.query<{ name: string; undecided: number }>(
    'select name, undecided from project_lists order by id',
  );
  expect(rows).toEqual([
    { name: 'prazna', undecided: 0 },
    { name: 'otvorena', undecided: 1 },
    { name: 'odlucena', undecided: 0 },
    { name: 'druga', undecided: 2 },
  ]);
}, 60_000);
