import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseUrl } from '../../testing/template.ts';
import {
  describePending,
  MIGRATION_LOCK,
  migrate,
  pendingMigrations,
  productTables,
  restoreSchema,
} from './migrate.ts';

/** The migrations 0001 to 0097 as they were released, one after the other, each behind its name. */
const RELEASED = join(import.meta.dirname, '..', '..', 'testing', 'schema-0097.sql.gz');
/** The objects of a database, one per line; names of not-null constraints are left out. */
const CATALOGUE = `
  select 'column', c.oid::regclass::text, a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
    a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as text
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace::regnamespace::text in ('public', 'published') and relkind in ('r', 'v') and attnum > 0 and not attisdropped
  union all select 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select 'index', tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', p.oid::regprocedure::text, '', pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend x where x.objid = p.oid and x.deptype = 'e')
  union all select 'view', schemaname || '.' || viewname, '', definition from pg_views where schemaname in ('public', 'published')
  union all select 'comment', objoid::regclass::text, '', description from pg_description
    where classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union all select 'sequence', sequencename::text, '', concat_ws(' ', data_type, start_value, increment_by) from pg_sequences where schemaname = 'public'
  union all select 'statistics', stxname::text, '', pg_get_statisticsobjdef(oid) from pg_statistic_ext
  order by 1, 2, 3, 4`;

const name = (kind: string) => `t_${process.pid}_${kind}`;
const urlOf = (kind: string) => databaseUrl(inject('postgresUrl'), name(kind));
const KINDS = ['baseline', 'upgraded', 'older', 'failed', 'restored'];

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Several statements answer with a list of results.
    const results: unknown = await client.query(text);
    return Array.isArray(results) ? [] : (results as pg.QueryResult<Row>).rows;
  } finally {
    await client.end();
  }
}

