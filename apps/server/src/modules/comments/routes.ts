import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  CommentParamsSchema,
  CommentsAdditionalSchema,
  CommentSchema,
  CommentUpdateSchema,
  NewCommentSchema,
  PageQuerySchema,
} from '@pimis/contract/daily';
import { ProjectParamsSchema } from '@pimis/contract/projects';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { readListQuery } from '../../platform/paging.ts';
import { addComment, editComment, readComments, removeComment } from './service.ts';

/** The comments of a project: whoever sees it reads and writes them. */
export function commentRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'comments';
  const operation = 'project.comment';
  const url = '/projects/:projectCode/comments';
  const one = '/projects/:projectCode/comments/:commentId';
  userRoute(
    app,
    {
      method: 'GET',
      url,
      operation,
      tag,
      summary: 'Comments of a project, newest first',
      params: ProjectParamsSchema,
      query: PageQuerySchema,
      payload: Type.Array(CommentSchema),
      additional: CommentsAdditionalSchema,
    },
    async ({ user, params, query }) => {
      const { perPage, page } = readListQuery(query, {});
      const { rows, additional } = await readComments(context, user, params.projectCode, { perPage, page });
      return ok(rows, additional);
    },
  );
  userRoute(
    app,
    {
      method: 'POST',
      url,
      operation,
      tag,
      summary: 'Write a comment, or an answer to one',
      params: ProjectParamsSchema,
      body: NewCommentSchema,
      payload: CommentSchema,
    },
    async ({ user, params, body, request }) =>
      ok(await addComment(context, user, params.projectCode, body, originOf(request))),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: one,
      operation,
      tag,
      summary: 'Correct a comment of mine within 15 minutes',
      params: CommentParamsSchema,
      body: CommentUpdateSchema,
      payload: CommentSchema,
    },
    async ({ user, params, body, request }) =>
      ok(await editComment(context, user, params.projectCode, params.commentId, body, originOf(request))),
  );
  userRoute(
    app,
    {
      method: 'DELETE',
      url: one,
      operation,
      tag,
      summary: 'Remove a comment: its author, or an Admin',
      params: CommentParamsSchema,
      payload: CommentSchema,
    },
    async ({ user, params, request }) =>
      ok(await removeComment(context, user, params.projectCode, params.commentId, originOf(request))),
  );
}
