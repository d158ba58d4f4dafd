import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '../../platform/migrate.ts';
import { databaseUrl } from '../../testing/template.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations');
const FIRST = '0086_undecided_items.sql';
const NAME = `t_${process.pid}_${Date.now()}_undecided`;
const url = databaseUrl(inject('postgresUrl'), NAME);

const connect = async (to: string) => {
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  return client;
};
const administer = async (statement: string) => {
  const client = await connect(inject('postgresUrl'));
  await client.query(statement);
  await client.end();
};

let client: pg.Client;

beforeAll(async () => {
  await administer(`create database ${NAME}`);
  client = await connect(url);
  await client.query('create table migrations (name text primary key, hash text not null, applied_at timestamptz)');
  for (const name of readdirSync(FOLDER).sort()) {
    if (name >= FIRST) break;
    const text = readFileSync(join(FOLDER, name), 'utf8');
    await client.query(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
  }
});

afterAll(async () => {
  await client.end();
  await administer(`drop database ${NAME} with (force)`);
});

it('lists from before the count get it, with what is decided while the database is migrated', async () => {
  await client.query(`
    insert into project_lists (type, name) select 3, name from unnest(array['prazna', 'otvorena', 'odlucena', 'druga']) name;
    -- What stands on the lists is looked at alone, without the projects themselves.
    set session_replication_role = replica;
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision)
    select lists.id, project, project, 14, '{}', case when name = 'odlucena' or project = 3 then 1 end
    from project_lists lists cross join generate_series(1, 3) project where name <> 'prazna';
    reset session_replication_role`);
  const { rows: lists } = await client.query<{ id: number; name: string }>('select id, name from project_lists');
  const decider = await connect(url);
  await decider.query('begin');
  // Of the lists themselves nothing is read by whoever decides.
  await decider.query('update project_list_items set decision = 1 where list_id = $1 and project_id = 1', [
    lists.find(({ name }) => name === 'otvorena')?.id,
  ]);
  const migrated = migrate(url);
  const waiting = () =>
    client.query<{ waits: boolean }>(`select exists (select from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())) as waits`);
  await expect.poll(async () => (await waiting()).rows[0]?.waits, { timeout: 20_000 }).toBe(true);
  await decider.query('commit');
  await decider.end();
  expect(await migrated).toContain(FIRST);
  const { rows } = await client.query<{ name: string; undecided: number }>(
    'select name, undecided from project_lists order by id',
  );
  expect(rows).toEqual([
    { name: 'prazna', undecided: 0 },
    { name: 'otvorena', undecided: 1 },
    { name: 'odlucena', undecided: 0 },
    { name: 'druga', undecided: 2 },
  ]);
}, 60_000);
