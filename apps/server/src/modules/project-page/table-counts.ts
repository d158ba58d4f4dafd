import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { Database } from '../../platform/database.ts';
import { askTallies } from '../projects/tallies.ts';
import type { Table } from './table-query.ts';

export interface Counted {
  total: number;
  /** There are more than `total`. */
  atLeast: boolean;
}

/** How the rows of the table are counted: one row with `total`; bounded, it is no more than COUNTED_ROWS and one. */
interface Counting {
  select: RawBuilder<{ total: number }>;
  bounded: boolean;
}

/**
 * How many projects the table holds. Exact where counts are kept or one organization's rows are all of them, and when it
 * is asked for; else no more than COUNTED_ROWS are counted, and `atLeast` says that there are more.
 */
export function counting(table: Table, exact: boolean): Counting {
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

export function countedBy({ bounded }: Counting, found: number | undefined): Counted {
  const total = found ?? 0;
  const atLeast = bounded && total > COUNTED_ROWS;
  return { total: atLeast ? COUNTED_ROWS : total, atLeast };
}

export async function countTable(db: Database, table: Table, exact: boolean): Promise<Counted> {
  const count = counting(table, exact);
  const { rows } = await count.select.execute(db);
  return countedBy(count, rows[0]?.total);
}

/** Between how many projects a filter leaves, and of how many, where that is kept. */
export interface Known {
  least: number;
  most: number | null;
  all: number | null;
}

/** What kept counts and tallies tell of a filter; of another that is found by looking for its projects. */
export async function knownOf(db: Database, table: Table): Promise<Known | null> {
  const { sight, status, tallies } = table;
  if (!table.narrowed || !sight.all) return null;
  if (table.byState) {
    const { total } = await countTable(db, table, true);
    return { least: total, most: total, all: null };
  }
  return askTallies(db, tallies, { status, seen: sight.condition });
}

/** For so long a filter that left more than COUNTED_ROWS is taken to leave as many, in milliseconds. */
const MANY_FOR = 60_000;
/** So many filters are remembered. */
const MOST_REMEMBERED = 1_000;

/** By database, since a process may serve several; by list, when it was counted. */
const counted = new WeakMap<Database, Map<string, number>>();

/**
 * Was the list counted a moment ago, and more than COUNTED_ROWS found? People leaf through what they have filtered, and
 * sort it: it is not counted for each page (docs/decisions/0131-many-for-a-minute.md).
 */
export function isManyStill(db: Database, { shared }: Table, now: Date): boolean {
  const at = shared === null ? undefined : counted.get(db)?.get(shared);
  return at !== undefined && Math.abs(now.getTime() - at) < MANY_FOR;
}

export function rememberMany(db: Database, { shared }: Table, now: Date): void {
  if (shared === null) return;
  const lists = counted.get(db) ?? new Map<string, number>();
  counted.set(db, lists);
  // The oldest stand first.
  lists.delete(shared);
  lists.set(shared, now.getTime());
  for (const list of lists.keys()) {
    if (lists.size <= MOST_REMEMBERED) break;
    lists.delete(list);
  }
}
