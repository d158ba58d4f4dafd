import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Rows of a statement that sums many rows, with settings of PostgreSQL for this statement alone: memory for hash tables
 * of a million ids, and the cost of pages on solid-state disks, so that indexes are read in place of whole tables. At
 * 1,000,000 projects the map takes half the time with them (docs/performance.md). `inOrder`: tables that indexes give in the
 * order of their projects are merged, and not joined by a hash: the planner does not know that a hash of a million ids
 * misses the caches of the processor at nearly every row.
 */
export function analyticalRows<Row>(
  db: Database,
  statement: RawBuilder<Row>,
  { inOrder = false }: { inOrder?: boolean } = {},
): Promise<Row[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('random_page_cost', '1.1', true)`.execute(tx);
    if (inOrder) await sql`select set_config('enable_hashjoin', 'off', true)`.execute(tx);
    return (await statement.execute(tx)).rows;
  });
}
