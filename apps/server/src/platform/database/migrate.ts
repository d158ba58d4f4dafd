import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';
import { mayGoOn, touchedTables } from './migration-declarations.ts';
import { Refused } from '../process/refused.ts';
import { guarded } from '../streams.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations');
/**
 * Any constant: it makes servers that start at the same time migrate in sequence. A restore holds it too, so that a
 * server started meanwhile waits.
 */
export const MIGRATION_LOCK = 7_136_402;
/**
 * Servers of the former version keep working during a migration, and a statement that waits for a lock blocks all later
 * ones. So the wait is short, in any case below the second after which PostgreSQL reports a deadlock, and the whole
 * migration is tried again.
 */
const LOCK_MS = 500;
const PAUSE_MS = 250;
const TRIES = 200;
/** PostgreSQL's lock_not_available and deadlock_detected. */
const LOCKED_OUT = ['55P03', '40P01'];
/** The last migration before the baseline, which includes all earlier ones. */
const LAST_BEFORE_BASELINE = '0097_sorted_within.sql';
/** What an empty database has run first. */
export const BASELINE = 'baseline';
const REPEATABLE = 'functions and views';
const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())';
const NUMBERED = /^\d{4}_/;
const COMMENTS = /^comment on table .*;$/gm;

interface SqlFile {
  name: string;
  text: string;
}

