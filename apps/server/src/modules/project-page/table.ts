import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import { COUNTED_ROWS, type LongListSchema } from '@pimis/contract/envelope';
import type { ProjectGroup, ProjectRow } from '@pimis/contract/projects';
import { PAGE_SIZES, PROJECT_STATUS } from '@pimis/domain/constants';
import { STAGES } from '@pimis/domain/workflow/phases';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { invalidFields } from '../../platform/errors.ts';
import { KEPT } from '../../platform/kept-plans.ts';
import {
  isReversed,
  type Order,
  orderWithin,
  type PageKey,
  readPageKey,
  halvesOf,
  type Window,
  windowCondition,
  windowOrder,
  writePageKey,
} from '../../platform/page-keys.ts';
import { filterConditions, type TableField, type TableQuery, readTableQuery } from '../../platform/paging.ts';
import { followedCondition, waitingForList } from '../projects/list-conditions.ts';
import { seenProjects } from '../projects/visibility.ts';
import { waitingCondition, waitsBy, waitsByState } from '../projects/waiting.ts';
import { type RowOfPage, rowsOf, rowsOfPage, toRow } from './list.ts';
import { fieldsOf, hasIndex, JOINS, SORTED_BESIDE } from './table-fields.ts';

/** So many rows are read from the beginning; what lies deeper is looked for from the nearer end. */
const DEEP_ROWS = 1_000;
const DEFAULT_SORT = 'lastChangeDate';

/** What may be counted by the states of projects alone. */
const COUNTED_FIELDS: readonly string[] = ['phase', 'phaseStatus', 'status', 'foreignFunds', 'stage'];

const isTab = (name: string): name is keyof typeof PROJECT_STATUS => Object.hasOwn(PROJECT_STATUS, name);
const EXTRA = ['status', 'merge', 'organizationId', 'pendingForList', 'waitingForMe', 'followed'];
const PAGING = ['exact', 'end', 'after', 'before', 'groups'];

/** The query of the table: its fields, where it starts, and which projects it holds. */
function readTable(user: CurrentUser, query: Record<string, string>, day: string, now: Date) {
  const sight = seenProjects(user);
  const fields = fieldsOf(day, sight.all ? 'all' : 'own');
  const list = readTableQuery(query, fields, [...EXTRA, ...PAGING]);
  const tab = query.status ?? 'pending';
  if (!isTab(tab)) throw invalidFields({ status: 'InvalidField' });
  const conditions = [sql<boolean>`projects.status = ${sql.lit(PROJECT_STATUS[tab])}`, sight.condition];
  // Kept counts know of states alone.
  let byState = true;
  if (query.waitingForMe === 'true') {
    conditions.push(waitingCondition(user));
    byState = waitsByState(user);
    if (!byState) conditions.push(waitsBy(now));
  }
  const narrow = (condition: RawBuilder<boolean>) => {
    conditions.push(condition);
    byState = false;
  };
  if (query.organizationId) narrow(sql<boolean>`projects.organization_id = ${query.organizationId}`);
  if (query.merge === 'true') narrow(sql<boolean>`not projects.is_merged`);
  if (query.followed === 'true') narrow(followedCondition(user));
  if (query.pendingForList) {
    if (!/^[1-6]$/.test(query.pendingForList)) throw invalidFields({ pendingForList: 'InvalidField' });
    narrow(waitingForList(Number(query.pendingForList)));
  }
  conditions.push(...filterConditions(list, fields));
  byState &&= list.filters.every(({ field }) => COUNTED_FIELDS.includes(field));
  const narrowed = conditions.length > 2;
  // One filter of a column that has an index of its own, with the state, is counted without the projects themselves.
  const byIndex = sight.all && conditions.length === 3 && list.filters.every(({ field }) => hasIndex(fields, field));
  return { sight, fields, list, where: sql<boolean>`${sql.join(conditions, sql` and `)}`, byState, narrowed, byIndex };
}

