import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import {
  halvesOf,
  isReversed,
  type Order,
  orderWithin,
  type PageKey,
  type Window,
  windowCondition,
  windowOrder,
} from '../../platform/page-keys.ts';
import { openly } from '../../platform/search.ts';
import { counting, countedBy, countTable } from './table-counts.ts';
import { FEW_PASSED } from './table-fields.ts';
import { besideOf, type Table } from './table-query.ts';
import { keptFor, type PageOfRows, rowsIn, type TotalWithPage, trimmed, windowOf } from './table-window.ts';

/** Pages of the project table by walking along the index of its order and passing what the table does not hold. */

/** So many rows are read from the beginning; what lies deeper is looked for from the nearer end. */
const DEEP_ROWS = 1_000;

/** A page by walking along the index of its order. */
export function walkedPage(table: Table, order: Order, window: Window): RawBuilder<PageKey> {
  const { sight, passing, fields, sortBy } = table;
  const from = sql`${sight.table} ${besideOf(table)} where ${passing({ tell: openly, few: false })}`;
  if (sight.all && fields[sortBy]?.computed === true) return halvesOf(from, order, window);
  const behind = windowCondition(order, window);
  return sql<PageKey>`
    select projects.id, (${sql.raw(order.column)})::text as value, ${sql.raw(order.column)} as key
    from ${from} ${behind === null ? sql`` : sql`and ${behind}`} ${windowOrder(order, window)}`;
}

export async function findWalking(db: Database, table: Table, order: Order, window: Window): Promise<PageKey[]> {
  const { rows } = await walkedPage(table, order, window).execute(db);
  return isReversed(window) ? rows.reverse() : rows;
}

/** A page by walking past so many projects of the tab at most: what is found by then. One plan for whatever is looked for. */
export async function findPassing(
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

/** A page by walking, with the number of all: a deep one is counted first, to be read from the nearer end. */
export async function findWalkingAndCount(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows> {
  const { list } = table;
  if (list.page * list.perPage <= DEEP_ROWS) return findWithTotal(db, table, order, query);
  const counted = await countTable(db, table, query.exact === 'true');
  const found = await findWalking(db, table, order, windowOf(list, query, counted, order));
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, list, query) };
}

/** A page near an end of the table and the number of all, in one statement. */
async function findWithTotal(
  db: Database,
  table: Table,
  order: Order,
  query: Record<string, string>,
): Promise<PageOfRows> {
  const window = windowOf(table.list, query, null, order);
  const count = counting(table, query.exact === 'true');
  const { rows } = await sql<TotalWithPage>`
    select counted.total, page.id, page.value
    from (${count.select}) counted left join lateral (${walkedPage(table, order, window)}) page on true`.execute(db);
  const counted = countedBy(count, rows[0]?.total);
  const found = rowsIn(rows, window);
  return { ...counted, found: counted.atLeast ? found : trimmed(found, counted.total, table.list, query) };
}
