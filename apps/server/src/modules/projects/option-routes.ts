import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { TotalRowsSchema } from '@pimis/contract/envelope';
import { VerdictItemSchema } from '@pimis/contract/forms';
import {
  AppropriationsChangeSchema,
  ChangeResultSchema,
  ImportantListRowSchema,
  MergeSchema,
  ObserverSchema,
  ObserversChangeSchema,
  ProjectAppropriationSchema,
  SendToListSchema,
} from '@pimis/contract/options';
import { ProjectParamsSchema } from '@pimis/contract/projects';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { changeAppropriations, listAppropriations } from './appropriations.ts';
import { listImportant, sendToList } from './important.ts';
import { mergeProjects } from './merging.ts';
import { changeObservers, listObservers } from './observers.ts';

const QuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 500 }));
const tag = 'options';

/** Options of a project: observers, appropriations, merging, lists of important projects. */
export function optionRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    {
      method: 'GET',
      url: '/projects/:projectCode/organizations',
      operation: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'Organizations that observe a project',
      params: ProjectParamsSchema,
      query: QuerySchema,
      payload: Type.Array(ObserverSchema),
      additional: TotalRowsSchema,
    },
    async ({ user, params, query }) => {
      const { rows, ...more } = await listObservers(context, user, params.projectCode, query);
      return ok(rows, more);
    },
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/projects/:projectCode/organizations',
      operation: 'project.organizations',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Add and remove observers',
      params: ProjectParamsSchema,
      body: ObserversChangeSchema,
      payload: ChangeResultSchema,
    },
    async ({ user, params, body, request }) =>
      ok(await changeObservers(context, user, params.projectCode, body, originOf(request))),
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: '/projects/:projectCode/appropriations',
      operation: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'Appropriations that a project may use; selected=true leaves those it uses',
      params: ProjectParamsSchema,
      query: QuerySchema,
      payload: Type.Array(ProjectAppropriationSchema),
      additional: Type.Object({
        ...TotalRowsSchema.properties,
        projectAppropriationIds: Type.Array(Type.Integer()),
      }),
    },
    async ({ user, params, query }) => {
      const { rows, ...more } = await listAppropriations(context, user, params.projectCode, query);
      return ok(rows, more);
    },
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/projects/:projectCode/appropriations',
      operation: 'project.appropriations',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Add and remove appropriations of a project',
      params: ProjectParamsSchema,
      body: AppropriationsChangeSchema,
      payload: ChangeResultSchema,
      additional: Type.Object({ warnings: Type.Array(VerdictItemSchema) }),
    },
    async ({ user, params, body, request }) => {
      const { warnings, ...result } = await changeAppropriations(
        context,
        user,
        params.projectCode,
        body,
        originOf(request),
      );
      return ok(result, { warnings });
    },
  );
  administratorRoutes(app, context);
}

function administratorRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    {
      method: 'GET',
      url: '/projects/important/list',
      operation: 'project.importantLists',
      tag,
      summary: 'Important projects that wait for a list',
      query: QuerySchema,
      payload: Type.Array(ImportantListRowSchema),
      additional: TotalRowsSchema,
    },
    async ({ query }) => {
      const { rows, totalRows } = await listImportant(context, query);
      return ok(rows, { totalRows });
    },
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/projects/important/list',
      operation: 'project.importantLists',
      tag,
      summary: 'Send important projects to one of the lists 3, 4 and 5',
      body: SendToListSchema,
      payload: Type.Null(),
    },
    async ({ user, body, request }) => {
      await sendToList(context, user, body, originOf(request));
      return ok(null);
    },
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/projects/merge',
      operation: 'project.merge',
      tag,
      summary: 'Merge two projects into the one marked OriginalProject',
      body: MergeSchema,
      payload: Type.Object({ code: Type.String() }),
    },
    async ({ user, body, request }) => ok({ code: await mergeProjects(context, user, body, originOf(request)) }),
  );
}