type Table = ReturnType<typeof readTable>;

interface Counted {
  total: number;
  /** There are more than `total`. */
  atLeast: boolean;
}

/** How the rows of the table are counted: one row with `total`; bounded, it is no more than COUNTED_ROWS and one. */
interface Counting {
  select: RawBuilder<{ total: number }>;
  bounded: boolean;
}

/** What stands beside the projects to sort them by the field. */
function besideOf({ sight }: Table, sortBy: string): RawBuilder<unknown> {
  const beside = SORTED_BESIDE[sortBy];
  return beside === undefined ? sql`` : JOINS[beside][sight.all ? 'all' : 'own'];
}

/**
 * How many projects the table holds. Exact where counts are kept or one organization's rows are all of them, and when it
 * is asked for; else no more than COUNTED_ROWS are counted, and `atLeast` says that there are more.
 */
function counting(table: Table, exact: boolean): Counting {
  const { sight, where } = table;
  if (sight.all && table.byState) {
    const select = sql<{ total: number }>`
      select coalesce(sum(projects), 0)::integer as total from published.project_counts as projects where ${where}`;
    return { select, bounded: false };
  }
  const bounded = !exact && (sight.all || table.narrowed);
  const select = sql<{ total: number }>`
    select count(*)::integer as total
    from (select 1 from ${sight.table} where ${where}
          ${bounded ? sql`limit ${COUNTED_ROWS + 1}` : sql``}) found`;
  return { select, bounded };
}

function countedBy({ bounded }: Counting, found: number | undefined): Counted {
  const total = found ?? 0;
  const atLeast = bounded && total > COUNTED_ROWS;
  return { total: atLeast ? COUNTED_ROWS : total, atLeast };
}

async function countTable(db: Database, table: Table, exact: boolean): Promise<Counted> {
  const count = counting(table, exact);
  const { rows } = await count.select.execute(db);
  return countedBy(count, rows[0]?.total);
}

/** The window of the page that was asked for: by its number from the nearer end, or beside a row. */
function windowOf(list: TableQuery, query: Record<string, string>, counted: Counted | null): Window {
  const { perPage, page } = list;
  for (const side of ['after', 'before'] as const) {
    const key = query[side];
    if (key) return { kind: 'beside', key: readPageKey(key, side), side, take: perPage };
  }
  if (query.end === 'true') return { kind: 'numbered', skip: 0, take: perPage, fromEnd: true };
  const skip = (page - 1) * perPage;
  const fromEnd = counted !== null && !counted.atLeast && skip > counted.total / 2 && skip < counted.total;
  if (!fromEnd) return { kind: 'numbered', skip, take: perPage, fromEnd };
  const take = Math.min(perPage, counted.total - skip);
  return { kind: 'numbered', skip: counted.total - skip - take, take, fromEnd };
}

const TYPES: Readonly<Record<TableField['kind'], string>> = {
  text: 'text',
  code: 'text',
  integer: 'integer',
  money: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
};

/** Projects of the whole table by stage, in the order of the stages, with what they cost together. */
async function groupsOf(db: Database, table: Table): Promise<ProjectGroup[]> {
  const { rows } = await sql<{ place: number; projects: number; totalValue: string }>`
    select ${sql.raw(table.fields.stage?.column ?? '')} as place, count(*)::integer as projects,
           coalesce(sum(projects.total_value), 0)::numeric(20, 2)::text as "totalValue"
    from ${table.sight.table} where ${table.where}
    group by place order by place`.execute(db);
  return rows.flatMap(({ place, ...group }) => {
    const stage = STAGES[place - 1];
    return stage ? [{ stage, ...group }] : [];
  });
}

