import { type RawBuilder, sql } from 'kysely';
import type { ImportChange, ImportError, ImportRemark } from '@pimis/contract/registries';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { type AuditOrigin, auditEach } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { runningUser } from '../operations/service.ts';
import {
  type ApplyMode,
  type BrokenRow,
  isKnown,
  paddedCode,
  rules,
  SHOWN_VALUE,
  STAGE,
  table,
  wholeKey,
} from './rules.ts';
import { changesMany, changesOf, emptiedColumns } from './import/changes.ts';
import { columnSql, idSql, rowJson, sameKey, snake, sqlType } from './table.ts';

/** A row to be written: its number in the file, and the text of each given column (null: empty). */
export interface StagedRow {
  row: number;
  values: Record<string, string | null>;
  /** Columns whose cell is unreadable; the rules do not check them. */
  bad?: readonly string[];
}

/** The share of the work done after each part. */
const STEPS = { filled: 0.2, judged: 0.6, written: 1 };
const NUMBER = '^-?\\d{1,40}([.,]\\d{1,40})?$';
const MAX_REMARKS = 200;
const NOTHING = { errors: [], errorCount: 0, created: 0, updated: 0, unchanged: 0 };
/** The space of the advisory locks of registries. */
const IMPORT_LOCK = 7_136_413;
/** The longest wait of a call for other calls, below the limit of a statement. */
const CALL_WAIT = '4s';

/**
 * Locks the registry for a call, which does not wait for background imports, because they take minutes. Errors:
 * RegistryImportRunning, TranConflict.
 */
export async function lockForCall(tx: Tx, registry: Registry): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${IMPORT_LOCK}, hashtext(${registry.code})) as free`.execute(tx);
  if (rows[0]?.free !== true) {
    const by = await runningUser(tx, 'registryImport', { registry: registry.code, dryRun: false });
    throw new ApiError('RegistryImportRunning', { payload: { by: by ?? null } });
  }
  await sql`set local lock_timeout = ${sql.lit(CALL_WAIT)}`.execute(tx);
  await lockRegistry(tx, registry);
}

/** A background import waits for other writers. */
export async function lockForImport(tx: Tx, registry: Registry): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}, hashtext(${registry.code}))`.execute(tx);
  await lockRegistry(tx, registry);
}

/** Locks out other writers of the registry until the transaction ends; readers continue. */
async function lockRegistry(tx: Tx, registry: Registry): Promise<void> {
  await sql`lock table ${table(registry)} in share row exclusive mode`.execute(tx);
}

/** Makes an empty temporary table for rows of the registry; it ends with the transaction. */
export async function openStage(tx: Tx, registry: Registry): Promise<void> {
  const columns = writableColumns(registry).map((column) => sql`${sql.id(snake(column.name))} ${sqlType(column)}`);
  await sql`drop table if exists pg_temp.${sql.id(STAGE)}`.execute(tx);
  await sql`create temporary table ${sql.id(STAGE)} (row_number integer, bad text[], ${sql.join(columns)}) on commit drop`.execute(
    tx,
  );
}

/** Adds rows to the temporary table. parseCell has checked the values, so every text has its column's type. */
export async function stageRows(tx: Tx, registry: Registry, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = writableColumns(registry);
  const casts = columns.map((column) => {
    const cells = rows.map(({ values }) => values[column.name] ?? null);
    return sql`unnest(${cells}::text[])::${sqlType(column)} as ${sql.id(snake(column.name))}`;
  });
  // Names of columns have no comma.
  await sql`insert into ${sql.id(STAGE)}
            select unnest(${rows.map(({ row }) => row)}::integer[]),
                   string_to_array(unnest(${rows.map(({ bad }) => bad?.join(',') ?? '')}::text[]), ','),
                   ${sql.join(casts)}`.execute(tx);
}

