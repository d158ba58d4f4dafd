import { textOf } from '@pimis/domain/text/text-of';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { RegistryChange, RegistryNames, RegistryRow, RegistryRowDetails } from '@pimis/contract/registries';
import { REGISTRY_SEARCH_MAX } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { searchWords } from '@pimis/domain/text/search';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { type Context, today } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { invalidFields } from '../../platform/errors.ts';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import {
  applyFilters,
  sortColumn,
  type TableFields,
  type TableQuery,
  readTableQuery,
} from '../../platform/lists/table-query.ts';
import { type NamedKey, nearCondition, nearRank, searchCondition, searchRank } from '../../platform/lists/search.ts';
import {
  columnSql,
  countsOn,
  idCondition,
  idSql,
  keeperOf,
  listFields,
  nameSql,
  sameKey,
  snake,
  sourceOf,
  validOn,
} from './table.ts';

const ALL = 'all';
const KEY: RawBuilder<unknown> = sql.ref('t.search_key');
const NAMED: NamedKey = { key: KEY, name: sql.ref('t.name') };

function shownColumns(registry: Registry, contacts: boolean): RegistryColumn[] {
  return registry.columns.filter((column) => contacts || !column.contact);
}

function selection(registry: Registry, contacts: boolean) {
  const columns = shownColumns(registry, contacts).map((column) => columnSql('t', column.name).as(column.name));
  const names = registry.columns.map((column) => column.name);
  if (!names.includes('id')) columns.push(idSql(registry, 't').as('id'));
  if (!names.includes('name')) columns.push(nameSql(registry, 't').as('name'));
  return columns;
}

interface RegistryQuery {
  list: TableQuery;
  search: string;
  /** All rows are counted without a bound. */
  exact: boolean;
  /** The last page, whatever its number. */
  end: boolean;
  conditions: RawBuilder<boolean>[];
}

/** Separates the filters of this interface from those of columns. */
function readQuery(
  registry: Registry,
  query: Record<string, unknown>,
  fields: TableFields,
  day: string,
): RegistryQuery {
  const special: TableFields = {
    search: { column: 't.search_key', kind: 'text' },
    validAt: { column: '', kind: 'text' },
  };
  // The parameter by which lookups request a number of rows (specification, "The calls it makes").
  const paged = query.limit === undefined ? query : { ...query, perPage: query.perPage ?? query.limit };
  const list = readTableQuery(paged, { ...fields, ...special }, ['search', 'exact', 'end', 'limit']);
  const value = (name: string) =>
    list.filters.find(({ field, bound }) => field === name && bound === 'equals')?.value ?? '';
  const search = (value('search') || textOf(query.search)).trim();
  if (search.length > REGISTRY_SEARCH_MAX) throw invalidFields({ 'filter[search]': 'InvalidField' });
  const at = value('validAt');
  if (at !== '' && at !== ALL && !isDay(at)) throw invalidFields({ 'filter[validAt]': 'InvalidField' });
  const conditions: RawBuilder<boolean>[] = [];
  if (at === '') conditions.push(validOn(registry, 't', day));
  else if (at !== ALL) conditions.push(countsOn(registry, 't', at));
  if (search !== '') conditions.push(registry.name ? nearCondition(NAMED, search) : searchCondition(KEY, search));
  const filters = list.filters.filter(({ field }) => !Object.hasOwn(special, field));
  const [exact, end] = [query.exact === 'true', query.end === 'true'];
  return { list: { ...list, filters }, search, exact, end, conditions };
}

function keyColumn(registry: Registry): string {
  return `t.${snake(registry.key[0] ?? '')}`;
}

/**
 * The order of a list: the requested one, otherwise the rank of the search, otherwise the newest days, otherwise the
 * key.
 */
