import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/** The query that tells how many users there are: one row with `total`. */
export const allUsers: RawBuilder<{ total: number }> = sql`
  select coalesce(sum(users), 0)::integer as total from user_counts`;

/** Folds the rows that changes have left in `user_counts` into one; the sum is the same before, during and after. */
export async function foldUserCounts(context: Context): Promise<void> {
  await sql`
    with taken as (delete from user_counts returning users)
    insert into user_counts select sum(users) from taken having sum(users) <> 0`.execute(context.db);
}
