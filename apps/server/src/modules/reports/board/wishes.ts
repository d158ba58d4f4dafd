import { sql } from 'kysely';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Database, Tx } from '../../../platform/database.ts';

/** What a user wants of a report: to see it first, or a mail of it each month. */
export type Wish = 'favourite' | 'mail';

/** Reports of which the user wants it. */
export async function wishesOf(db: Database, wish: Wish, userId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('report_wishes')
    .select('report')
    .where('user_id', '=', userId)
    .where('wish', '=', wish)
    .execute();
  return new Set(rows.map(({ report }) => report));
}

/** Answers whether anything has changed. */
export async function keepWish(
  tx: Tx,
  wish: Wish,
  { userId, report, at }: { userId: number; report: string; at: Date },
  wanted: boolean,
): Promise<boolean> {
  if (wanted) {
    const added = await tx
      .insertInto('report_wishes')
      .values({ user_id: userId, report, wish, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    return added !== undefined;
  }
  const removed = await tx
    .deleteFrom('report_wishes')
    .where('user_id', '=', userId)
    .where('report', '=', report)
    .where('wish', '=', wish)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Who wants a mail of which reports: active people who may see reports still. */
export async function mailsWanted(tx: Tx): Promise<{ email: string; reports: string[] }[]> {
  const { rows } = await sql<{ email: string; reports: string[] }>`
    select users.email, array_agg(wanted.report order by wanted.report) as reports
    from report_wishes wanted join published.users on users.id = wanted.user_id
    where wanted.wish = 'mail' and users.status = ${USER_STATUS.active}
      and exists (select 1 from published.role_claims held where held.role_id = users.role_id and held.claim = 'Admin')
    group by users.id, users.email order by users.id`.execute(tx);
  return rows;
}
