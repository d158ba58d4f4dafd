import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStore } from '../platform/storage/file-store.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { hasRunAll, MIGRATION_LOCK, productTables, restoreSchema } from '../platform/database/migrate.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Manifest } from './manifest.ts';
import { linesOf, readPart } from './parts.ts';
import type { Progress } from './progress.ts';
import { requireReleased } from './released-routines.ts';
import { columnList, connect, fullName, type Routine } from './tables.ts';
import { counted } from '../platform/process/counted.ts';

const SCHEMAS = `('public', 'graphile_worker')`;

/** A table, view or sequence that does not belong to an extension. */
const FIRST_RELATION = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1 limit 1`;

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regnamespace('graphile_worker') is not null as made`,
  );
  return rows[0]?.made === true;
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FIRST_RELATION);
  if (rows[0]) throw new Refused(`The database is not empty: it has ${rows[0].name}. Restore into a new one.`);
  if (await hasQueue(client)) {
    throw new Refused('The database is not empty: it has the schema graphile_worker. Restore into a new one.');
  }
}

/** Error: Refused for a database in which there is anything. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await refuseFilled(client);
  } finally {
    await client.end();
  }
}

/** Connects, alone with the database: another restore may have begun since it was empty. Error: Refused. */
async function connectAlone(url: string): Promise<pg.Client> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked !== true) throw new Refused('Another restore, or a server that starts, has the database.');
    await refuseFilled(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** A backup fills tables of the product, and no others. Error: Refused. */
function refuseForeignTables({ tables }: Manifest): void {
  const own = productTables();
  const foreign = tables.find(({ schema, name }) =>
    schema === 'public' ? !own.has(name) : !name.startsWith('_private_'),
  );
  if (foreign)
    throw new Refused(`The backup has a table that is not of the product: ${foreign.schema}.${foreign.name}.`);
}

/**
 * Restores the database: tables of the backup's version, their rows, then the migrations since. `before` runs when
 * everything is loaded: the commit after it makes the restored system exist. Whatever fails leaves an empty database.
 */
export async function restoreDatabase(
  url: string,
  { manifest, place, identity }: { manifest: Manifest; place: FileStore; identity: string | null },
  progress: Progress,
  before: (client: pg.Client) => Promise<void>,
): Promise<void> {
  refuseForeignTables(manifest);
  const client = await connectAlone(url);
  try {
    // The queue makes its schema by itself, in transactions of its own.
    await prepareJobs(url);
    await emptyQueue(client);
    await client.query('begin');
    const ran = new Map(manifest.migrations.map(({ name, hash }) => [name, hash]));
    await restoreSchema(client, ran, async () => {
      const references = await dropReferences(client);
      for (const [index, table] of manifest.tables.entries()) {
        progress.count(() => `table ${index + 1} of ${manifest.tables.length}: ${table.name}`);
        await fill(client, table, () => readPart(place, table.part, identity));
      }
      // Adding them checks every row.
      for (const statement of references) await client.query(statement);
      for (const { schema, name, last } of manifest.sequences) {
        await client.query('select setval($1::regclass, $2::bigint)', [fullName({ schema, name }), last]);
      }
      await client.query('create schema published');
      // If no migration has to run, the routines are made from the files of this version.
      if (!hasRunAll(ran)) {
        const content = (await readPart(place, manifest.routines, identity)) as AsyncIterable<Buffer>;
        await makeRoutines(client, content, manifest.version);
      }
      // Migrations since the backup need the statistics, and nothing may fail after the commit.
      await client.query('analyze');
    });
    await before(client);
    await client.query('commit');
  } catch (error) {
    // The connection itself may have failed.
    await client.query('rollback').catch(() => undefined);
    await client.query('drop schema if exists graphile_worker cascade').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

/** Removes rows that the queue created itself; the backup has its own. */
async function emptyQueue(client: pg.Client): Promise<void> {
  const { rows: made } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname = 'graphile_worker' and tablename <> 'migrations'`,
  );
  await client.query(`truncate ${made.map(({ name }) => name).join(', ')}`);
}

/**
 * Creates the functions and triggers that migrations since the backup expect; existing ones stay. Views are left out,
 * because every migration begins without them. Error: Refused for one that no release contained.
 */
async function makeRoutines(client: pg.Client, content: AsyncIterable<Buffer>, version: string): Promise<void> {
  await client.query('set local check_function_bodies = off');
  for await (const line of linesOf(content)) {
    const routine = JSON.parse(line) as Routine;
    const { kind, name, sql } = routine;
    if (kind === 'view') continue;
    requireReleased(routine, version);
    if (kind === 'function') {
      const { rows } = await client.query<{ there: boolean }>('select to_regprocedure($1) is not null as there', [
        name,
      ]);
      // Generated columns depend on it.
      if (rows[0]?.there) continue;
    }
    try {
      await client.query(sql);
    } catch (error) {
      throw new Error(`The ${kind} ${name} could not be restored: ${String(error)}`, { cause: error });
    }
  }
}

/** Drops the foreign keys, so that tables may be filled in any order; returns the statements that add them again. */
async function dropReferences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text in ${SCHEMAS} order by 1`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

async function fill(
  client: pg.Client,
  table: Manifest['tables'][number],
  content: () => ReturnType<typeof readPart>,
): Promise<void> {
  // The database may refuse the statement immediately, so nothing may be awaited between it and its listener.
  const source = await content();
  const stream = client.query(copyFrom(`copy ${fullName(table)} (${columnList(table.columns)}) from stdin`));
  try {
    await pipeline(source, stream);
  } catch (error) {
    throw new Error(`The table ${table.name} could not be restored: ${(error as Error).message}`, { cause: error });
  }
  if (stream.rowCount !== table.rows) {
    throw new Error(`The table ${table.name} has ${counted(stream.rowCount, 'row')}, not ${table.rows}.`);
  }
}
