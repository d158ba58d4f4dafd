import { sql } from 'kysely';
import { DIGEST_HOUR, USER_STATUS } from '@pimis/domain/constants';
import { isWorkingDay } from '@pimis/domain/dates/working-days';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { claimDailyRun } from '../../platform/jobs/daily-job-lock.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { userSeesProject } from '../projects/recipients.ts';
import { notificationMail } from './mail-texts.ts';
import { NOTIFICATION_COLUMNS, NOTIFICATION_SOURCES, type NotificationRow } from './queries.ts';

const DIGEST_KEY = 'notifications.digest';
const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Belgrade', hour: 'numeric', hourCycle: 'h23' });

type Pending = NotificationRow & { userId: number; email: string };

/**
 * Unread notifications that wait for mail, oldest first, of active people who still see the project. Rows that another
 * server has locked are skipped.
 */
async function takePending(tx: Tx, delivery: 'now' | 'digest'): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select ${NOTIFICATION_COLUMNS}, users.id as "userId", users.email
    from ${NOTIFICATION_SOURCES}
    join published.users on users.id = notifications.user_id
    -- One of an absence has no delivery.
    where notifications.delivery = ${delivery} and notifications.mailed_at is null and notifications.read_at is null
      and users.status = ${sql.lit(USER_STATUS.active)} and comment.removed_at is null and ${userSeesProject}
    order by users.id, notifications.id
    for update of notifications skip locked`.execute(tx);
  return rows;
}

/**
 * Queues one mail per person in the transaction that marks their notifications as mailed, so that none is lost or
 * doubled.
 */
async function mailPending(context: Context, tx: Tx, delivery: 'now' | 'digest', digestDay: string | null) {
  const rows = await takePending(tx, delivery);
  if (rows.length === 0) return;
  const people = Map.groupBy(rows, (row) => row.userId);
  const mails = [...people.values()].map((own) =>
    notificationMail(own[0]?.email ?? '', own, context.config.publicUrl, digestDay),
  );
  await sql`update notifications set mailed_at = ${context.now()}
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  await addJobs(tx, 'sendMail', mails);
}

/** Sends mails to people who want them immediately. */
export async function mailNotifications(context: Context): Promise<void> {
  await context.db.transaction().execute((tx) => mailPending(context, tx, 'now', null));
}

/**
 * Sends the daily digest once on each working day from 7:00 in Belgrade. The job runs every quarter of an hour, so that
 * a server that was down at seven sends it later.
 */
export async function mailDigest(context: Context): Promise<void> {
  const day = today(context);
  if (!isWorkingDay(day) || Number(hour.format(context.now())) < DIGEST_HOUR) return;
  await context.db.transaction().execute(async (tx) => {
    if (await claimDailyRun(tx, DIGEST_KEY, day, context.now())) await mailPending(context, tx, 'digest', day);
  });
}