/** Columns that the file or call lacks keep their value; a new row without a first day is valid from today. */
async function fillStage(tx: Tx, registry: Registry, given: ReadonlySet<string>, day: string): Promise<void> {
  const absent = writableColumns(registry).filter((column) => !given.has(column.name));
  if (absent.length > 0) {
    const columns = absent.map((column) => sql`${sql.id(snake(column.name))} = ${columnSql('t', column.name)}`);
    await sql`update ${sql.id(STAGE)} s set ${sql.join(columns)}
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

/** Restores leading zeros of references. */
async function restoreZeros(tx: Tx, registry: Registry): Promise<void> {
  for (const column of writableColumns(registry)) {
    const padded = column.references ? paddedCode(column) : undefined;
    if (!padded) continue;
    const value = columnSql('s', column.name);
    await sql`update ${sql.id(STAGE)} s set ${sql.id(snake(column.name))} = ${padded}
              where not ${isKnown(registry, column, value)} and ${isKnown(registry, column, padded)}`.execute(tx);
  }
}

interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

export interface Applied extends Counts {
  errors: ImportError[];
  errorCount: number;
  remarkCount: number;
  remarks: ImportRemark[];
  changeCount: number;
  changes: ImportChange[];
  manyChanges: boolean;
  emptied: string[];
}

export interface Apply {
  registry: Registry;
  mode: ApplyMode;
  /** Columns of the file or call. */
  given: ReadonlySet<string>;
  day: string;
  origin: AuditOrigin;
  /** A rehearsal: nothing is written. */
  dryRun?: boolean;
  /** Report values that would change only in form. */
  rehearsal?: boolean;
  /** Restore the leading zeros of references. */
  zeros?: boolean;
  imported?: boolean;
  /** The user has confirmed that the import changes many rows or empties a column. Single rows need no confirmation. */
  isConfirmed?: boolean;
  /** The row ends before its first day, so its period is empty. */
  neverBegins?: boolean;
  maxErrors: number;
  /** Receives the share of the work done, from 0 to 1. */
  onStep?: (share: number) => Promise<void>;
}

/**
 * Checks the rows and, if none is wrong and it is no rehearsal, writes them: it inserts new rows, updates changed ones,
 * skips equal ones, and writes an audit row with before and after for each change. Error: UnconfirmedImport.
 */
export async function applyStage(tx: Tx, wanted: Apply): Promise<Applied> {
  const { registry, given, day, onStep } = wanted;
  if (wanted.zeros) await restoreZeros(tx, registry);
  await fillStage(tx, registry, given, day);
  await sql`analyze ${sql.id(STAGE)}`.execute(tx);
  await onStep?.(STEPS.filled);
  const columns = writableColumns(registry);
  const judged = await sql<{ errors: BrokenRow[]; errorCount: number } & Counts>`
    with broken as materialized (${sql.join(rules(registry, wanted), sql` union all `)}),
    compared as (
      select ${columnSql('t', registry.key[0] ?? '')} is not null as found, ${differs(columns, 's', 't')} as changed
      from ${sql.id(STAGE)} s left join ${table(registry)} t on ${sameKey(registry, 't', 's')}
      where s.bad = '{}' and ${wholeKey(registry)} and s.row_number not in (select row from broken))
    select (select coalesce(jsonb_agg(first_ones), '[]') from (
              select * from broken order by row, "column", code limit ${wanted.maxErrors}) first_ones) as errors,
           (select count(*)::integer from broken) as "errorCount",
           count(*) filter (where not found)::integer as created,
           count(*) filter (where found and changed)::integer as updated,
           count(*) filter (where found and not changed)::integer as unchanged
    from compared`.execute(tx);
  const { errors, errorCount, ...counts } = judged.rows[0] ?? NOTHING;
  await onStep?.(STEPS.judged);
  const remarked = wanted.rehearsal ? await remarksOn(tx, registry, given) : { remarkCount: 0, remarks: [] };
  const changed = wanted.rehearsal ? await changesOf(tx, registry, given) : { changeCount: 0, changes: [] };
  const loss = wanted.imported
    ? {
        manyChanges: await changesMany(tx, registry, counts.updated),
        emptied: await emptiedColumns(tx, registry, given),
      }
    : { manyChanges: false, emptied: [] };
  const isWritten = errorCount === 0 && !wanted.dryRun && counts.created + counts.updated > 0;
  const isAsked = loss.manyChanges || loss.emptied.length > 0;
  if (isWritten && isAsked && !wanted.isConfirmed) throw new ApiError('UnconfirmedImport');
  if (isWritten) await write(tx, wanted, columns);
  await onStep?.(STEPS.written);
  return { errors: errors.map(said), errorCount, ...counts, ...remarked, ...changed, ...loss };
}

/** The broken rules without their helper columns. */
function said({ value, sameAs, suggestion, ...error }: BrokenRow): ImportError {
  return {
    ...error,
    ...(value === null ? {} : { value }),
    ...(sameAs === null ? {} : { sameAs }),
    ...(suggestion === null ? {} : { suggestion }),
  };
}

/**
 * Values that are written differently and mean the same: equal numbers (86.10 and 86.1), words that differ by script,
 * case or punctuation.
 */
async function remarksOn(
  tx: Tx,
  registry: Registry,
  given: ReadonlySet<string>,
): Promise<Pick<Applied, 'remarkCount' | 'remarks'>> {
  const changed = writableColumns(registry)
    .filter(({ name, kind }) => given.has(name) && !registry.key.includes(name) && (kind === 'text' || kind === 'code'))
    .map(({ name }) => {
      const [before, after] = [columnSql('t', name), columnSql('s', name)];
      return sql`select s.row_number as row, ${name}::text as "column", ${before} as before, ${after} as after
                 from ${sql.id(STAGE)} s join ${table(registry)} t on ${sameKey(registry, 't', 's')}
                 where ${before} <> ${after} and not ${name} = any (s.bad)`;
    });
  if (changed.length === 0) return { remarkCount: 0, remarks: [] };
  const number = (text: RawBuilder<unknown>) =>
    sql`case when ${text} ~ ${NUMBER} then replace(${text}, ',', '.')::numeric end`;
  const { rows } = await sql<ImportRemark & { total: number }>`
    select row, "column", left(before, ${SHOWN_VALUE}) as before, left(after, ${SHOWN_VALUE}) as after,
           count(*) over ()::integer as total
    from (${sql.join(changed, sql` union all `)}) changed
    where ${number(sql`before`)} = ${number(sql`after`)}
       or not (before ~ ${NUMBER} and after ~ ${NUMBER}) and pimis_search_text(before) = pimis_search_text(after)
    order by row, "column" limit ${MAX_REMARKS}`.execute(tx);
  return {
    remarkCount: rows[0]?.total ?? 0,
    remarks: rows.map(({ row, column, before, after }) => ({ row, column, before, after })),
  };
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
  await auditEach(tx, origin, {
    before: sql`with before as materialized (
      select ${idSql(registry, 't')} as id, ${rowJson(registry, 't')} as image
      from ${sql.id(STAGE)} s join ${table(registry)} t on ${sameKey(registry, 't', 's')}
      where ${differs(values, 's', 't')}),
    written as (
      insert into ${table(registry)} as t (${sql.join(names)})
      select ${sql.join(columns.map((column) => columnSql('s', column.name)))} from ${sql.id(STAGE)} s
      on conflict (${sql.join(keys)}) do update set ${sql.join(excluded)}
      where ${differs(values, 't', 'excluded')}
      returning ${idSql(registry, 't')} as id, ${rowJson(registry, 't')} as image)`,
    operation,
    subjectType: `registry.${registry.code}`,
    subjectId: sql`written.id`,
    detail: sql`jsonb_build_object('before', before.image, 'after', written.image,
                                   'imported', ${imported === true}::boolean)`,
    from: sql`from written left join before on before.id = written.id`,
  });
}
