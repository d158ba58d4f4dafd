import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok, okPage } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http/http.ts';
import { invokeAction } from '../workflow/service.ts';
import { createProject, freeCode } from './creation.ts';
import { formHeader } from '../projects/form-header.ts';
import { readProject } from './details.ts';
import { readActivities, readLatestActivities, readPhases } from './phases.ts';
import { changeProjectStatus, updateProject } from './settings.ts';

/** Projects: creation, the project page, the steps of the workflow. */
export function projectRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'projects';
  userRoute(
    app,
    'POST /projects',
    {
      permission: 'project.create', // A user who may create only important projects passes here; the body shows whether it is one.
      resource: { important: true },
      refusal: 'NotAllowedCreateProject',
      tag,
      summary: 'Create a project in its starting phase',
    },
    async ({ user, body, request }) =>
      ok(await readProject(context, user, await createProject(context, user, body, originOf(request)))),
  );
  userRoute(
    app,
    'GET /project-codes/free',
    {
      permission: 'project.create',
      resource: { important: true },
      refusal: 'NotAllowedCreateProject',
      tag,
      summary: 'A working name that no project has: the given one, or with a number behind it',
    },
    async ({ query }) => ok({ code: await freeCode(context.db, query.code) }),
  );
  userRoute(
    app,
    'GET /projects/:projectCode',
    {
      permission: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'Details with available actions and who can act',
      tagged: true,
    },
    async ({ user, params }) => ok(await readProject(context, user, params.projectCode)),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode',
    {
      permission: 'project.settings',
      refusal: 'InvalidProjectUpdateUser',
      tag,
      summary: 'Change name and code in the first phase',
      ifMatch: async ({ user, params }) => {
        const answer = ok(await readProject(context, user, params.projectCode));
        return { answer, body: { expected: { name: answer.payload.name } } };
      },
    },
    async ({ user, params, body, request }) => {
      const code = await updateProject(context, user, params.projectCode, body, originOf(request));
      return ok(await readProject(context, user, code));
    },
  );
  userRoute(
    app,
    'PATCH /projects/:projectCode',
    { permission: 'project.archive', tag, summary: 'Finish, archive or bring back a project' },
    async ({ user, params, body, request }) => {
      await changeProjectStatus(context, user, params.projectCode, body, originOf(request));
      return ok(await readProject(context, user, params.projectCode));
    },
  );
  phaseRoutes(app, context);
}

function phaseRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'projects';
  userRoute(
    app,
    'GET /projects/:projectCode/phases',
    { permission: 'project.view', refusal: 'NotFound', tag, summary: 'Phases with forms and statuses' },
    async ({ user, params, query }) => {
      const { project, phases } = await readPhases(context, user, params.projectCode, query.noData !== 'true');
      return ok(phases, { project: await formHeader(context, project) });
    },
  );
  userRoute(
    app,
    'GET /projects/:projectCode/activities',
    { permission: 'project.view', refusal: 'NotFound', tag, summary: 'The five newest activities of a project' },
    async ({ user, params }) => ok(await readLatestActivities(context, user, params.projectCode)),
  );
  userRoute(
    app,
    'GET /projects/:projectCode/phases/:projectPhaseId/activities',
    { permission: 'project.view', refusal: 'NotFound', tag, summary: 'History of a phase' },
    async ({ user, params, query }) =>
      okPage(await readActivities(context, user, params.projectCode, params.projectPhaseId, query)),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/actions',
    {
      permission: 'project.actions',
      tag,
      summary: 'Take a step of the workflow',
      ifMatch: async ({ user, params }) => {
        const answer = ok(await readProject(context, user, params.projectCode));
        const { projectPhaseId, phaseStatus: status, lastChangeDate } = answer.payload;
        return { answer, body: { expected: { projectPhaseId, status, lastChangeDate } } };
      },
    },
    async ({ user, params, body, request }) => {
      try {
        await invokeAction(context, user, params.projectCode, body, originOf(request));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 'InvalidProjectAction') throw error;
        // Another user acted first: the caller gets the current project.
        const payload = await readProject(context, user, params.projectCode);
        throw new ApiError('InvalidProjectAction', { ...error.problems, payload, cause: error });
      }
      return ok(await readProject(context, user, params.projectCode));
    },
  );
}
