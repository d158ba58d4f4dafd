import { describe, expect, it } from 'vitest';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import { sourceOf } from '../apps/server/src/modules/registry/table.ts';
import { TABLE_OWNERS } from './table-owners.ts';
import { foreignSources, trespasses } from './table-rules.ts';
import { tablesInSql } from './table-uses.ts';

const FILE = 'apps/server/src/modules/comments/anything.ts';
const found = (source: string, file = FILE) => trespasses(file, source).map((line) => line.replace(/^.*?:\d+ /, ''));

describe('SQL of the backup', () => {
  const file = 'apps/server/src/backup/tables.ts';

  it('reads any table, and writes none', () => {
    expect(found('client.query(`select 1 from users`)', file)).toEqual([]);
    expect(found('client.query(`select 1 from ${name} where true`)', file)).toEqual([]);
    expect(found('client.query(`delete from users where true`)', file)).toEqual(['writes users, a table of identity']);
  });
});

describe('SQL of a module', () => {
  it.each([
    ["db.selectFrom('users').select('id')", 'reads users, a table of identity'],
    [
      "db\n  .selectFrom('project_comments')\n  .innerJoin('users as author', 'a', 'b')",
      'reads users, a table of identity',
    ],
    ["where.selectFrom(['project_comments', 'projects as p'])", 'reads projects, a table of projects'],
    ["tx.updateTable('projects').set({})", 'writes projects, a table of projects'],
    ["tx.insertInto('audit_log').values({})", 'writes audit_log, a table of platform'],
    ["tx.deleteFrom('project_comments').using('projects')", 'reads projects, a table of projects'],
    ["tx.updateTable('published.projects')", 'writes published.projects, which is only for reading'],
    ['db.selectFrom(name)', 'names a table that only the run knows'],
    ['db.selectFrom(tableOf(code))', 'names a table that only the run knows'],
    ['sql`select 1 from ${sql.table(name)}`', 'names a table that only the run knows'],
    ['sql`select 1 from ${sql.raw(name)} t`', 'names a table that only the run knows'],
    ["sql`select 1 from ${sql.id('users')}`", 'reads users, a table of identity'],
    ['sql<number>`select count(*) from USERS`', 'reads users, a table of identity'],
    ['sql`select 1 from project_comments c, users u`', 'reads users, a table of identity'],
    ['sql`select 1 from (project_comments c join users on true)`', 'reads users, a table of identity'],
    ['sql`select (select max(id) from "public"."users") from project_comments`', 'reads users, a table of identity'],
    ['sql`users join project_comments on true`', 'reads users, a table of identity'],
    ["sql`select '${a}' from project_comments, ${sql.id('users')}`", 'reads users, a table of identity'],
    ['sql`update users set name = 1`', 'writes users, a table of identity'],
    ['sql`with gone as (delete from users returning id) select 1 from gone`', 'writes users, a table of identity'],
    ['sql`insert into users (id) select 1`', 'writes users, a table of identity'],
    ['sql`delete from project_comments using users where true`', 'reads users, a table of identity'],
    ["sql.raw('exists (select 1 from users)')", 'reads users, a table of identity'],
    ['const t = sql`users`; sql`select 1 from ${t}`', 'reads users, a table of identity'],
    ['db.selectFrom(sql`"public"."users"`.as("u"))', 'reads users, a table of identity'],
    ["db.selectFrom(db.dynamic.table('users').as('u'))", 'writes users, a table of identity'],
    ['sql.raw(`select 1 from ${name} t`)', 'names a table that only the run knows'],
    ["sql.raw('select 1 from ' + name)", 'names a table that only the run knows'],
    ['db.selectFrom(db.dynamic.table(name).as("u"))', 'names a table that only the run knows'],
    ['const part = `exists (select 1 from users where ${condition})`', 'reads users, a table of identity'],
  ])('%s', (source, trespass) => {
    expect(found(source)).toEqual([trespass]);
  });

  it.each([
    "db.selectFrom('project_comments').innerJoin('published.users as users', 'users.id', 'user_id').forUpdate()",
    'sql`update project_comments set text = (select name from published.users where id = 1)`',
    'sql`select extract(year from created_at), a is distinct from users.id from project_comments for update`',
    "sql`select 'from users' from project_comments -- join projects`",
    'sql`select $a$ from users $a$ from project_comments /* of /* all */ join users */`',
    'sql`with users as (select 1) select name from jsonb_each(users) where x`',
    'sql`insert into project_comments (id) values (1) on conflict (id) do update set text = excluded.text`',
    "Array.from(users); Buffer.from('users of it')",
    "const bound = 'from';",
    "const summary = 'Comments from users';",
  ])('%s is its own or published', (source) => {
    expect(found(source)).toEqual([]);
  });

  it('is judged by the module of the file, not by its name', () => {
    const source = "db.selectFrom('users')";
    expect(found(source, 'apps/server/src/modules/identity/queries.ts')).toEqual([]);
    expect(found(source, 'apps/server/src/modules/reports/queries.ts')).toHaveLength(1);
    expect(found(source, 'apps/server/src/platform/queries.ts')).toHaveLength(1);
    expect(found(source, 'apps/server/src/app.ts')).toHaveLength(1);
    expect(found(source, 'apps/server/src/modules/reports/reports.test.ts')).toEqual([]);
  });

  it('is not in routes', () => {
    const source = "context.db.selectFrom('project_comments')";
    expect(found(source, 'apps/server/src/modules/comments/routes.ts')).toEqual(['holds SQL; routes are HTTP alone']);
    expect(found(source, 'apps/server/src/modules/comments/more-routes.ts')).toHaveLength(1);
  });

  it('finds the words in the place of a table', () => {
    const words = (text: string) => tablesInSql(text).map(({ word }) => word);
    expect(words('select a, b from c left join lateral (select x from d) e on f = g, h where i in (1, 2)')).toEqual([
      'c',
      'd',
      'h',
    ]);
    expect(words('select 1 from unnest(array[1, 2]) with ordinality as a (b, c) join d on true')).toEqual(['d']);
  });
});

it('a published view shows tables of its owner alone', () => {
  expect(foreignSources([{ view: 'published.users', source: 'users' }])).toEqual([]);
  expect(foreignSources([{ view: 'published.users', source: 'organizations' }])).toEqual([
    'published.users of identity shows organizations, a table of organizations',
  ]);
});

it('the registries name tables of their own alone', () => {
  const owners: Readonly<Record<string, string>> = TABLE_OWNERS;
  expect(REGISTRIES.map((registry) => owners[sourceOf(registry)])).toEqual(REGISTRIES.map(() => 'registry'));
});
