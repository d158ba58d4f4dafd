import type { Database, Tx } from '../../../platform/database.ts';

/** Reports that a user has put first. */
export async function favouritesOf(db: Database, userId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('report_favourites').select('report').where('user_id', '=', userId).execute();
  return new Set(rows.map(({ report }) => report));
}

/** Answers whether anything has changed. */
export async function keepFavourite(
  tx: Tx,
  { userId, report, at }: { userId: number; report: string; at: Date },
  wanted: boolean,
): Promise<boolean> {
  if (wanted) {
    const added = await tx
      .insertInto('report_favourites')
      .values({ user_id: userId, report, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    return added !== undefined;
  }
  const removed = await tx
    .deleteFrom('report_favourites')
    .where('user_id', '=', userId)
    .where('report', '=', report)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}
