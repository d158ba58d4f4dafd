import { type RawBuilder, sql } from 'kysely';
import type { AbsenceNotification, NotificationSettings } from '@pimis/contract/daily';
import { NOTIFICATION_KINDS, type NotificationKind } from '@pimis/domain/notifications/kinds';
import type { FormState } from '@pimis/domain/workflow/next-step';
import type { ReturnState } from '@pimis/domain/workflow/returns';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { changedSinceReturn, openRemarks } from '../projects/returns.ts';
import { visibleProjects } from '../projects/visibility.ts';

/** SQL: the setting that says how notifications of a kind are mailed. */
export function settingOf(
  kind: RawBuilder<unknown>,
  settings: (name: keyof NotificationSettings) => RawBuilder<unknown>,
) {
  const cases = Object.entries(NOTIFICATION_KINDS).map(
    ([known, { setting }]) => sql`when ${sql.lit(known)} then ${settings(setting)}`,
  );
  return sql`case ${kind} ${sql.join(cases, sql` `)} end`;
}

/** A notification of an absence. */
export interface AbsenceRow extends Pick<AbsenceNotification, 'kind' | 'absence'> {
  id: string;
  userName: string;
  createdAt: Date;
  readAt: Date | null;
}

/** A notification of a project. */
export interface NotificationRow {
  absence?: null;
  id: string;
  kind: NotificationKind;
  projectCode: string;
  projectName: string;
  projectStatus: number;
  foreignFunds: boolean;
  phase: number;
  phaseStatus: number;
  turn: string | null;
  /** The present open step; null if the project has moved on or nobody was asked. */
  openNow: { open: string[] | null; form: FormState | null; returned: ReturnState | null } | null;
  operation: string | null;
  /** A decision: its phase, and the status in which it left that phase. */
  decided: { phase: number; status: number } | null;
  userName: string;
  /** The absent user whose notification the stand-in gets. */
  standInFor: string | null;
  comment: string | null;
  /** The day to which the commission postpones. */
  postponedDate: string | null;
  commentId: number | null;
  documentId: number | null;
  createdAt: Date;
  readAt: Date | null;
}

/** Columns of a notification with its project, step and comment of NOTIFICATION_SOURCES. */
export const NOTIFICATION_COLUMNS = sql`
  notifications.id::text as id, notifications.kind, projects.code::text as "projectCode",
  projects.name as "projectName", projects.status as "projectStatus", projects.foreign_funds as "foreignFunds",
  notifications.phase, notifications.phase_status as "phaseStatus", notifications.turn, activity.operation,
  case when notifications.kind = 'turn' and notifications.read_at is null
         and (projects.phase, projects.phase_status) = (notifications.phase, notifications.phase_status)
    then (select json_build_object('open', projects.open_steps, 'form', (
      select json_build_object('status', form.status, 'errors', (
        select jsonb_array_length(validation -> 'Errors') from published.form_revisions
        where form_id = form.id order by revision desc limit 1))
      from published.project_forms form
      where form.project_phase_id = phases.id
      order by form.ordinal desc limit 1), 'returned', (
      select json_build_object('openRemarks', ${openRemarks}, 'changed', ${changedSinceReturn})
      from published.project_activities returned where returned.id = phases.returned_activity_id))
    from published.project_phases phases
    where phases.project_id = projects.id and phases.phase = projects.phase) end as "openNow",
  case when notifications.kind = 'decision' and activity.id is not null
    then json_build_object('phase', activity.phase, 'status', activity.status) end as decided,
  coalesce(author.name, activity.user_name, changer.name, '') as "userName", absent.name as "standInFor",
  case when comment.removed_at is null then coalesce(comment.text, activity.comment, document.title) end as comment,
  activity.postponed_date as "postponedDate",
  notifications.comment_id as "commentId", notifications.document_id as "documentId",
  notifications.created_at as "createdAt", notifications.read_at as "readAt"`;

export const NOTIFICATION_SOURCES = sql`
  notifications
  left join published.projects on projects.id = notifications.project_id
  left join published.project_activities activity on activity.id = notifications.activity_id
  left join published.project_comments comment on comment.id = notifications.comment_id
  left join published.documents document on document.id = notifications.document_id
  left join published.users author on author.id = comment.user_id
  left join published.users absent on absent.id = notifications.stand_in_for_id
  left join published.users changer on changer.id = notifications.told_by`;

