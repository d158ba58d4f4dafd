import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { ProjectRow } from '@pimis/contract/projects';
import { PAGE_SIZES } from '@pimis/domain/constants';
import { isManyStill, rememberMany } from '../../platform/counted-as-many.ts';
import type { Database } from '../../platform/database.ts';
import { KEPT } from '../../platform/kept-plans.ts';
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
import { keptForFew, openly } from '../../platform/search.ts';
import { firstUnder, type Postings, postedUnder } from '../projects/postings.ts';
import { type RowOfPage, rowsOfPage, toRow } from './list.ts';
import { type Counted, counting, countedBy, countTable, knownOf } from './table-counts.ts';
import { FEW_PASSED, JOINS, SORTED_BESIDE } from './table-fields.ts';
import type { Table } from './table-query.ts';

/**
 * A page of the project table, and how many projects the table holds. There are two ways to a page: to walk along the
 * index of its order and pass what the table does not hold, or to find by the filter all that it holds and sort that. The
 * first is quick where a filter leaves many, the second where it leaves few; `findPage` chooses by how many there are
 * (docs/decisions/0036-long-lists.md; docs/decisions/0130-tallies.md).
 */

/** So many rows are read from the beginning; what lies deeper is looked for from the nearer end. */
const DEEP_ROWS = 1_000;

/**
 * The window of the page that was asked for: by its number, or beside a row. Where it is known how many projects there
 * are (null where it is not), a deep page is read from the nearer end.
 */
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
  /** The rows of the page, in the order of the table. */
  found: PageKey[];
  /** What the table shows of them, where it was read with them. */
  rows?: ProjectRow[];
}

/** The window of a first or last page that everybody opens, of all projects that one sees; null for any other. */
export function openedWindow({ list, fields, narrowed, sortBy }: Table, query: Record<string, string>): Window | null {
  const window = windowOf(list, query, null);
  // What is computed from the day has another text on each.
  if (fields[sortBy]?.computed === true) return null;
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
  const page = rowsOfPage(db, walkedPage(table, order, window), day).orderBy(within);
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
  const known = await knownOf(db, table);
  if (known !== null && known.least === known.most) {
    return findKnown(db, table, order, query, { total: known.least, all: known.all });
  }
  if (!table.narrowed) return findAndCount(db, table, order, query);
  const { postings } = table;
  if (postings && known !== null && known.most !== null && known.most <= POSTED_AT_ONCE) {
    return findAmongPosted(db, table, postings, order, query);
  }
  const many = (known !== null && known.least > COUNTED_ROWS) || isManyStill(db, table.shared, now);
  if (!many) {
    const page = await findCounting(db, table, order, query);
    if (page?.atLeast !== false) rememberMany(db, table.shared, now);
    if (page) return page;
  }
  if (query.exact === 'true') return findAndCount(db, table, order, query);
  const found = await findWalking(db, table, order, windowOf(table.list, query, null));
  return { total: COUNTED_ROWS, atLeast: true, found };
}

/**
 * A page of what a filter leaves, of which it is known how many there are (`total`): by tallies, which know too how many
 * are on the tab (`all`), or by the kept counts of states, which are not asked for that (null).
 */
async function findKnown(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
  { total, all }: { total: number; all: number | null },
): Promise<PageOfRows> {
  if (all === null && total <= COUNTED_ROWS) {
    const few = await findCounting(db, table, order, query);
    if (few && !few.atLeast) return few;
  }
  const counted = { total, atLeast: false };
  const window = windowOf(table.list, query, counted);
  const found =
    all === null
      ? await findWalking(db, table, order, window)
      : await findTallied(db, table, order, window, { total, all });
  return { ...counted, found: trimmed(found, total, table.list, query) };
}

/** A page by walking, with the number of all: a deep one is counted first, to be read from the nearer end. */
async function findAndCount(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows> {
  const { list } = table;
  if (list.page * list.perPage <= DEEP_ROWS) return findWithTotal(db, table, order, query);
  const counted = await countTable(db, table, query.exact === 'true');
  const found = await findWalking(db, table, order, windowOf(list, query, counted));
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, list, query) };
}

/** The last page holds what the pages before it leave. */
function trimmed<Row>(found: Row[], total: number, { perPage }: TableQuery, query: Record<string, string>): Row[] {
  return query.end === 'true' ? found.slice(-(total % perPage || perPage)) : found;
}

/** The number of all rows with one page of them; a page that was not found is one row without a number. */
type TotalWithPage = { total: number } & ({ id: number; value: string | null } | { id: null });

/** The rows of a page that stand in a statement's answer, in the order of the table. */
function rowsIn<Row extends { id: number | null }>(rows: readonly Row[], window: Window) {
  const found = rows.filter((row): row is Extract<Row, { id: number }> => row.id !== null);
  return isReversed(window) ? found.reverse() : found;
}

