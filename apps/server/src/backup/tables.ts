import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../platform/storage/file-store.ts';
import { productTables } from '../platform/database/migrate.ts';
import { Refused } from '../platform/process/refused.ts';
import type { TableOfBackup } from './manifest.ts';
import { writePart } from './parts.ts';
import type { Progress } from './progress.ts';

/**
 * Tables that are left out completely or in part (docs/decisions/0181-backup.md): uploads under way, whose pieces go as
 * soon as they are put together, operations whose result is a file of some days, and transactions by the numbers of the
 * former database.
 */
const LEFT_OUT: readonly string[] = [
  'public.uploads',
  'public.upload_pieces',
  'public.public_changes',
  'graphile_worker.migrations',
];
const ONLY: Readonly<Record<string, string>> = { 'public.operations': 'storage_key is null' };
const CONTENTS = 'public.document_revisions';
const FETCHED = 1_000;

export interface Source {
  schema: 'public' | 'graphile_worker';
  name: string;
  columns: string[];
}

/** A snapshot of a database: everything that is read through it is from the same moment. */
export interface Snapshot {
  client: pg.Client;
  at: string;
  /** Tables of other people in the schema of the product; they are not in a backup. */
  foreign: string[];
  tables: Source[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const fullName = ({ schema, name }: { schema: string; name: string }) => `${quoted(schema)}.${quoted(name)}`;
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** Opens a connection that reads and writes values in the same form, wherever it runs. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'pimis backup' });
  // A connection that breaks fails the statement that uses it.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  return client;
}

/** Generated columns are left out: the database computes them again. */
const CATALOGUE = `
  select n.nspname as schema, c.relname as name,
         array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`;

/** Begins the snapshot. The caller ends the connection. Error: Refused for an empty database. */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    // The time of `begin`: the snapshot is taken by the next statement, so all that was committed before is in it.
    const { rows } = await client.query<{ at: Date }>('select now() as at');
    const { rows: found } = await client.query<Source>(CATALOGUE);
    const own = productTables();
    const isOwn = ({ schema, name }: Source) => schema === 'graphile_worker' || own.has(name);
    const tables = found.filter((table) => isOwn(table) && !LEFT_OUT.includes(`${table.schema}.${table.name}`));
    if (!tables.some(({ name }) => name === 'migrations')) throw new Refused('The database is empty.');
    const foreign = found.filter((table) => !isOwn(table)).map(({ name }) => name);
    return { client, at: rows[0]?.at.toISOString() ?? '', foreign, tables };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Writes one table as a part. */
export async function writeTable(
  place: FileStore,
  { client }: Snapshot,
  table: Source,
  target: { id: string; recipient: string | null },
): Promise<TableOfBackup> {
  const only = ONLY[`${table.schema}.${table.name}`];
  const columns = columnList(table.columns);
  const source = only ? `(select ${columns} from ${fullName(table)} where ${only})` : `${fullName(table)} (${columns})`;
  const stream = client.query(copyTo(`copy ${source} to stdout`));
  const part = await writePart(place, { ...target, name: `table-${table.schema}-${table.name}` }, stream);
  return { schema: table.schema, name: table.name, columns: table.columns, rows: stream.rowCount, part };
}

export async function writeTables(
  place: FileStore,
  snapshot: Snapshot,
  target: { id: string; recipient: string | null },
  progress: Progress,
): Promise<TableOfBackup[]> {
  const written: TableOfBackup[] = [];
  for (const [index, table] of snapshot.tables.entries()) {
    progress.count(() => `table ${index + 1} of ${snapshot.tables.length}: ${table.name}`);
    written.push(await writeTable(place, snapshot, table, target));
  }
  return written;
}

/** The value of each sequence of the product; unused ones are left out. */
export async function readSequences({ client }: Snapshot): Promise<{ schema: string; name: string; last: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; last: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2`,
  );
  return rows;
}

export async function readMigrations({
  client,
}: Snapshot): Promise<{ names: { name: string; hash: string }[]; queue: number }> {
  const { rows: names } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  );
  const { rows } = await client.query<{ queue: number }>(
    'select coalesce(max(id), 0)::integer as queue from graphile_worker.migrations',
  );
  return { names, queue: rows[0]?.queue ?? 0 };
}

export async function readAuditHead({ client }: Snapshot): Promise<{ seal: string; hash: string } | null> {
  const { rows } = await client.query<{ seal: string; hash: string }>(
    `select seal::text as seal, encode(hash, 'hex') as hash from audit_chain order by audit_chain.seal desc limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * A function, view or trigger as SQL. Views of other people are not recreated, because tables that they use may be
 * missing; the product recreates its own.
 */
export interface Routine {
  kind: 'function' | 'view' | 'trigger';
  name: string;
  sql: string;
}

const NOT_OF_EXTENSION = (oid: string) =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

/**
 * Returns the routines in an order in which they can be created: each view comes after those that it reads;
 * dependencies of functions are not analysed.
 */
export async function readRoutines({ client }: Snapshot): Promise<Routine[]> {
  const { rows } = await client.query<Routine>(
    `select kind, name, sql from (
       select 1 as step, p.oid, 'function' as kind, p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as sql
       from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f' and ${NOT_OF_EXTENSION('p.oid')}
       union all
       select 2, c.oid, 'view', c.oid::regclass::text, format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid))
       from pg_class c where relkind = 'v' and relnamespace::regnamespace::text in ('public', 'published')
         and ${NOT_OF_EXTENSION('c.oid')}
       union all
       select 3, t.oid, 'trigger', t.tgname, pg_get_triggerdef(t.oid)
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not tgisinternal and c.relnamespace = 'public'::regnamespace
     ) made order by step, oid`,
  );
  return rows;
}

/** A content to which the database refers; `name` is the name of its objects in the place. */
export interface Content {
  name: string;
  key: string;
  hash: string;
  size: number;
}

/** The contents of all revisions, by name; with a salt the names reveal nothing about the content. */
export async function* readContents({ client }: Snapshot, salt: string | null): AsyncGenerator<Content[]> {
  const name = salt === null ? 'hash' : `encode(sha256(convert_to('${salt}' || hash, 'UTF8')), 'hex')`;
  await client.query(
    `declare contents no scroll cursor for
     select distinct ${name} collate "C" as name, storage_key as key, hash, size::float8 as size from ${CONTENTS} order by 1, 2`,
  );
  for (;;) {
    const { rows } = await client.query<Content>(`fetch ${FETCHED} from contents`);
    if (rows.length === 0) return;
    yield rows;
  }
}
