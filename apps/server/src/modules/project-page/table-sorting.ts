import { sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { Database } from '../../platform/database.ts';
import {
  isReversed,
  type Order,
  type PageKey,
  type Window,
  windowCondition,
  windowOrder,
} from '../../platform/page-keys.ts';
import { besideOf, type Table } from './table-query.ts';
import { walkedPage } from './table-walking.ts';
import { type PageOfRows, rowsIn, type TotalWithPage, trimmed, windowOf } from './table-window.ts';

/** Pages of the project table by finding all that a filter leaves and sorting it. */

/** What a filter leaves, found by the filter and sorted then. */
export async function findSorting(db: Database, table: Table, order: Order, window: Window): Promise<PageKey[]> {
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
 * Count and page of what a filter leaves: found by the filter and sorted then, or, where more than COUNTED_ROWS are left,
 * walked to. Among so many the next rows of the order are near, while the few of a narrow filter would be looked for in
 * all of it. Null where there are so many and `exact` asks for their number.
 */
export async function findSortingAndCount(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows | null> {
  const { sight, where, byIndex, list } = table;
  const exact = query.exact === 'true';
  const window = windowOf(list, query, null, order);
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
