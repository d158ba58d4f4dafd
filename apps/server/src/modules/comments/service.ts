import type { Comment, CommentsAdditional, NewComment, Person } from '@pimis/contract/daily';
import { can } from '@pimis/domain/access/policies';
import { COMMENT_EDIT_MINUTES, PROJECT_STATUS } from '@pimis/domain/constants';
import { MAX_MENTIONS, mentionsIn } from '@pimis/domain/text/mentions';
import type { Script } from '@pimis/domain/text/transliterate';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { notifyComment, withdrawMentions } from '../notifications/service.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import {
  type CommentRow,
  countComments,
  findComments,
  findPeople,
  findNotified,
  lockComment,
  newestComment,
} from './queries.ts';

const PEOPLE_OFFERED = 8;
const MINUTE_MS = 60_000;

function isClosed(project: ProjectRecord): boolean {
  return project.status === PROJECT_STATUS.archived;
}

/** Returns whether the author may still correct a comment of that time. */
function isFresh(context: Context, createdAt: Date): boolean {
  return context.now().getTime() - createdAt.getTime() <= COMMENT_EDIT_MINUTES * MINUTE_MS;
}

function toComment(context: Context, user: CurrentUser, project: ProjectRecord, row: CommentRow): Comment {
  const open = row.removedAt === null && !isClosed(project);
  const resource = { userId: row.userId };
  return {
    id: row.id,
    text: row.text,
    author: { login: row.login, name: row.name, organizationName: row.organizationName, away: row.away },
    createdDate: row.createdAt.toISOString(),
    editedDate: row.editedAt?.toISOString() ?? null,
    removedDate: row.removedAt?.toISOString() ?? null,
    replyTo:
      row.replyToId === null
        ? null
        : { id: row.replyToId, authorName: row.replyToName ?? '', excerpt: row.replyToExcerpt },
    rights: {
      edit: open && can(user, 'comment.edit', resource) && isFresh(context, row.createdAt),
      remove: open && can(user, 'comment.remove', resource),
    },
  };
}

/** Comments of a project that the user may see, newest first. */
export async function readComments(
  context: Context,
  user: CurrentUser,
  code: string,
  page: { perPage: number; page: number },
): Promise<{ rows: Comment[]; additional: CommentsAdditional }> {
  const project = await findProject(context.db, user, code);
  const [rows, totalRows] = await Promise.all([
    findComments(context.db, project.id, page, today(context)),
    countComments(context.db, project.id),
  ]);
  const canWrite = !isClosed(project);
  return { rows: rows.map((row) => toComment(context, user, project, row)), additional: { totalRows, canWrite } };
}

/**
 * Logins in a text whose owners get no notification, because no active user has the login or its owner does not see the
 * project. The answer does not reveal which.
 */
export async function readMentions(context: Context, user: CurrentUser, code: string, written: string) {
  const project = await findProject(context.db, user, code);
  const logins = [...new Set(written.toLowerCase().split(','))].slice(0, MAX_MENTIONS);
  const notified = await findNotified(context.db, project.id, logins);
  return { unnotified: logins.filter((login) => login !== '' && !notified.includes(login)) };
}

/** People whom a comment may name, by the typed part of a name or login, in the order of the reader's alphabet. */
export async function readPeople(
  context: Context,
  user: CurrentUser,
  code: string,
  { q, script }: { q: string; script?: Script },
): Promise<Person[]> {
  const project = await findProject(context.db, user, code);
  return findPeople(context.db, project.id, q.trim(), {
    script,
    writerId: user.id,
    day: today(context),
    limit: PEOPLE_OFFERED,
  });
}

/** Locks the project's row for a change of its comments, so that it is not archived meanwhile. */
async function openProject(tx: Tx, user: CurrentUser, code: string): Promise<ProjectRecord> {
  const project = await findProject(tx, user, code, { lock: true });
  if (isClosed(project)) throw new ApiError('CommentsClosed');
  return project;
}

/** Normalizes line ends and removes blanks at the beginning and end. */
function cleanText(text: string): string {
  const clean = trimmed(text.replaceAll('\r\n', '\n'));
  if (clean === '') throw invalidFields({ text: 'EmptyField' });
  return clean;
}

async function readOne(context: Context, tx: Tx, user: CurrentUser, project: ProjectRecord, id: number) {
  const [row] = await findComments(tx, project.id, { perPage: 1, page: 1 }, today(context), id);
  if (!row) throw new ApiError('NotFound');
  return toComment(context, user, project, row);
}

