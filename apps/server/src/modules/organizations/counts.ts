import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/** The query that tells how many organizations there are: one row with `total`. */
export const allOrganizations: RawBuilder<{ total: number }> = sql`
  select coalesce(sum(organizations), 0)::integer as total from organization_counts`;

/** Folds the rows that changes have left in `organization_counts` into one; the sum is the same before and after. */
export async function foldOrganizationCounts(context: Context): Promise<void> {
  await sql`
    with taken as (delete from organization_counts returning organizations)
    insert into organization_counts select sum(organizations) from taken having sum(organizations) <> 0`.execute(
    context.db,
  );
}
