import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Drops the indexes of these tables that no constraint needs; returns the statements that make them again. */
export async function dropIndexes(tx: Tx, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid = any(${tables}::regclass[]) and not indisunique
    order by 1`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  return rows.map(({ definition }) => definition);
}
