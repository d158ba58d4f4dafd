import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { ProjectRow } from '@pimis/contract/projects';
import { PAGE_SIZES } from '@pimis/domain/constants';
import { searchWords } from '@pimis/domain/text/search';
import type { Database } from '../../platform/database.ts';
import { KEPT, KEPT_OF_MANY } from '../../platform/kept-plans.ts';
import {
  halvesOf,
  isReversed,
  type Order,
  orderWithin,
  type PageKey,
  readPageKey,
  type Window,
  windowCondition,
  windowOrder,
} from '../../platform/page-keys.ts';
import type { TableQuery } from '../../platform/paging.ts';
import { covertly, openly } from '../../platform/search.ts';
import { type RowOfPage, rowsOfPage, toRow } from './list.ts';
import { type Counted, counting, countedBy, countTable, isManyStill, knownOf, rememberMany } from './table-counts.ts';
import { JOINS, SORTED_BESIDE } from './table-fields.ts';
import { DEFAULT_SORT, type Table } from './table-query.ts';

/** So many rows are read from the beginning; what lies deeper is looked for from the nearer end. */
const DEEP_ROWS = 1_000;

/** What stands beside the projects to sort them by the field. */
function besideOf({ sight }: Table, sortBy: string): RawBuilder<unknown> {
  const beside = SORTED_BESIDE[sortBy];
  return beside === undefined ? sql`` : JOINS[beside][sight.all ? 'all' : 'own'];
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

interface PageOfRows extends Counted {
  found: PageKey[];
  /** What the table shows of them, where it was read with them. */
  rows?: ProjectRow[];
}

/** The window of a first or last page that everybody opens, of all projects that one sees; null for any other. */
export function openedWindow({ list, fields, narrowed }: Table, query: Record<string, string>): Window | null {
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
export async function openPage(
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

/** A page of the table, with how many projects it holds. */
export async function findPage(
  db: Database,
  table: Table,
  order: Order,
  { query, now }: { query: Record<string, string>; now: Date },
): Promise<PageOfRows> {
  const { list, narrowed } = table;
  const exact = query.exact === 'true';
  const known = await knownOf(db, table);
  const kept = known !== null && known.least === known.most ? { total: known.least, atLeast: false } : null;
  if (kept !== null && known !== null && known.all !== null) {
    const found = await findTallied(db, table, order, windowOf(list, query, kept), { ...kept, all: known.all });
    return { ...kept, found: trimmed(found, kept.total, list, query) };
  }
  const many = (known !== null && known.least > COUNTED_ROWS) || isManyStill(db, table, now);
  if (narrowed && !many) {
    const few = await findAmongFew(db, table, order, windowOf(list, query, null));
    if (few) return { ...few, found: trimmed(few.found, few.total, list, query) };
    rememberMany(db, table, now);
  }
  if (narrowed && kept === null && !exact) {
    const found = await findSorted(db, table, order, windowOf(list, query, null));
    return { total: COUNTED_ROWS, atLeast: true, found };
  }
  const deep = list.page * list.perPage > DEEP_ROWS;
  if (!deep && kept === null) return findWithTotal(db, table, order, query);
  const counted = kept ?? (await countTable(db, table, exact));
  const found = await findSorted(db, table, order, windowOf(list, query, counted));
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, list, query) };
}

/** The last page holds what the pages before it leave. */
function trimmed<Row>(found: Row[], total: number, { perPage }: TableQuery, query: Record<string, string>): Row[] {
  return query.end === 'true' ? found.slice(-(total % perPage || perPage)) : found;
}

/** A page along the index of its order: for what most rows of the table fit. */
function sortedPage(table: Table, order: Order, window: Window): RawBuilder<PageKey> {
  const { sight, passing, list, fields } = table;
  const sortBy = list.sortBy ?? DEFAULT_SORT;
  const from = sql`${sight.table} ${besideOf(table, sortBy)} where ${passing(openly)}`;
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

/** What a filter leaves, found by the filter and sorted then. */
async function findFound(db: Database, table: Table, order: Order, window: Window): Promise<PageKey[]> {
  const picked = { ...order, column: 'few.value', id: 'few.id' };
  const behind = windowCondition(picked, window);
  // Nothing of the order is to be seen within: the planner would walk it.
  const { rows } = await sql<PageKey>`
    select few.id, few.value::text as value
    from (select projects.id, ${sql.raw(order.column)} as value
          from ${table.sight.table} ${besideOf(table, table.list.sortBy ?? DEFAULT_SORT)} where ${table.where} offset 0) few
    ${behind === null ? sql`` : sql`where ${behind}`} ${windowOrder(picked, window)}`.execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/**
 * So many rows are passed in the time that one takes that is found by a filter and sorted: in the order in which the list
 * opens, whose index has what the filters of tallies look at, and in any other.
 */
const PASSED_FOR_SORTED = { opens: 3, other: 1 };

/** Of filters with more words plans are not kept: each number of words is another text. */
const WORDS_OF_KEPT = 2;

/** A page of a size that screens offer, of a filter with few words: what is asked so has not many texts. */
const isKept = ({ filters }: TableQuery, { take }: Window) =>
  PAGE_SIZES.includes(take) && filters.every(({ value }) => searchWords(value).length <= WORDS_OF_KEPT);

/**
 * A page of what a filter leaves, of which it is known how many there are: along the index of its order, but no further
 * than in the time that finding and sorting all would take; for they may lie far from where they should.
 */
async function findTallied(
  db: Database,
  table: Table,
  order: Order,
  window: Window,
  { total, all }: { total: number; all: number },
): Promise<PageKey[]> {
  const { list, fields, sight, status, passing } = table;
  const sortBy = list.sortBy ?? DEFAULT_SORT;
  const skip = window.kind === 'numbered' ? window.skip : 0;
  const expected = Math.min(window.take, total - skip);
  if (expected <= 0) return [];
  // Sorted by what stands elsewhere, or is computed: no index of the projects themselves has the order.
  if (SORTED_BESIDE[sortBy] !== undefined || fields[sortBy]?.computed === true) {
    return total > COUNTED_ROWS ? findSorted(db, table, order, window) : findFound(db, table, order, window);
  }
  const most = total * (sortBy === DEFAULT_SORT ? PASSED_FOR_SORTED.opens : PASSED_FOR_SORTED.other);
  if (((skip + expected) * all) / total > most) return findFound(db, table, order, window);
  const behind = windowCondition(order, window);
  // The same plan for whatever is looked for; how far it goes is written out, in steps, so that texts stay few.
  const passed = 2 ** Math.ceil(Math.log2(most));
  const [mark, tell] = isKept(list, window) ? [KEPT_OF_MANY, covertly] : [sql``, openly];
  const { rows } = await sql<PageKey>`
    select ${mark} projects.id, (${sql.raw(order.column)})::text as value
    from (select projects.* from ${sight.table}
          where projects.status = ${sql.lit(status)} ${behind === null ? sql`` : sql`and ${behind}`}
          order by ${orderWithin(order, window)} limit ${sql.lit(passed)}) projects
    where ${passing(tell)} ${windowOrder(order, window)}`.execute(db);
  if (rows.length < expected && passed < all) return findFound(db, table, order, window);
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