/** The project table: a page of the pending, finished or archived projects that the user may see. */
export async function listProjects(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  { day, now }: { day: string; now: Date },
): Promise<{ rows: ProjectRow[]; additional: Static<typeof LongListSchema> & { groups: ProjectGroup[] | null } }> {
  const table = readTable(user, query, day, now);
  const { list, fields } = table;
  const sortBy = list.sortBy ?? DEFAULT_SORT;
  const field = fields[sortBy];
  if (!field) throw new Error(`No field ${sortBy}`);
  const order: Order = {
    column: field.column,
    id: 'projects.id',
    type: sortBy === 'code' ? 'citext' : TYPES[field.kind],
    descending: list.sortBy === undefined || list.descending,
    nullable: field.nullable ?? false,
  };
  const opened = openedWindow(table, query);
  const page = opened
    ? await openPage(db, table, order, opened, { day, query })
    : await findPage(db, table, order, query);
  const ids = page.found.map(({ id }) => id);
  const rows = page.rows ?? (await rowsOf(db, ids, day));
  const [first, last] = [page.found[0], page.found.at(-1)].map((end) => end && writePageKey(end));
  return {
    rows,
    additional: {
      totalRows: page.total,
      totalIsAtLeast: page.atLeast,
      keys: first === undefined || last === undefined ? null : { first, last },
      groups: query.groups === 'true' && !page.atLeast && page.total <= COUNTED_ROWS ? await groupsOf(db, table) : null,
    },
  };
}

interface PageOfRows extends Counted {
  found: PageKey[];
  /** What the table shows of them, where it was read with them. */
  rows?: ProjectRow[];
}

/** The window of a first or last page that everybody opens, of all projects that one sees; null for any other. */
function openedWindow({ list, fields, narrowed }: Table, query: Record<string, string>): Window | null {
  const window = windowOf(list, query, null);
  // What is computed from the day has another text on each.
  if (fields[list.sortBy ?? DEFAULT_SORT]?.computed === true) return null;
  if (narrowed || window.kind !== 'numbered' || window.skip > 0) return null;
  return PAGE_SIZES.includes(window.take) ? window : null;
}

/**
 * Such a page with its rows and the number of all, in one statement. Its texts are few and their plans the same for
 * whoever asks, so they are kept.
 */
async function openPage(
  db: Database,
  table: Table,
  order: Order,
  window: Window,
  { day, query }: { day: string; query: Record<string, string> },
): Promise<PageOfRows> {
  const within = orderWithin({ ...order, column: 'page.key', id: 'page.id' }, window);
  const page = rowsOfPage(db, sortedPage(table, order, window), day).orderBy(within);
  const { rows } = await sql<{ total: number } & (RowOfPage | { id: null })>`
    select ${KEPT} counted.total, page.*
    from (${counting(table, false).select}) counted left join lateral (${page}) page on true`.execute(db);
  const total = rows[0]?.total ?? 0;
  const read = trimmed(rowsIn(rows, window), total, table.list, query);
  return { total, atLeast: false, found: read, rows: read.map(toRow) };
}

async function findPage(db: Database, table: Table, order: Order, query: Record<string, string>): Promise<PageOfRows> {
  const exact = query.exact === 'true';
  // Kept counts tell whether the projects of a state are few; of another filter that is found by looking for them.
  const kept = table.narrowed && table.sight.all && table.byState ? await countTable(db, table, exact) : null;
  if (table.narrowed && (kept === null || kept.total <= COUNTED_ROWS)) {
    const few = await findAmongFew(db, table, order, windowOf(table.list, query, null));
    if (few) return { ...few, found: trimmed(few.found, few.total, table.list, query) };
    if (!exact) {
      const found = await findSorted(db, table, order, windowOf(table.list, query, null));
      return { total: COUNTED_ROWS, atLeast: true, found };
    }
  }
  const deep = table.list.page * table.list.perPage > DEEP_ROWS;
  if (!deep && kept === null) return findWithTotal(db, table, order, query);
  const counted = kept ?? (await countTable(db, table, exact));
  const found = await findSorted(db, table, order, windowOf(table.list, query, counted));
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, table.list, query) };
}

