import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readTableQuery } from '../../platform/lists/table-query.ts';
import { addComment, editComment, readComments, readMentions, readPeople, removeComment } from './service.ts';

/** The comments of a project: users who see it read and write them. */
export function commentRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'comments';
  const permission = 'project.comment';
  userRoute(
    app,
    'GET /projects/:projectCode/comments',
    { permission, tag, summary: 'Comments of a project, newest first' },
    async ({ user, params, query }) => {
      const { perPage, page } = readTableQuery(query, {});
      const { rows, additional } = await readComments(context, user, params.projectCode, { perPage, page });
      return ok(rows, additional);
    },
  );
  userRoute(
    app,
    'GET /projects/:projectCode/comments/mentions',
    { permission, tag, summary: 'Who of these would not be notified if a comment named them' },
    async ({ user, params, query }) => ok(await readMentions(context, user, params.projectCode, query.logins)),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/comments/people',
    { permission, tag, summary: 'People whom a comment may name, by name or login' },
    async ({ user, params, query }) => ok(await readPeople(context, user, params.projectCode, query)),
  );
  userRoute(
    app,
    'POST /projects/:projectCode/comments',
    { permission, tag, summary: 'Write a comment, or an answer to one' },
    async ({ user, params, body, request }) =>
      ok(await addComment(context, user, params.projectCode, body, originOf(request))),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/comments/:commentId',
    { permission, tag, summary: 'Correct a comment of mine within 15 minutes' },
    async ({ user, params, body, request }) =>
      ok(await editComment(context, user, params.projectCode, params.commentId, body, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /projects/:projectCode/comments/:commentId',
    { permission, tag, summary: 'Remove a comment: its author, or an Admin' },
    async ({ user, params, request }) =>
      ok(await removeComment(context, user, params.projectCode, params.commentId, originOf(request))),
  );
}
