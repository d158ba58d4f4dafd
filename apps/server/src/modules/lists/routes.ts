import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  CreateListSchema,
  DecisionsSchema,
  ListItemSchema,
  ListParamsSchema,
  ListTypeParamsSchema,
  ProjectListSchema,
} from '@pimis/contract/lists';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { envelope, ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { queueListArchive } from './archive-work.ts';
import { createList, listsOfType, projectsOfList } from './service.ts';
import { decideTogether } from './session.ts';

/** Lists of projects before the commission. */
export function listRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'lists';
  const url = '/projects/lists/:projectTypeList';
  userRoute(
    app,
    {
      method: 'GET',
      url,
      operation: 'list.view',
      tag,
      summary: 'Lists of a type',
      params: ListTypeParamsSchema,
      payload: Type.Array(ProjectListSchema),
    },
    async ({ user, params }) => ok(await listsOfType(context, user, params.projectTypeList)),
  );
  userRoute(
    app,
    {
      method: 'POST',
      url,
      operation: 'list.manage',
      tag,
      summary: 'Create a list of every project that waits for it',
      params: ListTypeParamsSchema,
      query: Type.Object(
        {
          sort_by: Type.Optional(Type.String({ maxLength: 40 })),
          sort_desc: Type.Optional(Type.String({ maxLength: 5 })),
        },
        { additionalProperties: false },
      ),
      body: Type.Optional(Type.Union([CreateListSchema, Type.Null()])),
      payload: Type.Object({ name: Type.String() }),
    },
    async ({ user, params, body, request }) =>
      ok({ name: await createList(context, user, params.projectTypeList, body?.name, originOf(request)) }),
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: `${url}/:projectListName`,
      operation: 'list.view',
      tag,
      summary: 'Projects of a list as they were when it was created, with their decisions',
      params: ListParamsSchema,
      payload: Type.Array(ListItemSchema),
    },
    async ({ user, params }) => ok(await projectsOfList(context, user, params.projectTypeList, params.projectListName)),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: `${url}/:projectListName/decisions`,
      operation: 'list.manage',
      tag,
      summary: 'One decision for several projects of a list, all or none',
      params: ListParamsSchema,
      body: DecisionsSchema,
      payload: Type.Object({ decided: Type.Integer() }),
    },
    async ({ user, params, body, request }) => {
      const list = { type: params.projectTypeList, name: params.projectListName };
      return ok({ decided: await decideTogether(context, user, list, body, originOf(request)) });
    },
  );
  const archives = [
    { path: `${url}/:projectListName/documents`, paper: 'list', summary: 'A list with its forms' },
    {
      path: '/projects/lists/approved/:projectTypeList/:projectListName',
      paper: 'approved',
      summary: 'A list with every decision',
    },
  ] as const;
  for (const { path, paper, summary } of archives) {
    userRoute(
      app,
      {
        method: 'GET',
        url: path,
        operation: 'list.documents',
        tag,
        summary: `${summary}, made by a long-running operation (202)`,
        params: ListParamsSchema,
        payload: Type.Object({ operationLocation: Type.String() }),
      },
      async ({ user, params, reply }) => {
        const list = { paper, type: params.projectTypeList, name: params.projectListName };
        const operationLocation = await queueListArchive(context, user, list);
        return reply.status(202).send(envelope('OperationRunning', { payload: { operationLocation } }));
      },
    );
  }
}
