import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import {
  isReversed,
  type Order,
  type PageKey,
  type Window,
  windowCondition,
  windowOrder,
} from '../../platform/page-keys.ts';
import { openly } from '../../platform/search.ts';
import { firstUnder, type Postings, postedUnder } from '../projects/postings.ts';
import type { Table } from './table-query.ts';
import { keptFor, type PageOfRows, rowsIn, type TotalWithPage, trimmed, windowOf } from './table-window.ts';

/** Pages of the project table out of postings, which hold what a filter leaves in the order in which the table opens. */

/** A page of what stands in postings, put together from an end of each list. */
export async function findPosted(
  db: Database,
  { status, list }: Table,
  postings: Postings,
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
export async function findPostedAndCount(
  db: Database,
  { status, list }: Table,
  postings: Postings,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows> {
  const window = windowOf(list, query, null, order);
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
