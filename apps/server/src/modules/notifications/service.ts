import type { Notification, NotificationSettings, NotificationsAdditional, Unread } from '@pimis/contract/daily';
import { NOTIFICATION_KEPT_DAYS } from '@pimis/domain/constants';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { nextStep } from '@pimis/domain/workflow/next-step';
import { stepNoun } from '@pimis/domain/workflow/step-nouns';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs.ts';
import {
  type CommentNotice,
  countNotifications,
  countUnread,
  deleteMentions,
  deleteRead,
  dropUnwantedMail,
  findNotifications,
  findSettings,
  insertCommentNotifications,
  keepSettings,
  markAsRead,
  type NotificationRow,
} from './queries.ts';

const DAY_MS = 86_400_000;

/**
 * Tells the people whom `insert` finds, in the transaction of what has happened. `insert` answers whether somebody waits
 * for mail now.
 */
export const telling =
  <Happened extends { tx: Tx }>(insert: (happened: Happened) => Promise<boolean>) =>
  async (happened: Happened): Promise<void> => {
    if (await insert(happened)) await addJob(happened.tx, 'mailNotifications', {});
  };

/** Tells the people concerned of a comment, in its transaction. */
export async function notifyComment(tx: Tx, notice: CommentNotice): Promise<void> {
  if (notice.mentionsOnly && notice.mentions.length === 0) return;
  if (await insertCommentNotifications(tx, notice)) await addJob(tx, 'mailNotifications', {});
}

/** A corrected comment names somebody no more: they are not told of it, or told no more than whoever follows the project. */
export async function withdrawMentions(tx: Tx, commentId: number, mentions: readonly string[]): Promise<void> {
  await deleteMentions(tx, commentId, mentions);
}

/** What the user is to do, when it is their turn: what tasks and the page of the project say; later, what it was. */
export function stepOf(row: NotificationRow): BilingualText | null {
  if (row.kind !== 'turn') return null;
  const { standing, turn } = row;
  const key = (standing && nextStep({ ...row, ...standing })?.key) ?? turn;
  return key === null ? null : stepNoun(key);
}

function toNotification(found: NotificationRow): Notification {
  const { createdAt, readAt, foreignFunds: _funds, turn: _turn, standing: _standing, ...row } = found;
  return {
    ...row,
    step: stepOf(found),
    createdDate: createdAt.toISOString(),
    readDate: readAt?.toISOString() ?? null,
  };
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

/** Marks one as read, or with null all of them. What a person has read leaves no audit row: it changes nothing but the bell. */
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

/** Changes how notifications go by mail, also those that wait to be mailed. */
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
    await keepSettings(tx, user.id, after, context.now());
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

/** Read notifications of half a year ago are of no use to anybody; unread ones stay. */
export async function removeOldNotifications(context: Context): Promise<void> {
  await deleteRead(context.db, new Date(context.now().getTime() - NOTIFICATION_KEPT_DAYS * DAY_MS));
}
