import type { Notification, NotificationSettings, NotificationsAdditional, Unread } from '@pimis/contract/daily';
import { NOTIFICATION_RETENTION_DAYS } from '@pimis/domain/constants';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { MARK_FORM } from '@pimis/domain/workflow/awaited-marks';
import { nextStep } from '@pimis/domain/workflow/next-step';
import { stepNoun } from '@pimis/domain/workflow/step-nouns';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import {
  type AbsenceRow,
  countNotifications,
  countUnread,
  deleteRead,
  dropUnwantedMail,
  findNotifications,
  findSettings,
  saveSettings,
  markAsRead,
  type NotificationRow,
} from './queries.ts';
import { type CommentNotice, deleteMentions, insertCommentNotifications } from './recipient-queries.ts';

const DAY_MS = 86_400_000;

/**
 * A listener that inserts notifications in the transaction of its event and queues the mail. `insert` returns whether
 * some wait for mail now.
 */
export const withMailJob =
  <Happened extends { tx: Tx }>(insert: (happened: Happened) => Promise<boolean>) =>
  async (happened: Happened): Promise<void> => {
    if (await insert(happened)) await addJob(happened.tx, 'mailNotifications', {});
  };

/** Notifies the people concerned of a comment, in its transaction. */
export async function notifyComment(tx: Tx, notice: CommentNotice): Promise<void> {
  if (notice.mentionsOnly && notice.mentions.length === 0) return;
  if (await insertCommentNotifications(tx, notice)) await addJob(tx, 'mailNotifications', {});
}

/** People whom a corrected comment no longer mentions lose their notification, unless they follow the project. */
export async function withdrawMentions(tx: Tx, commentId: number, mentions: readonly string[]): Promise<void> {
  await deleteMentions(tx, commentId, mentions);
}

/**
 * The step that the user has to take now, as shown in tasks and on the project's page; once it is done, the step at
 * that time. A step that follows from the project's state alone, such as the commission's decision, is not stored.
 */
export function stepOf(row: NotificationRow): BilingualText | null {
  if (row.kind !== 'turn') return null;
  const { openNow, turn } = row;
  // Marking is not a step of the project's state.
  if (turn === MARK_FORM.key) return stepNoun(turn);
  const key =
    (openNow && nextStep({ ...row, ...openNow })?.key) ??
    turn ??
    nextStep({ ...row, open: null, form: null, returned: null })?.key;
  return key === undefined ? null : stepNoun(key);
}

function toNotification(found: NotificationRow | AbsenceRow): Notification {
  const dates = { createdDate: found.createdAt.toISOString(), readDate: found.readAt?.toISOString() ?? null };
  if (found.absence) {
    const { id, kind, userName, absence } = found;
    return { id, kind, userName, absence, ...dates };
  }
  const {
    createdAt: _at,
    readAt: _read,
    foreignFunds: _funds,
    turn: _turn,
    openNow: _openNow,
    absence: _none,
    ...row
  } = found;
  return { ...row, step: stepOf(found), ...dates };
}

export async function listNotifications(
  context: Context,
  user: CurrentUser,
  page: { perPage: number; page: number; unreadOnly: boolean },
): Promise<{ rows: Notification[]; additional: NotificationsAdditional }> {
  const [rows, { total, unread }] = await Promise.all([
    findNotifications(context.db, user, page),
    countNotifications(context.db, user),
  ]);
  return { rows: rows.map(toNotification), additional: { totalRows: page.unreadOnly ? unread : total, unread } };
}

export async function unreadOf(context: Context, user: CurrentUser): Promise<Unread> {
  return { unread: await countUnread(context.db, user) };
}

/** Marks one as read, or with null all. Reading leaves no audit row: it changes only the bell. */
export async function markRead(context: Context, user: CurrentUser, id: string | null): Promise<Unread> {
  return context.db.transaction().execute(async (tx) => {
    const marked = await markAsRead(tx, user, id, context.now());
    if (id !== null && marked === 0) throw new ApiError('NotFound');
    return { unread: await countUnread(tx, user) };
  });
}

const DEFAULT_SETTINGS: NotificationSettings = { turn: 'digest', moved: 'digest', comments: 'digest' };

export async function readSettings(context: Context, user: CurrentUser): Promise<NotificationSettings> {
  return (await findSettings(context.db, user.id)) ?? DEFAULT_SETTINGS;
}

/** Changes the mail settings, also for notifications that wait for mail. */
export async function changeSettings(
  context: Context,
  user: CurrentUser,
  input: NotificationSettings,
  origin: AuditOrigin,
): Promise<NotificationSettings> {
  const { turn, moved, comments } = input;
  const after = { turn, moved, comments };
  await context.db.transaction().execute(async (tx) => {
    const before = await findSettings(tx, user.id, { lock: true });
    await saveSettings(tx, user.id, after, context.now());
    await dropUnwantedMail(tx, user.id, after);
    await audit(tx, origin, {
      operation: 'user.notificationSettings',
      subjectType: 'user',
      subjectId: user.id,
      organizationId: user.organizationId,
      detail: { before: before ?? DEFAULT_SETTINGS, after },
    });
  });
  return after;
}

/** Removes read notifications after half a year; unread ones stay. */
export async function removeOldNotifications(context: Context): Promise<void> {
  await deleteRead(context.db, new Date(context.now().getTime() - NOTIFICATION_RETENTION_DAYS * DAY_MS));
}