/** The newest comment, if the user has just written the same text: the answer to that call was lost. */
async function sameAgain(
  context: Context,
  tx: Tx,
  user: CurrentUser,
  projectId: number,
  { text, replyTo }: NewComment,
): Promise<number | null> {
  const newest = await newestComment(tx, projectId);
  if (!newest || newest.removedAt || newest.userId !== user.id || !isFresh(context, newest.createdAt)) return null;
  return newest.text === text && newest.replyToId === (replyTo ?? null) ? newest.id : null;
}

/**
 * Writes a comment or an answer and notifies the people concerned. If the author sends the same text again before
 * anybody else has written, and it can still be corrected, returns the existing one.
 */
export async function addComment(
  context: Context,
  user: CurrentUser,
  code: string,
  input: NewComment,
  origin: AuditOrigin,
): Promise<Comment> {
  const text = cleanText(input.text);
  return context.db.transaction().execute(async (tx) => {
    const project = await openProject(tx, user, code);
    if (input.replyTo !== undefined) {
      const answered = await lockComment(tx, project.id, input.replyTo);
      if (!answered) throw invalidFields({ replyTo: 'InvalidField' });
      if (answered.removedAt) throw new ApiError('CommentRemoved');
    }
    const standing = await sameAgain(context, tx, user, project.id, { ...input, text });
    if (standing !== null) return readOne(context, tx, user, project, standing);
    const at = context.now();
    const { id } = await tx
      .insertInto('project_comments')
      .values({ project_id: project.id, reply_to_id: input.replyTo ?? null, user_id: user.id, text, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, origin, {
      operation: 'comment.add',
      subjectType: 'comment',
      subjectId: id,
      organizationId: project.organizationId,
      detail: { code: project.code, before: null, after: { text, replyTo: input.replyTo ?? null } },
    });
    const mentions = mentionsIn(text);
    await notifyComment(tx, {
      projectId: project.id,
      commentId: id,
      userId: user.id,
      mentions,
      mentionsOnly: false,
      at,
    });
    return readOne(context, tx, user, project, id);
  });
}

/** Corrects a recent comment; the audit log has the former text. */
export async function editComment(
  context: Context,
  user: CurrentUser,
  code: string,
  id: number,
  input: { text: string },
  origin: AuditOrigin,
): Promise<Comment> {
  const text = cleanText(input.text);
  return context.db.transaction().execute(async (tx) => {
    const project = await openProject(tx, user, code);
    const comment = await lockComment(tx, project.id, id);
    if (!comment) throw new ApiError('NotFound');
    if (!can(user, 'comment.edit', { userId: comment.userId })) throw new ApiError('Forbidden');
    if (comment.removedAt) throw new ApiError('CommentRemoved');
    if (!isFresh(context, comment.createdAt)) throw new ApiError('CommentEditExpired');
    if (text !== comment.text) {
      const at = context.now();
      await tx.updateTable('project_comments').set({ text, edited_at: at }).where('id', '=', id).execute();
      await audit(tx, origin, {
        operation: 'comment.edit',
        subjectType: 'comment',
        subjectId: id,
        organizationId: project.organizationId,
        detail: { code: project.code, before: { text: comment.text }, after: { text } },
      });
      const mentions = mentionsIn(text);
      await withdrawMentions(tx, id, mentions);
      await notifyComment(tx, {
        projectId: project.id,
        commentId: id,
        userId: user.id,
        mentions,
        mentionsOnly: true,
        at,
      });
    }
    return readOne(context, tx, user, project, id);
  });
}

/** Hides the text of a comment from everybody. Its existence and author stay visible; the audit log has the text. */
export async function removeComment(
  context: Context,
  user: CurrentUser,
  code: string,
  id: number,
  origin: AuditOrigin,
): Promise<Comment> {
  return context.db.transaction().execute(async (tx) => {
    const project = await openProject(tx, user, code);
    const comment = await lockComment(tx, project.id, id);
    if (!comment) throw new ApiError('NotFound');
    if (!can(user, 'comment.remove', { userId: comment.userId })) throw new ApiError('Forbidden');
    if (comment.removedAt) throw new ApiError('CommentRemoved');
    await tx
      .updateTable('project_comments')
      .set({ removed_at: context.now(), removed_by: user.id })
      .where('id', '=', id)
      .execute();
    await audit(tx, origin, {
      operation: 'comment.remove',
      subjectType: 'comment',
      subjectId: id,
      organizationId: project.organizationId,
      detail: { code: project.code, before: { authorId: comment.userId, text: comment.text }, after: null },
    });
    return readOne(context, tx, user, project, id);
  });
}
