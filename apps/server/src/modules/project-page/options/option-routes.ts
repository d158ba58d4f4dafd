import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok, okPage } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { changeAppropriations, listAppropriations } from './appropriations.ts';
import { listImportant, sendToList } from './important.ts';
import { mergeProjects } from './merging.ts';
import { changeObservers, listObservers } from './observers.ts';

const tag = 'options';

/** Options of a project: observers, appropriations, merging, lists of important projects. */
export function optionRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /projects/:projectCode/organizations',
    { permission: 'project.view', refusal: 'NotFound', tag, summary: 'Organizations that observe a project' },
    async ({ user, params, query }) => okPage(await listObservers(context, user, params.projectCode, query)),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/organizations',
    {
      permission: 'project.organizations',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Add and remove observers',
    },
    async ({ user, params, body, request }) =>
      ok(await changeObservers(context, user, params.projectCode, body, originOf(request))),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/appropriations',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'Appropriations that a project may use; selected=true leaves those it uses',
    },
    async ({ user, params, query }) => okPage(await listAppropriations(context, user, params.projectCode, query)),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/appropriations',
    {
      permission: 'project.appropriations',
      refusal: 'ForbiddenProjectChange',
      tag,
      summary: 'Add and remove appropriations of a project',
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
    'GET /projects/important/list',
    { permission: 'project.importantLists', tag, summary: 'Important projects that wait for a list' },
    async ({ query }) => okPage(await listImportant(context, query)),
  );
  userRoute(
    app,
    'PUT /projects/important/list',
    { permission: 'project.importantLists', tag, summary: 'Send important projects to one of the lists 3, 4 and 5' },
    async ({ user, body, request }) => {
      await sendToList(context, user, body, originOf(request));
      return ok(null);
    },
  );
  userRoute(
    app,
    'PUT /projects/merge',
    { permission: 'project.merge', tag, summary: 'Merge two projects into the one marked OriginalProject' },
    async ({ user, body, request }) => ok({ code: await mergeProjects(context, user, body, originOf(request)) }),
  );
}
