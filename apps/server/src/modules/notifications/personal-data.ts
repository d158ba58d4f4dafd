import type { Database, Tx } from '../../platform/database/database.ts';

/** The data of a user in this module. */
export async function notificationData(db: Database, userId: number) {
  const settings = await db
    .selectFrom('notification_settings')
    .select(['turn', 'moved', 'comments'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const notifications = await db
    .selectFrom('notifications')
    .leftJoin('published.projects as projects', 'projects.id', 'notifications.project_id')
    .select(['projects.code as project', 'notifications.kind', 'notifications.created_at as at'])
    .select('notifications.read_at as read')
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.id')
    .execute();
  return { notificationSettings: settings ?? null, notifications };
}

/** Nobody reads them any more. */
export async function forgetNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
}