/** A database as the last release before the baseline left it, with a project that everything refers to. */
async function makeReleased(url: string): Promise<void> {
  const released = gunzipSync(readFileSync(RELEASED)).toString('utf8');
  await query(
    url,
    'create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  for (const part of released.split(/^(?=-- \d{4}_\w+\.sql$)/m)) await query(url, part);
  const names = [...released.matchAll(/^-- (\d{4}_\w+\.sql)$/gm)].map(([, file]) => `('${file}', 'released')`);
  await query(url, `insert into migrations (name, hash) values ${names.join()}`);
  await query(
    url,
    `insert into budget_users (id, name, type, tax_id_number, company_number, valid_from)
       values ('50112', 'Град', 'direct', '100000001', '10000001', '2020-01-01');
     insert into organizations (id, name, status, tax_id_number, company_number) values ('50112', 'Град', 2, '100000001', '10000001');
     insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status, open_turns)
       values ('P-1', '2026-0001', 'Мост', '50112', '50112', 3, 2, 0, 1, '{lock}');
     insert into roles (id, name, description, role_type) values (1, 'Local_User', 'Корисник', 1);
     insert into users (login, name, email, organization_id, role_id, status, password_hash, login_ad, last_login_at, erased_at)
       select login, 'Особа', login || '@example.rs', '50112', 1, status, hash, ad, seen, erased
       from (values ('vracen', 1, null, null, null::timestamptz, null::timestamptz), ('sa.lozinkom', 1, 'x', null, null, null),
         ('iz.imenika', 1, null, 'DOMEN\\iz.imenika', null, null), ('prijavljivan', 1, null, null, now(), null),
         ('ukinut', 3, null, null, null, null), ('uklonjen', 1, null, null, null, now())) made (login, status, hash, ad, seen, erased);
     insert into report_wishes (user_id, report, wish, created_at) select id, 'overview', 'mail', now() from users limit 0`,
  );
}

beforeAll(async () => {
  for (const kind of KINDS) await query(inject('postgresUrl'), `create database ${name(kind)}`);
  await makeReleased(urlOf('upgraded'));
}, 60_000);

afterAll(async () => {
  for (const kind of KINDS) await query(inject('postgresUrl'), `drop database ${name(kind)} with (force)`);
});

describe('the schema', () => {
  it('is the same from nothing and from the release before the baseline, whose rows stay', async () => {
    await migrate(urlOf('baseline'));
    await migrate(urlOf('upgraded'));
    const [made, upgraded] = [await query(urlOf('baseline'), CATALOGUE), await query(urlOf('upgraded'), CATALOGUE)];
    expect(made.length).toBeGreaterThan(1_000);
    expect(upgraded).toEqual(made);
    const rows = await query(
      urlOf('upgraded'),
      `select projects.code::text as code, projects.open_steps, seen.viewer_id, counts.projects
       from projects join project_visibility seen on seen.project_id = projects.id
       join (select sum(projects)::integer as projects from project_state_counts) counts on true`,
    );
    expect(rows).toEqual([{ code: 'P-1', open_steps: ['lock'], viewer_id: '50112', projects: 1 }]);
  });

  it('makes accounts inactive again that were restored before anybody had activated them, and no others', async () => {
    const users = await query(urlOf('upgraded'), 'select login::text as login, status from users order by id');
    expect(users.map(({ login, status }) => `${String(login)} ${String(status)}`)).toEqual([
      'vracen 2',
      'sa.lozinkom 1',
      'iz.imenika 1',
      'prijavljivan 1',
      'ukinut 3',
      'uklonjen 1',
    ]);
  });

  it('has a comment on each table, and triggers that work after an upgrade', async () => {
    const bare = await query<{ relname: string }>(
      urlOf('baseline'),
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
       and obj_description(oid) is null order by relname`,
    );
    expect(bare).toEqual([]);
    await query(urlOf('upgraded'), "update projects set name = 'Нови мост' where code = 'P-1'");
    expect(await query(urlOf('upgraded'), 'select name from project_visibility')).toEqual([{ name: 'Нови мост' }]);
  });

  it('is brought up once, by whoever comes first', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => migrate(urlOf('baseline'))));
    expect(answers).toEqual([[], [], []]);
  });

  it('is refused where the database is older than the release before the baseline', async () => {
    await query(
      urlOf('older'),
      `create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
       insert into migrations (name, hash) values ('0001_foundation.sql', 'x')`,
    );
    await expect(migrate(urlOf('older'))).rejects.toThrow('older than this version can take over');
  });

  it('stays as it was when a part of it fails', async () => {
    await query(urlOf('failed'), 'create table users (id integer)');
    await expect(migrate(urlOf('failed'))).rejects.toThrow('Migration baseline/');
    expect(await query(urlOf('failed'), 'select name from migrations')).toEqual([]);
    const tables =
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1";
    expect(await query(urlOf('failed'), tables)).toEqual([{ relname: 'migrations' }, { relname: 'users' }]);
  });

  it('stays as it was when a later migration fails half-way, and goes on afterwards', async () => {
    const url = urlOf('upgraded');
    const state = async () => ({
      catalogue: await query(url, CATALOGUE),
      ran: await query(url, 'select name, hash, applied_at from migrations order by name'),
      project: await query(url, 'select open_steps, last_changed_at from projects'),
    });
    // Its first statement changes the project, a later one fails: the index is there already.
    await query(
      url,
      `update projects set open_steps = null where code = 'P-1'; delete from migrations where name = '0131_whose_turn.sql'`,
    );
    const before = await state();
    await expect(migrate(url)).rejects.toThrow('Migration 0131_whose_turn.sql failed: relation "projects_on_turn"');
    expect(await state()).toEqual(before);
    expect(await pendingMigrations(url)).toEqual(['0131_whose_turn.sql', 'functions and views']);
    // It was landed before migrations declared anything.
    expect(await describePending(url)).toMatchObject([{ mayGoOn: false }, { mayGoOn: true, tables: [] }]);
    await query(url, 'drop index projects_on_turn; drop index projects_waiting; drop index projects_waiting_last');
    expect(await migrate(url)).toEqual(['0131_whose_turn.sql', 'functions and views']);
    expect(await query(url, 'select open_steps from projects')).toEqual([{ open_steps: ['send'] }]);
  });

  it('is made as it was at an older migration, filled, and brought to this version', async () => {
    const url = urlOf('restored');
    const names = await query<{ name: string; hash: string }>(urlOf('baseline'), 'select name, hash from migrations');
    const ran = new Map(names.filter(({ name }) => name < '0118').map((one) => [one.name, one.hash]));
    ran.set('baseline', names.find(({ name }) => name === 'baseline')?.hash ?? '');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await restoreSchema(client, ran, async () => {
      const later = await client.query(
        `select to_regclass('audit_signatures') as signatures, to_regclass('form_remarks') as remarks`,
      );
      expect(later.rows).toEqual([{ signatures: null, remarks: null }]);
      for (const [name, hash] of ran)
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      await client.query(
        `create schema published;
         insert into budget_users (id, name, type, tax_id_number, company_number, valid_from)
           values ('50112', 'Град', 'direct', '100000001', '10000001', '2020-01-01');
         insert into organizations (id, name, status, tax_id_number, company_number) values ('50112', 'Град', 2, '100000001', '10000001');
         insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status)
         values ('P-1', '2026-0001', 'Мост', '50112', '50112', 3, 2, 0, 1)`,
      );
    });
    await client.query('commit');
    await client.end();
    expect(await query(url, CATALOGUE)).toEqual(await query(urlOf('baseline'), CATALOGUE));
    // A later migration has seen the rows.
    expect(await query(url, 'select open_steps from projects')).toEqual([{ open_steps: ['send'] }]);
    expect(await migrate(url)).toEqual([]);
  });

  it('has the tables that a backup takes for those of the product', async () => {
    const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
    const made = await query<{ relname: string }>(urlOf('baseline'), tables);
    expect([...productTables()].toSorted()).toEqual(made.map(({ relname }) => relname).toSorted());
  });

  it('leaves views that are not of the product, and makes its own again', async () => {
    const url = urlOf('baseline');
    await query(
      url,
      `create extension pg_stat_statements; create view reporting as select 1 as figure;
       create view reporting_more as select * from reporting;
       update migrations set hash = 'older' where name = 'functions and views'`,
    );
    expect(await migrate(url)).toEqual(['functions and views']);
    const views = `select viewname from pg_views where schemaname = 'public' and viewname !~ '^pg_' order by 1`;
    expect(await query(url, views)).toEqual(
      ['registry_organizations', 'reporting', 'reporting_more'].map((viewname) => ({ viewname })),
    );
    await query(url, 'drop view reporting cascade; drop extension pg_stat_statements');
  });

  it('gives way to calls of running servers, and comes again', async () => {
    const url = urlOf('baseline');
    await query(url, `update migrations set hash = 'older' where name = 'functions and views'`);
    const caller = new pg.Client({ connectionString: url });
    await caller.connect();
    try {
      await caller.query('begin');
      await caller.query('select count(*) from published.users');
      const done = migrate(url);
      const waits = `select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => query<{ count: number }>(url, waits), { interval: 20 }).toEqual([{ count: 1 }]);
      // Each would wait for the other.
      const views = await query<{ viewname: string }>(
        url,
        `select viewname from pg_views where schemaname = 'published'`,
      );
      for (const { viewname } of views) await caller.query(`select count(*) from published.${viewname}`);
      await caller.query('commit');
      expect(await done).toEqual(['functions and views']);
    } finally {
      await caller.end();
    }
  });

  it('fails with one error when its connection is cut', async () => {
    const url = urlOf('baseline');
    const held = new pg.Client({ connectionString: url });
    await held.connect();
    await held.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrating = expect(migrate(url)).rejects.toThrow(/terminat/);
    let cut = 0;
    while (cut === 0) {
      const { rows } = await held.query<{ cut: boolean }>(
        `select pg_terminate_backend(pid) as cut from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory'`,
      );
      cut = rows.length;
    }
    await migrating;
    await held.end();
  });

  it('is refused by a version that is older than the database', async () => {
    const url = urlOf('baseline');
    await query(
      url,
      `insert into migrations (name, hash) values ('9999_of_tomorrow.sql', 'x');
       update migrations set hash = 'newer' where name = 'functions and views'`,
    );
    await expect(migrate(url)).rejects.toThrow('newer than this version: it has run 9999_of_tomorrow.sql');
    expect(await query(url, `select hash from migrations where name = 'functions and views'`)).toEqual([
      { hash: 'newer' },
    ]);
  });

  it('refuses a migration that was changed after it had run', async () => {
    await query(urlOf('upgraded'), "update migrations set hash = 'other' where name = 'baseline'");
    await expect(migrate(urlOf('upgraded'))).rejects.toThrow('Migration baseline was changed after it had run.');
  });
});