function order(registry: Registry, { list, search }: RegistryQuery, fields: TableFields): RawBuilder<unknown>[] {
  const direction = sql.raw(list.descending ? 'desc' : 'asc');
  const key = registry.key.map((name) => columnSql('t', name));
  const sorted = list.sortBy === undefined ? undefined : fields[list.sortBy];
  if (sorted) {
    const last = sql.raw(sorted.nullable ? ' nulls last' : '');
    return [
      sql`${sql.raw(sortColumn(sorted, list.script))} ${direction}${last}`,
      ...key.map((column) => sql`${column} ${direction}`),
    ];
  }
  const own = registry.newestBy === undefined ? key : [sql`${columnSql('t', registry.newestBy)} desc`, ...key];
  if (search === '') return own;
  const name = registry.name ? [sql.raw(nameInOrder(`t.${snake(registry.name)}`, list.script))] : [];
  // A number is searched in every code; rows whose own key begins with it come first (specification: by id).
  const [start = ''] = searchWords(search);
  const ownKey = sql`(${sql.ref(keyColumn(registry))}::text not like ${`${start}%`})`;
  const rank = registry.name ? nearRank(NAMED, search) : searchRank(KEY, search);
  return [rank, ...(/^\d+$/.test(start) ? [ownKey] : []), ...name, ...own];
}

/** The table of a registry as `t`. Its name comes from the catalogue, so its type is known only at run time. */
function from(db: Database | Tx, registry: Registry) {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  return untyped.selectFrom(`${sourceOf(registry)} as t`);
}

type Rows = ReturnType<typeof from>;

