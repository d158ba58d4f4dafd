import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { Database } from '../../platform/database.ts';
import { askTallies, type Bounds } from '../projects/tallies.ts';
import type { Table } from './table-query.ts';

/** How many projects the table holds. */
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
 * How it is counted how many projects the table holds. Exact where counts are kept or one organization's rows are all of
 * them, and when it is asked for; else no more than COUNTED_ROWS are counted, and `atLeast` says that there are more.
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

/** What the one row of the counting tells. */
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

/** What is known, without looking for them, of how many projects a filter leaves. */
export interface Known extends Bounds {
  /** How many projects are on the tab; null where it was not asked. */
  all: number | null;
}

/** What kept counts or tallies tell of a filter; null where neither knows of it, or nothing is filtered. */
export async function knownOf(db: Database, table: Table): Promise<Known | null> {
  const { sight, status, tallies } = table;
  if (!table.narrowed || !sight.all) return null;
  if (table.byState) {
    const { total } = await countTable(db, table, true);
    return { least: total, most: total, all: null };
  }
  return askTallies(db, tallies, { status, seen: sight.condition });
}