const filesIn = (folder: string): SqlFile[] =>
  readdirSync(join(FOLDER, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map(({ name }) => ({
      name: folder === '.' ? name : `${folder}/${name}`,
      text: readFileSync(join(FOLDER, folder, name), 'utf8'),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

function hashOf(files: readonly SqlFile[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
}

/**
 * Brings the database to the newest schema in one transaction: a failure leaves the schema as it was. Returns what was
 * applied. The attempt is repeated when calls of running servers hold locks. Errors: Error for a database that is older
 * than the baseline supports or newer than this version, or for a migration that was changed after it had run
 * (docs/decisions/0155-schema.md).
 *
 * - An empty database gets the baseline (`baseline/`, tables by area).
 * - `upgrade-from-0097.sql` brings a database of migration 0097 to the baseline.
 * - Then each numbered migration runs once, in the order of its name, and is frozen.
 * - Functions with their triggers (`functions/`) and views (`views/`) are repeatable: they are made again when one of
 *   them has changed or a migration has run. The views are dropped first, so that a migration may change any column;
 *   views of extensions and of other people in the schema public stay.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  // A connection that breaks fails the statement that uses it.
  const client = guarded(new pg.Client({ connectionString: databaseUrl }));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    for (let tries = 1; ; tries += 1) {
      try {
        return await inTransaction(client);
      } catch (error) {
        if (tries === TRIES || !isLockedOut(error)) throw error;
        await pause(PAUSE_MS);
      }
    }
  } finally {
    await client.end();
  }
}

async function inTransaction(client: pg.Client): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    const applied = await bringUp(client);
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Other sessions hold a lock: the wait was too long, or it was a deadlock. */
function isLockedOut(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return LOCKED_OUT.includes(error.code ?? '');
  return error instanceof Error && error.cause !== undefined && isLockedOut(error.cause);
}

/** Migrations that a database has run, and those that this version would run on it. */
interface Plan {
  known: ReadonlyMap<string, string>;
  isBaseline: boolean;
  pending: SqlFile[];
  views: SqlFile[];
  repeatable: SqlFile[];
  /** Names of the pending migrations, in order. */
  names: string[];
}

/** Error: Error for a database that is newer than this version, or a migration that was changed after it had run. */
async function planFor(client: pg.Client): Promise<Plan> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  const known = new Map(rows.map(({ name, hash }) => [name, hash]));
  const numbered = filesIn('.').filter(({ name }) => NUMBERED.test(name));
  refuseUnknownMigrations(known);
  const views = filesIn('views');
  const repeatable = [...filesIn('functions/search'), ...filesIn('functions'), ...views];
  const pending = numbered.filter(({ name }) => !known.has(name));
  const isBaseline = known.has(BASELINE);
  const current = isBaseline && pending.length === 0 && known.get(REPEATABLE) === hashOf(repeatable);
  const names = current ? [] : [...(isBaseline ? [] : [BASELINE]), ...pending.map(({ name }) => name), REPEATABLE];
  return { known, isBaseline, pending, views, repeatable, names };
}

/**
 * The time to read the rows of a locked table once, as for an index: measured at 20,000 projects on two cores
 * (docs/decisions/0194-rolling-upgrade.md). A slower disk takes longer.
 */
const MS_A_LOCKED_ROW = 0.02;

/** A migration that would run. */
export interface PendingMigration {
  name: string;
  /** Whether servers of the former version may go on meanwhile. */
  mayGoOn: boolean;
  /** Tables that they lock, rewrite or scan, with the approximate number of rows. */
  tables: { name: string; rows: number }[];
  /** About how long it takes. All migrations are one transaction: calls may wait for the sum. */
  seconds: number;
}

/**
 * Describes the migrations that `migrate` would run, in order, and changes nothing. Errors: those of `migrate` for a
 * database that is newer or that was changed.
 */
export async function describePending(databaseUrl: string): Promise<PendingMigration[]> {
  // A connection that breaks fails the statement that uses it.
  const client = guarded(new pg.Client({ connectionString: databaseUrl }));
  await client.connect();
  try {
    await client.query('begin read only');
    const numbered = filesIn('.').filter(({ name }) => NUMBERED.test(name));
    const { rows } = await client.query<{ made: boolean }>(`select to_regclass('migrations') is not null as made`);
    if (!rows[0]?.made) {
      // Nobody works on an empty database.
      const names = [BASELINE, ...numbered.map(({ name }) => name), REPEATABLE];
      return names.map((name) => ({ name, mayGoOn: true, tables: [], seconds: 0 }));
    }
    const plan = await planFor(client);
    refuseOlder(plan.known);
    const sizes = await client.query<{ name: string; rows: number }>(
      `select relname as name, greatest(reltuples, 0)::integer as rows from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return plan.names.map((name) => {
      const text = numbered.find((file) => file.name === name)?.text;
      if (name === REPEATABLE) return { name, mayGoOn: true, tables: [], seconds: 0 };
      if (text === undefined) return { name, mayGoOn: false, tables: [], seconds: 0 };
      const touched = touchedTables(text);
      const tables = sizes.rows.filter((table) => touched.includes(table.name));
      const seconds = (tables.reduce((sum, { rows }) => sum + rows, 0) * MS_A_LOCKED_ROW) / 1000;
      return { name, mayGoOn: mayGoOn(text), tables, seconds };
    });
  } finally {
    await client.end();
  }
}

/** The names of the migrations that `migrate` would run, in order. Errors: those of `describePending`. */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  return (await describePending(databaseUrl)).map(({ name }) => name);
}

/**
 * The names of the migrations that would change the data of a database; none for an empty one. Functions and views are
 * not among them: an older version makes its own again. Errors: those of `describePending`.
 */
export async function numberedPending(databaseUrl: string): Promise<string[]> {
  const client = guarded(new pg.Client({ connectionString: databaseUrl }));
  await client.connect();
  try {
    const { rows } = await client.query<{ made: boolean }>(`select to_regclass('projects') is not null as made`);
    if (!rows[0]?.made) return [];
  } finally {
    await client.end();
  }
  return (await pendingMigrations(databaseUrl)).filter((name) => name !== REPEATABLE);
}

/** Migrations that a database has run, by name. */
export async function ranMigrations(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

let ownNames: readonly string[] | undefined;

/** Migrations of this version that a database has not run. The folder is read once. */
export async function missingMigrations(db: Database): Promise<string[]> {
  ownNames ??= [
    BASELINE,
    ...filesIn('.')
      .filter(({ name }) => NUMBERED.test(name))
      .map(({ name }) => name),
  ];
  const known = new Set(await ranMigrations(db));
  return ownNames.filter((name) => !known.has(name));
}

async function bringUp(client: pg.Client): Promise<string[]> {
  const { known, isBaseline, pending, views, repeatable, names } = await planFor(client);
  if (names.length === 0) return [];

  if (isBaseline) await dropViews(client, views);
  else await toBaseline(client, known);
  for (const file of pending) {
    await run(client, file);
    await note(client, file.name, hashOf([file]));
  }
  // A function may name a table or another function that is made after it.
  await client.query('set local check_function_bodies = off');
  await client.query('create schema published');
  for (const file of repeatable) await run(client, file);
  await note(client, REPEATABLE, hashOf(repeatable));
  return names;
}

const MADE_TABLE = /^create table (?:if not exists )?(\w+)/gim;

/** Names of the tables that the product has in the schema public; other people may have others there. */
export function productTables(): ReadonlySet<string> {
  const files = [...filesIn('baseline'), ...filesIn('.').filter(({ name }) => NUMBERED.test(name))];
  return new Set([
    'migrations',
    ...files.flatMap(({ text }) => [...text.matchAll(MADE_TABLE)].map(([, name = '']) => name)),
  ]);
}

/** Returns whether these migrations are all that this version has. */
export const hasRunAll = (ran: ReadonlyMap<string, string>): boolean =>
  filesIn('.').every(({ name }) => !NUMBERED.test(name) || ran.has(name));

/**
 * Makes the tables of an empty database as they were after certain migrations, has them filled, and brings all of it to
 * this version. `fill` makes the schema `published` too, with the views, functions and triggers that the migrations
 * since then expect. The caller has begun a transaction. Errors: those of `migrate`.
 */
export async function restoreSchema(
  client: pg.Client,
  ran: ReadonlyMap<string, string>,
  fill: () => Promise<void>,
): Promise<void> {
  refuseUnknownMigrations(ran);
  await client.query(MIGRATIONS_TABLE);
  await toBaseline(client, new Map());
  for (const file of filesIn('.').filter(({ name }) => NUMBERED.test(name) && ran.has(name))) await run(client, file);
  await client.query('delete from migrations');
  await fill();
  // Functions and views of this version are made in any case, from a state that has none.
  await client.query('delete from migrations where name = $1', [REPEATABLE]);
  await bringUp(client);
}

const baselineFiles = () => [...filesIn('baseline'), ...filesIn('.').filter(({ name }) => name.startsWith('upgrade-'))];

/** Makes the tables of an empty database, or brings those of migration 0097 to the same state. */
async function toBaseline(client: pg.Client, known: ReadonlyMap<string, string>): Promise<void> {
  refuseOlder(known);
  const [upgrade] = filesIn('.').filter(({ name }) => name.startsWith('upgrade-'));
  if (known.size > 0 && upgrade) {
    await run(client, upgrade);
    for (const { text } of filesIn('baseline')) await client.query(text.match(COMMENTS)?.join('\n') ?? '');
  } else {
    const [extensions, ...tables] = filesIn('baseline');
    if (extensions) await run(client, extensions);
    // Generated columns call these functions.
    for (const file of filesIn('functions/search')) await run(client, file);
    for (const file of tables) await run(client, file);
  }
  await note(client, BASELINE, hashOf(baselineFiles()));
}

function refuseOlder(known: ReadonlyMap<string, string>): void {
  if (known.size > 0 && !known.has(BASELINE) && !known.has(LAST_BEFORE_BASELINE)) {
    throw new Refused(`The database is older than this version can take over: it has not run ${LAST_BEFORE_BASELINE}.`);
  }
}

/**
 * Error: Refused for migrations that this version does not know, or knows with another text. A server of an older
 * version would replace the newer functions and views by its own.
 */
export function refuseUnknownMigrations(known: ReadonlyMap<string, string>): void {
  const numbered = filesIn('.').filter(({ name }) => NUMBERED.test(name));
  const changed = [...numbered, { name: BASELINE, text: '' }].find((file) => {
    const before = known.get(file.name);
    return before !== undefined && before !== (file.name === BASELINE ? hashOf(baselineFiles()) : hashOf([file]));
  });
  if (changed)
    throw new Refused(
      `Migration ${changed.name} was changed after it had run. The data was made by a version between two releases: use that version, or restore a backup of a release.`,
    );
  const newer = [...known.keys()].find(
    (name) => NUMBERED.test(name) && name > LAST_BEFORE_BASELINE && !numbered.some((file) => file.name === name),
  );
  if (newer)
    throw new Refused(
      `The database is newer than this version: it has run ${newer}. Use the version that has run it, or restore the backup from before the upgrade.`,
    );
}

const PUBLISHED_VIEW = /^views\/published\./;

async function dropViews(client: pg.Client, views: readonly SqlFile[]): Promise<void> {
  await client.query('drop schema published cascade');
  for (const { name } of views.filter((file) => !PUBLISHED_VIEW.test(file.name))) {
    await client.query(`drop view if exists ${name.slice('views/'.length, -'.sql'.length)}`);
  }
}

async function run(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

const note = (client: pg.Client, name: string, hash: string) =>
  client.query(
    `insert into migrations (name, hash) values ($1, $2)
     on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
    [name, hash],
  );
