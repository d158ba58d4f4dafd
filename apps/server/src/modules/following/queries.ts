import { sql } from 'kysely';
import type { Following } from '@pimis/contract/daily';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Whether the user follows the project, and the number of its followers. */
export async function countFollowers(db: Database | Tx, userId: number, projectId: number): Promise<Following> {
  return db
    .selectFrom('project_followers')
    .select([
      sql<boolean>`coalesce(bool_or(user_id = ${userId}), false)`.as('followed'),
      sql<number>`count(*)::integer`.as('followers'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** Returns whether anything changed. */
export async function addFollower(tx: Tx, follower: { projectId: number; userId: number; at: Date }): Promise<boolean> {
  const added = await tx
    .insertInto('project_followers')
    .values({ project_id: follower.projectId, user_id: follower.userId, created_at: follower.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns whether anything changed. */
export async function removeFollower(tx: Tx, follower: { projectId: number; userId: number }): Promise<boolean> {
  const removed = await tx
    .deleteFrom('project_followers')
    .where('project_id', '=', follower.projectId)
    .where('user_id', '=', follower.userId)
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}
