import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** Rows of all tables but those that a job clears. */
async function countRows(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; count: number }>`
    select table_schema || '.' || table_name as table,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', table_schema, table_name),
        false, true, '')))[1]::text::integer as count
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
      and table_name not in ('rate_limits', 'levels')`.execute(db);
  return new Map(rows.map(({ table, count }) => [table, count]));
}

/** The rows that a work adds, by table. */
export async function rowsAddedBy(db: Database, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countRows(db);
  await work();
  const after = await countRows(db);
  return Object.fromEntries(
    [...after]
      .map(([table, count]) => [table, count - (before.get(table) ?? 0)] as const)
      .filter(([, more]) => more > 0),
  );
}
