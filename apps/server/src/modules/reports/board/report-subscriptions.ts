import { sql } from 'kysely';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Database, Tx } from '../../../platform/database/database.ts';

/** A favourite comes first in the user's list of reports; a subscription by mail sends one each month. */
export type SubscriptionKind = 'favourite' | 'mail';

/** Reports that the user has subscribed to in this way. */
export async function subscriptionsOf(db: Database, kind: SubscriptionKind, userId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('report_subscriptions')
    .select('report')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();
  return new Set(rows.map(({ report }) => report));
}

/** Returns whether anything changed. */
export async function changeSubscription(
  tx: Tx,
  kind: SubscriptionKind,
  { userId, report, at }: { userId: number; report: string; at: Date },
  wanted: boolean,
): Promise<boolean> {
  if (wanted) {
    const added = await tx
      .insertInto('report_subscriptions')
      .values({ user_id: userId, report, kind, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    return added !== undefined;
  }
  const removed = await tx
    .deleteFrom('report_subscriptions')
    .where('user_id', '=', userId)
    .where('report', '=', report)
    .where('kind', '=', kind)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Subscribers of each report: active people who may still see reports. */
export async function mailsWanted(tx: Tx): Promise<{ email: string; reports: string[] }[]> {
  const { rows } = await sql<{ email: string; reports: string[] }>`
    select users.email, array_agg(wanted.report order by wanted.report) as reports
    from report_subscriptions wanted join published.users on users.id = wanted.user_id
    where wanted.kind = 'mail' and users.status = ${USER_STATUS.active}
      and exists (select 1 from published.role_claims held where held.role_id = users.role_id and held.claim = 'Admin')
    group by users.id, users.email order by users.id`.execute(tx);
  return rows;
}