/** SQL: the absence of the notification; null if it is about a project. */
const ABSENCE = sql`case when notifications.stand_in_id is not null then (
  select json_build_object('absent', away.name, 'standIn', acting.name,
    'firstDay', absences.first_day, 'lastDay', absences.last_day)
  from published.absences
  join published.users away on away.id = absences.user_id
  left join published.users acting on acting.id = absences.acting_user_id
  where absences.id = notifications.stand_in_id) end`;

/** Notifications that wait for mail but are no longer wanted are not mailed. */
export async function dropUnwantedMail(tx: Tx, userId: number, settings: NotificationSettings): Promise<void> {
  await sql`
    update notifications set delivery = null
    where user_id = ${userId} and mailed_at is null and delivery is not null
      and 'none' = ${settingOf(sql`kind`, (name) => sql`${settings[name]}::text`)}`.execute(tx);
}

export async function findSettings(
  db: Database | Tx,
  userId: number,
  { lock = false } = {},
): Promise<NotificationSettings | undefined> {
  const found = db
    .selectFrom('notification_settings')
    .select(['turn', 'moved', 'comments'])
    .where('user_id', '=', userId);
  return (lock ? found.forUpdate() : found).executeTakeFirst();
}

export async function saveSettings(tx: Tx, userId: number, { turn, moved, comments }: NotificationSettings, at: Date) {
  const values = { turn, moved, comments, changed_at: at };
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** SQL: the notification has no project, or the user still sees its project. */
const stillSeen = (user: CurrentUser) => sql<boolean>`(notifications.project_id is null or ${visibleProjects(user)})`;

/** Marks one notification of the user as read, or with null all; returns how many. */
export async function markAsRead(tx: Tx, user: CurrentUser, id: string | null, at: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update notifications set read_at = coalesce(notifications.read_at, ${at})
    from notifications own left join published.projects on projects.id = own.project_id
    where own.id = notifications.id and notifications.user_id = ${user.id} and ${stillSeen(user)}
      and ${id === null ? sql`notifications.read_at is null` : sql`notifications.id = ${id}::bigint`}
    returning notifications.id`.execute(tx);
  return rows.length;
}

export async function deleteRead(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('read_at', 'is not', null).where('created_at', '<', before).execute();
}

/** The user's notifications, newest first, without those of projects that they can no longer see. */
export async function findNotifications(
  db: Database,
  user: CurrentUser,
  page: { perPage: number; page: number; unreadOnly: boolean },
): Promise<(NotificationRow | AbsenceRow)[]> {
  const { rows } = await sql<NotificationRow | AbsenceRow>`
    select ${PREPARED} ${NOTIFICATION_COLUMNS}, ${ABSENCE} as absence from ${NOTIFICATION_SOURCES}
    where notifications.user_id = ${hiddenFromPlanner(user.id, 'integer')} and ${stillSeen(user)}
      ${page.unreadOnly ? sql`and notifications.read_at is null` : sql``}
    order by notifications.created_at desc, notifications.id desc
    limit ${hiddenFromPlanner(page.perPage, 'integer')} offset ${hiddenFromPlanner((page.page - 1) * page.perPage, 'integer')}`.execute(
    db,
  );
  return rows;
}

export async function countNotifications(
  db: Database | Tx,
  user: CurrentUser,
): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select ${PREPARED} count(*)::integer as total, count(*) filter (where notifications.read_at is null)::integer as unread
    from notifications left join published.projects on projects.id = notifications.project_id
    where notifications.user_id = ${hiddenFromPlanner(user.id, 'integer')} and ${stillSeen(user)}`.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}

/** The number for the bell; it reads only the index of unread ones. */
export async function countUnread(db: Database | Tx, user: CurrentUser): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select ${PREPARED} count(*)::integer as unread
    from notifications left join published.projects on projects.id = notifications.project_id
    where notifications.user_id = ${hiddenFromPlanner(user.id, 'integer')} and notifications.read_at is null and ${stillSeen(user)}`.execute(
    db,
  );
  return rows[0]?.unread ?? 0;
}
