import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { FROZEN_FILE, frozenHashes, migrationHashes, withNewMigrations } from './frozen-migrations.ts';
import { foreignSources } from './table-rules.ts';
import { type CatalogueColumn, JSON_COLUMNS, writeTypes } from './table-types.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = 'apps/server/src/platform/database/tables.ts';

/**
 * Columns of every table and view. A view has no null constraints of its own: a column of a view over one table takes
 * that of the column with the same name, any other may be null.
 */
const COLUMNS = `
  with viewed as (
    select distinct rules.ev_class as view, used.refobjid as source
    from pg_rewrite rules
    join pg_depend used on used.classid = 'pg_rewrite'::regclass and used.objid = rules.oid
      and used.refclassid = 'pg_class'::regclass and used.refobjid <> rules.ev_class
    join pg_class relations on relations.oid = used.refobjid and relations.relkind in ('r', 'v')
  ), single as (
    select view, min(source::bigint)::oid as source from viewed group by view having count(*) = 1
  )
  select case when spaces.nspname = 'public' then '' else spaces.nspname || '.' end || relations.relname as relation,
         columns.attname as column, coalesce(sources.relname, relations.relname) as source,
         case when types.typelem <> 0 and types.typlen = -1
              then elements.typname || '[]' else types.typname end as type,
         not coalesce(origin.attnotnull, columns.attnotnull) as nullable,
         columns.attidentity = 'a' or columns.attgenerated <> '' as always,
         columns.atthasdef or columns.attidentity <> '' as "hasDefault",
         relations.relkind = 'v' as view,
         (select array_agg(found.word[1] order by found.place)
          from pg_constraint checks,
               regexp_matches(pg_get_constraintdef(checks.oid), '''([^'']*)''::text', 'g') with ordinality as found(word, place)
          where checks.conrelid = coalesce(origin.attrelid, columns.attrelid) and checks.contype = 'c'
            and checks.conkey = array[coalesce(origin.attnum, columns.attnum)]
            and pg_get_constraintdef(checks.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[(''[^'']*''::text(, )?)+\\]\\)\\)\\)$') as words
  from pg_class relations
  join pg_namespace spaces on spaces.oid = relations.relnamespace and spaces.nspname in ('public', 'published')
  join pg_attribute columns on columns.attrelid = relations.oid and columns.attnum > 0 and not columns.attisdropped
  join pg_type types on types.oid = columns.atttypid
  left join pg_type elements on elements.oid = types.typelem
  left join single on single.view = relations.oid
  left join pg_class sources on sources.oid = single.source
  left join pg_attribute origin on origin.attrelid = single.source and origin.attname = columns.attname
  where relations.relkind in ('r', 'v')
  order by relation, columns.attnum`;

/** The tables and views behind each published view. */
const SOURCES = `
  select distinct 'published.' || views.relname as view,
         case when spaces.nspname = 'public' then '' else spaces.nspname || '.' end || used.relname as source
  from pg_rewrite rules
  join pg_class views on views.oid = rules.ev_class and views.relnamespace = 'published'::regnamespace
  join pg_depend depends on depends.classid = 'pg_rewrite'::regclass and depends.objid = rules.oid
    and depends.refclassid = 'pg_class'::regclass and depends.refobjid <> rules.ev_class
  join pg_class used on used.oid = depends.refobjid
  join pg_namespace spaces on spaces.oid = used.relnamespace`;

interface Migrated {
  columns: CatalogueColumn[];
  sources: { view: string; source: string }[];
}

/** The catalogue of a temporary database after all migrations. */
async function migrated(): Promise<Migrated> {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-tables-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(folder, { fast: true });
  try {
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows: columns } = await client.query<CatalogueColumn>(COLUMNS);
      const { rows: sources } = await client.query<Migrated['sources'][number]>(SOURCES);
      return { columns, sources };
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
    for (const used of new Set([folder, postgres.folder])) rmSync(used, { recursive: true, force: true });
  }
}

function formatted(text: string): string {
  const biome = join(ROOT, 'node_modules', '.bin', 'biome');
  const done = spawnSync(biome, ['format', `--stdin-file-path=${FILE}`], { input: text, encoding: 'utf8', cwd: ROOT });
  if (done.status !== 0) throw done.error ?? new Error(done.stderr);
  return done.stdout;
}

const { columns, sources } = await migrated();
const known = new Set(columns.map(({ relation, column }) => `${relation}.${column}`));
const gone = Object.keys(JSON_COLUMNS).filter((name) => !known.has(name));
if (gone.length > 0) throw new Error(`The database has no such JSON column: ${gone.join(', ')}`);
const foreign = foreignSources(sources);
if (foreign.length > 0) throw new Error(foreign.join('\n'));
const text = formatted(writeTypes(columns));
const path = join(ROOT, FILE);
if (process.argv.includes('--compare')) {
  const same = readFileSync(path, 'utf8') === text;
  process.stdout.write(
    same ? `${FILE} says what the migrations make\n` : `${FILE} is not what the migrations make: npm run tables\n`,
  );
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(path, text);
  writeFileSync(FROZEN_FILE, withNewMigrations(frozenHashes(), migrationHashes()));
}