/** What stands beside the projects to sort them by the field. */
function besideOf({ sight, sortBy }: Table): RawBuilder<unknown> {
  const beside = SORTED_BESIDE[sortBy];
  return beside === undefined ? sql`` : JOINS[beside][sight.all ? 'all' : 'own'];
}

/** A page by walking along the index of its order. */
function walkedPage(table: Table, order: Order, window: Window): RawBuilder<PageKey> {
  const { sight, passing, fields, sortBy } = table;
  const from = sql`${sight.table} ${besideOf(table)} where ${passing({ tell: openly, few: false })}`;
  if (sight.all && fields[sortBy]?.computed === true) return halvesOf(from, order, window);
  const behind = windowCondition(order, window);
  return sql<PageKey>`
    select projects.id, (${sql.raw(order.column)})::text as value, ${sql.raw(order.column)} as key
    from ${from} ${behind === null ? sql`` : sql`and ${behind}`} ${windowOrder(order, window)}`;
}

async function findWalking(db: Database, table: Table, order: Order, window: Window): Promise<PageKey[]> {
  const { rows } = await walkedPage(table, order, window).execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/** What a filter leaves, found by the filter and sorted then. */
async function findSorting(db: Database, table: Table, order: Order, window: Window): Promise<PageKey[]> {
  const picked = { ...order, column: 'few.value', id: 'few.id' };
  const behind = windowCondition(picked, window);
  // Nothing of the order is to be seen within: the planner would walk it.
  const { rows } = await sql<PageKey>`
    select few.id, few.value::text as value
    from (select projects.id, ${sql.raw(order.column)} as value
          from ${table.sight.table} ${besideOf(table)} where ${table.where} offset 0) few
    ${behind === null ? sql`` : sql`where ${behind}`} ${windowOrder(picked, window)}`.execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/**
 * So many rows are passed in the time that one takes that is found by a filter and sorted: in the order in which the table
 * opens, whose index has what the filters of tallies look at, and in any other, where each row passed is read.
 */
const PASSED_FOR_SORTED = { opens: 3, other: 0.25 };
/** So many are found and sorted at once where the order is of another table, or computed, and no way can be bounded. */
const SORTED_AT_ONCE = 2 * COUNTED_ROWS;

/** Where so many projects have to be passed for a page, ends of postings are read instead. */
const PASSED_FOR_POSTED = 1_000;
/** And where a page is not found among so many times as many as were to be passed. */
const PASSED_FOR_EXPECTED = 4;
/** So many rows of postings are put together to count the projects in them. */
const POSTED_AT_ONCE = 3 * COUNTED_ROWS;

/** How a statement is marked and told: kept for a page of a size that screens offer, of a filter with few words. */
const keptFor = ({ filters }: TableQuery, { take }: Window) =>
  PAGE_SIZES.includes(take) ? keptForFew(filters.map(({ value }) => value)) : ([sql``, openly] as const);

/**
 * A page of what a filter leaves, of which tallies know how many there are: by the way that passes fewer rows. Where it is
 * walked, then no further than in about the time that the other ways would take, as they may lie far from where they are
 * expected: spread evenly over the tab.
 */
async function findTallied(
  db: Database,
  table: Table,
  order: Order,
  window: Window,
  { total, all }: { total: number; all: number },
): Promise<PageKey[]> {
  const { fields, sortBy, opens, postings } = table;
  const skip = window.kind === 'numbered' ? window.skip : 0;
  const expected = Math.min(window.take, total - skip);
  if (expected <= 0) return [];
  // Sorted by what stands elsewhere, or is computed: no index of the projects themselves has the order.
  if (SORTED_BESIDE[sortBy] !== undefined || fields[sortBy]?.computed === true) {
    return total > SORTED_AT_ONCE ? findWalking(db, table, order, window) : findSorting(db, table, order, window);
  }
  const toPass = ((skip + expected) * all) / total;
  const mostForSorted = total * (opens ? PASSED_FOR_SORTED.opens : PASSED_FOR_SORTED.other);
  const way = postings
    ? {
        walks: (window.take * all) / total <= PASSED_FOR_POSTED,
        most: toPass * PASSED_FOR_EXPECTED,
        otherwise: () => findPosted(db, table, postings, order, window),
      }
    : {
        walks: toPass <= mostForSorted,
        most: mostForSorted,
        otherwise: () => findSorting(db, table, order, window),
      };
  if (!way.walks) return way.otherwise();
  // In steps: it is part of the text of a kept statement, and these are to be few.
  const passed = 2 ** Math.ceil(Math.log2(Math.max(1, way.most)));
  const found = await findPassing(db, table, order, window, passed);
  return found.length < expected && passed < all ? way.otherwise() : found;
}

/** A page by walking past so many projects of the tab at most: what is found by then. One plan for whatever is looked for. */
async function findPassing(
  db: Database,
  { sight, status, passing, list }: Table,
  order: Order,
  window: Window,
  passed: number,
): Promise<PageKey[]> {
  const behind = windowCondition(order, window);
  const [mark, tell] = keptFor(list, window);
  const { rows } = await sql<PageKey>`
    select ${mark} projects.id, (${sql.raw(order.column)})::text as value
    from (select projects.* from ${sight.table}
          where projects.status = ${sql.lit(status)} ${behind === null ? sql`` : sql`and ${behind}`}
          order by ${orderWithin(order, window)} limit ${sql.lit(passed)}) projects
    where ${passing({ tell, few: passed <= FEW_PASSED })} ${windowOrder(order, window)}`.execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/** A page of what stands in postings, put together from an end of each key. */
async function findPosted(
  db: Database,
  { status, list }: Table,
  postings: readonly Postings[],
  order: Order,
  window: Window,
): Promise<PageKey[]> {
  const [mark, tell] = keptFor(list, window);
  const { rows } = await sql<PageKey>`
    select ${mark} posted.id, posted.value::text as value
    from (${firstUnder(postings, status, tell, { descending: order.descending, window })}) posted
    ${windowOrder({ ...order, column: 'posted.value', id: 'posted.id' }, window)}`.execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/** Count and page of what stands in postings. */
async function findAmongPosted(
  db: Database,
  { status, list }: Table,
  postings: readonly Postings[],
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows> {
  const window = windowOf(list, query, null);
  const picked = { ...order, column: 'posted.value', id: 'posted.id' };
  const behind = windowCondition(picked, window);
  const { rows } = await sql<TotalWithPage>`
    with posted as materialized (${postedUnder(postings, status, openly)}),
      counted as (select count(*)::integer as total from posted)
    select counted.total, page.id, page.value::text as value
    from counted left join lateral (
      select posted.id, posted.value from posted ${behind === null ? sql`` : sql`where ${behind}`}
      ${windowOrder(picked, window)}) page on true`.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total, atLeast: false, found: trimmed(rowsIn(rows, window), total, list, query) };
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
    from (${count.select}) counted left join lateral (${walkedPage(table, order, window)}) page on true`.execute(db);
  const counted = countedBy(count, rows[0]?.total);
  const found = rowsIn(rows, window);
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, table.list, query) };
}

/**
 * Count and page of what a filter leaves: found by the filter and sorted then, or, where more than COUNTED_ROWS are left,
 * walked to. Among so many the next rows of the order are near, while the few of a narrow filter would be looked for in
 * all of it. Null where there are so many and `exact` asks for their number.
 */
async function findCounting(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows | null> {
  const { sight, where, byIndex, list } = table;
  const exact = query.exact === 'true';
  const window = windowOf(list, query, null);
  const picked = { ...order, column: 'few.value', id: 'few.id' };
  const behind = windowCondition(picked, window);
  const most = sql`limit ${COUNTED_ROWS + 1}`;
  const whole = sql`select projects.id, ${sql.raw(order.column)} as value
    from ${sight.table} ${besideOf(table)} where ${where}`;
  const isFew = sql`counted.total <= ${COUNTED_ROWS}`;
  // What an index counts is counted first, and read only when it is few. Nothing of the order is to be seen within.
  const counted = byIndex
    ? sql`counted as materialized (
        select count(*)::integer as total from (select from ${sight.table} where ${where} ${most}) found)`
    : sql`few as materialized (${whole} ${most}), counted as (select count(*)::integer as total from few)`;
  const few = byIndex ? sql`(${whole} and ${isFew} offset 0) few` : sql`few`;
  const walked = sql`union all
    select walked.id, walked.key from (${walkedPage(table, order, window)}) walked where not (${isFew})`;
  const { rows } = await sql<TotalWithPage>`
    with ${counted}
    select counted.total, page.id, page.value::text as value
    from counted left join lateral (
      (select few.id, few.value from ${few}
       where ${isFew} ${behind === null ? sql`` : sql`and ${behind}`}
       ${windowOrder(picked, window)})
      ${exact ? sql`` : walked}) page on true`.execute(db);
  const total = rows[0]?.total ?? 0;
  const found = rowsIn(rows, window);
  if (total <= COUNTED_ROWS) return { total, atLeast: false, found: trimmed(found, total, list, query) };
  return exact ? null : { total: COUNTED_ROWS, atLeast: true, found };
}
