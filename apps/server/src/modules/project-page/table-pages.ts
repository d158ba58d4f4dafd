import { sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import { PAGE_SIZES } from '@pimis/domain/constants';
import { isManyStill, rememberMany } from '../../platform/counted-as-many.ts';
import type { Database } from '../../platform/database.ts';
import { KEPT } from '../../platform/kept-plans.ts';
import { type Order, orderWithin, type PageKey, type Window } from '../../platform/page-keys.ts';
import { type RowOfPage, rowsOfPage, toRow } from './list.ts';
import { counting, knownOf } from './table-counts.ts';
import { SORTED_BESIDE } from './table-fields.ts';
import { findPostedAndCount, findPosted } from './table-postings.ts';
import type { Table } from './table-query.ts';
import { findSortingAndCount, findSorting } from './table-sorting.ts';
import { findWalkingAndCount, findPassing, findWalking, walkedPage } from './table-walking.ts';
import { type PageOfRows, rowsIn, trimmed, windowOf } from './table-window.ts';

/**
 * A page of the project table, and how many projects the table holds. There are three ways to a page: to walk along the
 * index of its order and pass what the table does not hold (table-walking.ts), to find by the filter all that it holds and
 * sort that (table-sorting.ts), or to read it out of postings (table-postings.ts). The first is quick where a filter leaves
 * many, the second where it leaves few, the third wherever there are postings and the first is not; `findPage` chooses by
 * how many there are (docs/decisions/0036-long-lists.md; docs/decisions/0130-tallies.md; docs/decisions/0132-postings.md).
 */

/** The window of a first or last page that everybody opens, of all projects that one sees; null for any other. */
export function openedWindow(
  { list, fields, narrowed, sortBy }: Table,
  order: Order,
  query: Record<string, string>,
): Window | null {
  const window = windowOf(list, query, null, order);
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
  const page = sql`${rowsOfPage(db, walkedPage(table, order, window), day)} order by ${within}`;
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
  if (!table.narrowed) return findWalkingAndCount(db, table, order, query);
  const { postings } = table;
  if (postings && known !== null && known.most !== null && known.most <= POSTED_AT_ONCE) {
    return findPostedAndCount(db, table, postings, order, query);
  }
  const many = (known !== null && known.least > COUNTED_ROWS) || isManyStill(db, table.shared, now);
  if (!many) {
    const page = await findSortingAndCount(db, table, order, query);
    if (page === null || page.atLeast) rememberMany(db, table.shared, now);
    if (page !== null) return page;
  }
  if (query.exact === 'true') return findWalkingAndCount(db, table, order, query);
  const found = await findWalking(db, table, order, windowOf(table.list, query, null, order));
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
    const few = await findSortingAndCount(db, table, order, query);
    if (few && !few.atLeast) return few;
  }
  const counted = { total, atLeast: false };
  const window = windowOf(table.list, query, counted, order);
  const found =
    all === null
      ? await findWalking(db, table, order, window)
      : await findTallied(db, table, order, window, { total, all });
  return { ...counted, found: trimmed(found, total, table.list, query) };
}

/**
 * So many rows are passed in the time that one takes that is found by a filter and sorted: in the order in which the table
 * opens, whose index has what the filters of tallies look at, and in any other, where each row passed is read.
 */
const PASSED_FOR_SORTED = { opens: 3, other: 0.25 };
/** So many are found and sorted at once where the order is of another table, or computed, and no way can be bounded. */
const SORTED_AT_ONCE = 2 * COUNTED_ROWS;

/** Where more projects than these have to be passed for the rows of one page, postings are read instead. */
const PASSED_FOR_POSTED = 1_000;
/** And where a page is not found among so many times as many projects as it was expected among. */
const PASSED_FOR_EXPECTED = 4;
/** So many rows of postings at most are put together to count the projects in them. */
const POSTED_AT_ONCE = 3 * COUNTED_ROWS;

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
  // In powers of two: it is part of the text of a kept statement, and these are to be few.
  const passed = 2 ** Math.ceil(Math.log2(Math.max(1, way.most)));
  const found = await findPassing(db, table, order, window, passed);
  return found.length < expected && passed < all ? way.otherwise() : found;
}