/** The last page holds what the pages before it leave. */
function trimmed<Row>(found: Row[], total: number, { perPage }: TableQuery, query: Record<string, string>): Row[] {
  return query.end === 'true' ? found.slice(-(total % perPage || perPage)) : found;
}

/** A page along the index of its order: for what most rows of the table fit. */
function sortedPage(table: Table, order: Order, window: Window): RawBuilder<PageKey> {
  const { sight, where, list, fields } = table;
  const sortBy = list.sortBy ?? DEFAULT_SORT;
  const from = sql`${sight.table} ${besideOf(table, sortBy)} where ${where}`;
  if (sight.all && fields[sortBy]?.computed === true) return halvesOf(from, order, window);
  const behind = windowCondition(order, window);
  return sql<PageKey>`
    select projects.id, (${sql.raw(order.column)})::text as value, ${sql.raw(order.column)} as key
    from ${from} ${behind === null ? sql`` : sql`and ${behind}`} ${windowOrder(order, window)}`;
}

async function findSorted(db: Database, table: Table, order: Order, window: Window): Promise<PageKey[]> {
  const { rows } = await sortedPage(table, order, window).execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/** The number of all rows with one page of them; a page that was not found is one row without a number. */
type TotalWithPage = { total: number } & ({ id: number; value: string | null } | { id: null });

/** The rows of the page, in the order of the list. */
function rowsIn<Row extends { id: number | null }>(rows: readonly Row[], window: Window) {
  const found = rows.filter((row): row is Extract<Row, { id: number }> => row.id !== null);
  return isReversed(window) ? found.reverse() : found;
}

/** A page near an end of the table and the number of all, in one statement. */
async function findWithTotal(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows> {
  const window = windowOf(table.list, query, null);
  const count = counting(table, query.exact === 'true');
  const { rows } = await sql<TotalWithPage>`
    select counted.total, page.id, page.value
    from (${count.select}) counted left join lateral (${sortedPage(table, order, window)}) page on true`.execute(db);
  const counted = countedBy(count, rows[0]?.total);
  const found = rowsIn(rows, window);
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, table.list, query) };
}

/**
 * Count and page of what a filter leaves, found by the filter and sorted then; null when more than COUNTED_ROWS are left.
 * Among so many the next rows of the order are near, while the few of a narrow filter would be looked for in all of it.
 */
async function findAmongFew(db: Database, table: Table, order: Order, window: Window): Promise<PageOfRows | null> {
  const { sight, where, list, byIndex } = table;
  const picked = { ...order, column: 'few.value', id: 'few.id' };
  const behind = windowCondition(picked, window);
  const most = sql`limit ${COUNTED_ROWS + 1}`;
  // What an index counts is counted first, and read only when it is few.
  const first = sql`with counted as materialized (
    select count(*)::integer as total from (select from ${sight.table} where ${where} ${most}) found),`;
  const { rows } = await sql<TotalWithPage>`
    ${byIndex ? first : sql`with`} few as materialized (
      select projects.id, ${sql.raw(order.column)} as value
      from ${sight.table} ${besideOf(table, list.sortBy ?? DEFAULT_SORT)}
      where ${where} ${byIndex ? sql`and (select total from counted) <= ${COUNTED_ROWS}` : sql``} ${most})
    ${byIndex ? sql`` : sql`, counted as (select count(*)::integer as total from few)`}
    select counted.total, page.id, page.value::text as value
    from counted left join lateral (
      select few.id, few.value from few
      where counted.total <= ${COUNTED_ROWS} ${behind === null ? sql`` : sql`and ${behind}`}
      ${windowOrder(picked, window)}) page on true`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (total > COUNTED_ROWS) return null;
  return { total, atLeast: false, found: rowsIn(rows, window) };
}