async function countRows(db: Database, filtered: Rows, most: number | null): Promise<number> {
  const matching = filtered.select(sql`1`.as('one'));
  const { total } = await db
    .selectFrom((most === null ? matching : matching.limit(most)).as('matching'))
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The number of rows, if it follows from a page that is not full. */
function totalFromPage(rows: number, { perPage, page }: TableQuery): number | null {
  return rows < perPage && (rows > 0 || page === 1) ? (page - 1) * perPage + rows : null;
}

/** A page of the filtered rows in the requested order. */
async function pageOf(
  registry: Registry,
  left: Rows,
  { request, fields, contacts }: { request: RegistryQuery; fields: TableFields; contacts: boolean },
): Promise<RegistryRow[]> {
  const { perPage, page } = request.list;
  const rows = left.select(selection(registry, contacts));
  const ordered = order(registry, request, fields).reduce<typeof rows>((query, column) => query.orderBy(column), rows);
  return (await ordered
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()) as unknown as RegistryRow[];
}

/**
 * Rows of a registry: filters and order on every column, filter[search] over codes and names in either script with the
 * best hits first, filter[code] by its start, filter[validAt] a day or "all" (default: valid today). Rows are counted
 * up to COUNTED_ROWS, unless `exact` or the last page (`end`) is requested.
 */
export async function listRows(
  context: Pick<Context, 'db' | 'now'>,
  registry: Registry,
  query: Record<string, unknown>,
  contacts: boolean,
): Promise<{ rows: RegistryRow[]; totalRows: number; totalIsAtLeast: boolean }> {
  const { db } = context;
  const fields = listFields(registry, contacts);
  const request = readQuery(registry, query, fields, today(context));
  let filtered = applyFilters(from(db, registry), request.list, fields);
  for (const condition of request.conditions) filtered = filtered.where(condition);
  const { perPage } = request.list;
  const counted = request.end ? await countRows(db, filtered, null) : null;
  const page = counted === null ? request.list.page : Math.max(1, Math.ceil(counted / perPage));
  const paged = { ...request, list: { ...request.list, page } };
  const rows = await pageOf(registry, filtered, { request: paged, fields, contacts });
  const total = counted ?? totalFromPage(rows.length, paged.list);
  if (total !== null) return { rows, totalRows: total, totalIsAtLeast: false };
  return { rows, ...(await totalOf(db, filtered, request)) };
}

/** The number of rows, counted because the page does not show it. */
async function totalOf(db: Database, filtered: Rows, { exact }: RegistryQuery) {
  const total = await countRows(db, filtered, exact ? null : COUNTED_ROWS + 1);
  const isCapped = !exact && total > COUNTED_ROWS;
  return { totalRows: isCapped ? COUNTED_ROWS : total, totalIsAtLeast: isCapped };
}

/** Names of the rows to which codes of a page refer, by column and code: one query for each such column. */
export async function namesOfPage(
  db: Database,
  registry: Registry,
  rows: readonly RegistryRow[],
): Promise<RegistryNames> {
  const names: RegistryNames = {};
  for (const column of registry.columns) {
    const codes = [...new Set(rows.map((row) => row[column.name]).filter((code) => code !== null && code !== ''))];
    if (!column.references || codes.length === 0) continue;
    const target = registryOf(column.references);
    const key = sql`${columnSql('r', target.key[0] ?? '')}::text`;
    const found = await sql<{ code: string; name: string }>`
      select ${key} as code, ${nameSql(target, 'r')} as name from ${sql.table(sourceOf(target))} as r
      where ${columnSql('r', target.key[0] ?? '')} = any(${codes.map(String)})`.execute(db);
    names[column.name] = Object.fromEntries(found.rows.map(({ code, name }) => [code, name]));
  }
  return names;
}

/** Names of the rows that the codes of a row refer to, as one SQL object. */
function referenceNames(registry: Registry): RawBuilder<Record<string, string>> {
  const parts = registry.columns.flatMap((column) => {
    if (!column.references) return [];
    const target = registryOf(column.references);
    const [key = ''] = target.key;
    return [
      sql`${sql.lit(column.name)}, (select ${nameSql(target, 'r')} from ${sql.table(sourceOf(target))} as r
          where ${columnSql('r', key)}::text = ${columnSql('t', column.name)})`,
    ];
  });
  if (parts.length === 0) return sql`'{}'::jsonb`;
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(parts)}))`;
}

export interface FoundRow {
  row: RegistryRow;
  details: Omit<RegistryRowDetails, 'canWrite'>;
}

/** One row, valid or ended: old forms still show ended rows. */
export async function findRow(
  db: Database | Tx,
  registry: Registry,
  id: string,
  contacts: boolean,
): Promise<FoundRow | undefined> {
  const condition = idCondition(registry, 't', id);
  if (!condition) return undefined;
  const keeper = keeperOf(registry);
  const found = await from(db, registry)
    .select(selection(registry, contacts))
    .select(referenceNames(registry).as('$names'))
    .select(
      sql<string>`(select k.xmin::text from ${sql.table(sourceOf(keeper))} as k where ${sameKey(keeper, 'k', 't')})`.as(
        '$revision',
      ),
    )
    .where(condition)
    .executeTakeFirst();
  if (!found) return undefined;
  const { $names: names, $revision: revision, ...row } = found;
  return { row: row as unknown as RegistryRow, details: { names, revision } };
}

/** Changes of a row, newest first; only maintainers of the registry see who made them. */
export async function listChanges(
  db: Database,
  registry: Registry,
  id: string,
  page: { perPage: number; page: number },
  withUsers: boolean,
): Promise<{ rows: RegistryChange[]; totalRows: number }> {
  const changes = db
    .selectFrom('published.audit_log as audit_log')
    .where('subject_type', '=', `registry.${keeperOf(registry).code}`)
    .where('subject_id', '=', id);
  const { total } = await changes.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await changes
    .leftJoin('published.users as users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.at', 'audit_log.operation', 'users.name as user', 'audit_log.detail'])
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(page.perPage)
    .offset((page.page - 1) * page.perPage)
    .execute();
  return {
    totalRows: total,
    rows: rows.map((row) => {
      // The code that changes registries wrote it in this shape.
      const detail = row.detail as Pick<RegistryChange, 'before' | 'after'> & { imported?: boolean };
      return {
        at: row.at.toISOString(),
        operation: row.operation as RegistryChange['operation'],
        user: withUsers ? row.user : null,
        imported: detail.imported === true,
        before: detail.before,
        after: detail.after,
      };
    }),
  };
}
