import { type RawBuilder, sql } from 'kysely';
import type { ImportError } from '@pimis/contract/registries';
import { registryOf, writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { type AuditOrigin, insertAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { columnSql, idSql, rateSql, rowJson, sameKey, snake, sourceOf, sqlType } from './table.ts';

/** A row on its way into a registry: its number in the file, and the text of each given column (null: empty). */
export interface StagedRow {
  row: number;
  values: Record<string, string | null>;
  /** Columns whose cell cannot be read; no rule judges them. */
  bad?: readonly string[];
}

/**
 * `create` refuses a key that exists, `update` one that does not; `upsert` takes both, as imports do. Whatever way a
 * row comes, it goes through the same checks and the same statements here.
 */
export type ApplyMode = 'create' | 'update' | 'upsert';

const STAGE = 'registry_stage';
const CODES = {
  'budget-users': 'DuplicateRegistryOrganization',
  'treasury-branches': 'DuplicateRegistryTreasuryBranch',
  appropriations: 'DuplicateRegistryAppropriation',
} as const;

/** Name of the catalogue for a row that repeats another one's key. */
export function duplicateCode(registry: Registry) {
  return CODES[registry.code as keyof typeof CODES] ?? 'DuplicateRegistryRow';
}

function table(registry: Registry): RawBuilder<unknown> {
  return sql.table(sourceOf(registry));
}

/** Keeps other writers of the registry out until the transaction ends; readers go on. */
export async function lockRegistry(tx: Tx, registry: Registry): Promise<void> {
  await sql`lock table ${table(registry)} in share row exclusive mode`.execute(tx);
}

/** An empty stage for rows of the registry; it goes with the transaction. */
export async function openStage(tx: Tx, registry: Registry): Promise<void> {
  const columns = writableColumns(registry).map((column) => sql`${sql.id(snake(column.name))} ${sqlType(column)}`);
  await sql`drop table if exists pg_temp.${sql.id(STAGE)}`.execute(tx);
  await sql`create temporary table ${sql.id(STAGE)} (row_number integer, bad text[], ${sql.join(columns)}) on commit drop`.execute(
    tx,
  );
}

/** Adds rows to the stage. Their values have passed parseCell, so every text is one of its column's type. */
export async function stageRows(tx: Tx, registry: Registry, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = writableColumns(registry);
  const casts = columns.map((column) => {
    const cells = rows.map(({ values }) => values[column.name] ?? null);
    return sql`unnest(${cells}::text[])::${sqlType(column)} as ${sql.id(snake(column.name))}`;
  });
  // Names of columns hold no comma.
  await sql`insert into ${sql.id(STAGE)}
            select unnest(${rows.map(({ row }) => row)}::integer[]),
                   string_to_array(unnest(${rows.map(({ bad }) => bad?.join(',') ?? '')}::text[]), ','),
                   ${sql.join(casts)}`.execute(tx);
}

/** Columns that a file or call does not give keep their value; a new row is valid from today if it does not say. */
async function fillStage(tx: Tx, registry: Registry, given: ReadonlySet<string>, day: string): Promise<void> {
  const absent = writableColumns(registry).filter((column) => !given.has(column.name));
  if (absent.length > 0) {
    const kept = absent.map((column) => sql`${sql.id(snake(column.name))} = ${columnSql('t', column.name)}`);
    await sql`update ${sql.id(STAGE)} s set ${sql.join(kept)}
              from ${table(registry)} t where ${sameKey(registry, 't', 's')}`.execute(tx);
  }
  if (registry.validity !== 'period') return;
  await sql`update ${sql.id(STAGE)} s
            set valid_from = coalesce((select t.valid_from from ${table(registry)} t
                                       where ${sameKey(registry, 't', 's')}), ${day}::date)
            where s.valid_from is null`.execute(tx);
}

function differs(columns: readonly RegistryColumn[], left: string, right: string): RawBuilder<boolean> {
  const row = (alias: string) => sql.join(columns.map((column) => columnSql(alias, column.name)));
  return sql<boolean>`(row(${row(left)}) is distinct from row(${row(right)}))`;
}

/**
 * One query per rule; each answers the rows that break it. What is stored already and does not change is not judged,
 * nor is what could not be read.
 */
function rules(registry: Registry, { mode, day, neverBegins }: Apply): RawBuilder<ImportError>[] {
  const stage = sql.id(STAGE);
  const existing = sql`${table(registry)} t where ${sameKey(registry, 't', 's')}`;
  const [firstKey = ''] = registry.key;
  const broken = (column: string, code: string, condition: RawBuilder<unknown>) =>
    sql<ImportError>`select s.row_number as row, ${column}::text as "column", ${code}::text as code
                     from ${stage} s where not ${column} = any (s.bad) and ${condition}`;
  const found: RawBuilder<ImportError>[] = [];
  const keys = registry.key.map((name) => columnSql('s', name));
  const whole = sql.join(
    keys.map((key) => sql`${key} is not null`),
    sql` and `,
  );
  found.push(
    sql<ImportError>`select row, ${firstKey}::text as "column", ${duplicateCode(registry)}::text as code
                     from (select s.row_number as row,
                                  row_number() over (partition by ${sql.join(keys)} order by s.row_number) as place
                           from ${stage} s where ${whole}) counted where place > 1`,
  );
  if (mode === 'create') found.push(broken(firstKey, duplicateCode(registry), sql`exists (select from ${existing})`));
  for (const column of writableColumns(registry)) {
    const value = columnSql('s', column.name);
    const unchanged = sql`exists (select from ${existing} and ${columnSql('t', column.name)} is not distinct from ${value})`;
    if (column.required) found.push(broken(column.name, 'MandatoryFieldNotSet', sql`${value} is null and ${whole}`));
    if (column.references) {
      const target = registryOf(column.references);
      const targetKey = target.key[0] ?? '';
      const own = target.code === registry.code;
      const inFile = own
        ? sql`and not exists (select from ${stage} o where ${columnSql('o', targetKey)} = ${value})`
        : sql``;
      found.push(
        broken(
          column.name,
          'UnknownReference',
          sql`${value} is not null
              and not exists (select from ${table(target)} r where ${columnSql('r', targetKey)} = ${value})
              ${inFile} and not ${unchanged}`,
        ),
      );
    }
  }
  const to = columnSql('s', 'validTo');
  const newEnd = sql`not exists (select from ${existing} and t.valid_to is not distinct from ${to})`;
  const passed = sql`(${to} < ${day}::date and ${newEnd})`;
  found.push(broken('validTo', 'DatePassed', passed));
  if (registry.validity === 'period') {
    const from = columnSql('s', 'validFrom');
    const samePeriod = sql`exists (select from ${existing} and t.valid_from = ${from} and t.valid_to is not distinct from ${to})`;
    const earliest = neverBegins ? sql`${from} - 1` : from;
    const wrong = sql`${to} < ${earliest} and not ${samePeriod} and not ${passed} and not 'validFrom' = any (s.bad)`;
    found.push(broken('validTo', 'InvalidPeriod', wrong));
  } else found.push(...rateRules(existing, newEnd, broken));
  return found;
}

/** A rate can be divided by as it is told, and what a form has used of it stays as the form remembers it. */
function rateRules(
  existing: RawBuilder<unknown>,
  newEnd: RawBuilder<unknown>,
  broken: (column: string, code: string, condition: RawBuilder<unknown>) => RawBuilder<ImportError>,
): RawBuilder<ImportError>[] {
  const used = rateUsed('s.currency_code', 's.rate_date');
  const told = (alias: string) => rateSql(`${alias}.middle_rate`, `${alias}.unit`);
  const changed = sql`exists (select from ${existing} and (t.unit, t.middle_rate) is distinct from (s.unit, s.middle_rate))`;
  // A unit that could not be read leaves null here, and the rate unjudged.
  return [
    broken('middleRate', 'InvalidFieldValue', sql`${told('s')} = '0.0000'`),
    broken('middleRate', 'RegistryRowUsed', sql`${changed} and s.unit is not null and ${used}`),
    broken('validTo', 'RegistryRowUsed', sql`s.valid_to is not null and ${newEnd} and ${used}`),
  ];
}

/**
 * Does a form remember this rate: as its euro rate of the day, or in a row in that currency with that very rate? What
 * the forms remember is gathered once for a query, not for each of its rates.
 */
function rateUsed(currency: string, day: string): RawBuilder<boolean> {
  return sql<boolean>`(
    (${sql.ref(currency)}, to_char(${sql.ref(day)}, 'YYYY-MM-DD')) in (
      select 'EUR', fixed #>> '{exchangeRate,date}' from published.project_forms)
    or exists (
      select from exchange_rates used
      where used.currency_code = ${sql.ref(currency)} and used.rate_date = ${sql.ref(day)}
        and (used.currency_code, ${rateSql('used.middle_rate', 'used.unit')}) in (
          select currency ->> 'id', currency ->> 'exchangeRate'
          from published.form_revisions, jsonb_path_query(form_revisions.input::jsonb, '$.**.currency') currency)))`;
}

export interface Applied {
  errors: ImportError[];
  errorCount: number;
  created: number;
  updated: number;
  unchanged: number;
}

interface Apply {
  registry: Registry;
  mode: ApplyMode;
  /** Columns that the file or call gives. */
  given: ReadonlySet<string>;
  day: string;
  origin: AuditOrigin;
  dryRun?: boolean;
  imported?: boolean;
  /** The row ends before its first day: its period is empty. */
  neverBegins?: boolean;
  maxErrors: number;
}

/**
 * Judges the staged rows and, when none is wrong and it is no rehearsal, writes them: new rows in, changed rows over,
 * rows that say what is stored left alone; an audit row with before and after for each that changed.
 */
export async function applyStage(tx: Tx, wanted: Apply): Promise<Applied> {
  const { registry, given, day } = wanted;
  await fillStage(tx, registry, given, day);
  await sql`analyze ${sql.id(STAGE)}`.execute(tx);
  const judged = await sql<ImportError & { total: number }>`
    select *, count(*) over ()::integer as total
    from (${sql.join(rules(registry, wanted), sql` union all `)}) broken
    order by row, "column", code limit ${wanted.maxErrors}`.execute(tx);
  const errors = judged.rows.map(({ row, column, code }) => ({ row, column, code }));
  const errorCount = judged.rows[0]?.total ?? 0;
  const columns = writableColumns(registry);
  const counted = await sql<{ created: number; updated: number; unchanged: number }>`
    select count(*) filter (where not found)::integer as created,
           count(*) filter (where found and changed)::integer as updated,
           count(*) filter (where found and not changed)::integer as unchanged
    from (select ${columnSql('t', registry.key[0] ?? '')} is not null as found, ${differs(columns, 's', 't')} as changed
          from ${sql.id(STAGE)} s left join ${table(registry)} t on ${sameKey(registry, 't', 's')}
          where s.bad = '{}') compared`.execute(tx);
  const counts = counted.rows[0] ?? { created: 0, updated: 0, unchanged: 0 };
  if (errorCount === 0 && !wanted.dryRun && counts.created + counts.updated > 0) await write(tx, wanted, columns);
  return { errors, errorCount, ...counts };
}

async function write(tx: Tx, { registry, origin, imported }: Apply, columns: RegistryColumn[]): Promise<void> {
  const names = columns.map((column) => sql.id(snake(column.name)));
  const keys = registry.key.map((name) => sql.id(snake(name)));
  const values = columns.filter((column) => !registry.key.includes(column.name));
  const excluded = values.map((column) => sql`${sql.id(snake(column.name))} = excluded.${sql.id(snake(column.name))}`);
  const operation = sql`case
    when before.image is null then 'registry.create'
    when before.image ->> 'validTo' is distinct from written.image ->> 'validTo'
         and written.image ->> 'validTo' is not null then 'registry.end'
    else 'registry.update' end`;
  await sql`
    with before as materialized (
      select ${idSql(registry, 't')} as id, ${rowJson(registry, 't')} as image
      from ${sql.id(STAGE)} s join ${table(registry)} t on ${sameKey(registry, 't', 's')}
      where ${differs(values, 's', 't')}),
    written as (
      insert into ${table(registry)} as t (${sql.join(names)})
      select ${sql.join(columns.map((column) => columnSql('s', column.name)))} from ${sql.id(STAGE)} s
      on conflict (${sql.join(keys)}) do update set ${sql.join(excluded)}
      where ${differs(values, 't', 'excluded')}
      returning ${idSql(registry, 't')} as id, ${rowJson(registry, 't')} as image)
    ${insertAudit(origin, {
      operation,
      subjectType: `registry.${registry.code}`,
      subjectId: sql`written.id`,
      detail: sql`jsonb_build_object('before', before.image, 'after', written.image,
                                     'imported', ${imported === true}::boolean)`,
    })}
    from written left join before on before.id = written.id`.execute(tx);
}
