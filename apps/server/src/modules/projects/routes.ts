import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { TotalRowsSchema } from '@pimis/contract/envelope';
import {
  ActionSchema,
  ActivitySchema,
  CreateProjectSchema,
  PhaseSchema,
  ProjectParamsSchema,
  ProjectPhaseParamsSchema,
  ProjectRowSchema,
  ProjectSchema,
  ProjectStatusSchema,
  UpdateProjectSchema,
} from '@pimis/contract/projects';
import { can } from '@pimis/domain/access/policies';
import { originOf } from '../../platform/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http.ts';
import { invokeAction } from '../workflow/service.ts';
import { createProject } from './creation.ts';
import { projectFactsFor, readProject } from './details.ts';
import { listProjects } from './list.ts';
import { readActivities, readPhases } from './phases.ts';
import { changeProjectStatus, updateProject } from './settings.ts';

const QuerySchema = Type.Record(Type.String(), Type.String({ maxLength: 500 }));

/** Projects: the table, creation, the project page, the steps of the workflow. */
export function projectRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'projects';
  userRoute(
    app,
    {
      method: 'GET',
      url: '/projects/paged',
      operation: 'project.view',
      tag,
      summary: 'Project table: status (pending, finished, archived), paging, sort, filters',
      query: QuerySchema,
      payload: Type.Array(ProjectRowSchema),
      additional: TotalRowsSchema,
    },
    async ({ user, query }) => {
      if (query.status === 'archived' && !can(user, 'project.archivedList')) throw new ApiError('Forbidden');
      const { rows, totalRows } = await listProjects(context.db, user, query, today(context));
      return ok(rows, { totalRows });
    },
  );
  userRoute(
    app,
    {
      method: 'POST',
      url: '/projects',
      operation: 'project.create',
      // Whoever may create an important one alone comes as far as the body, which says that it is.
      resource: { important: true },
      refusal: 'NotAllowedCreateProject',
      tag,
      summary: 'Create a project in its starting phase',
      body: CreateProjectSchema,
      payload: ProjectSchema,
    },
    async ({ user, body, request }) =>
      ok(await readProject(context, user, await createProject(context, user, body, originOf(request)))),
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: '/projects/:projectCode',
      operation: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'Details with available actions and who can act',
      params: ProjectParamsSchema,
      payload: ProjectSchema,
    },
    async ({ user, params }) => ok(await readProject(context, user, params.projectCode)),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/projects/:projectCode',
      operation: 'project.settings',
      refusal: 'InvalidProjectUpdateUser',
      tag,
      summary: 'Change name and code in the first phase',
      params: ProjectParamsSchema,
      body: UpdateProjectSchema,
      payload: ProjectSchema,
    },
    async ({ user, params, body, request }) => {
      const code = await updateProject(context, user, params.projectCode, body, originOf(request));
      return ok(await readProject(context, user, code));
    },
  );
  userRoute(
    app,
    {
      method: 'PATCH',
      url: '/projects/:projectCode',
      operation: 'project.archive',
      tag,
      summary: 'Finish, archive or bring back a project',
      params: ProjectParamsSchema,
      body: ProjectStatusSchema,
      payload: ProjectSchema,
    },
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
    {
      method: 'GET',
      url: '/projects/:projectCode/phases',
      operation: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'Phases with forms and statuses',
      params: ProjectParamsSchema,
      query: Type.Object({ noData: Type.Optional(Type.String({ maxLength: 5 })) }, { additionalProperties: false }),
      payload: Type.Array(PhaseSchema),
    },
    async ({ user, params }) => {
      const { project, phases } = await readPhases(context, user, params.projectCode);
      return ok(phases, { project: await projectFactsFor(context, project) });
    },
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: '/projects/:projectCode/phases/:projectPhaseId/activities',
      operation: 'project.view',
      refusal: 'NotFound',
      tag,
      summary: 'History of a phase',
      params: ProjectPhaseParamsSchema,
      query: QuerySchema,
      payload: Type.Array(ActivitySchema),
      additional: TotalRowsSchema,
    },
    async ({ user, params, query }) => {
      const { rows, totalRows } = await readActivities(context, user, params.projectCode, params.projectPhaseId, query);
      return ok(rows, { totalRows });
    },
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/projects/:projectCode/actions',
      operation: 'project.actions',
      tag,
      summary: 'Take a step of the workflow',
      params: ProjectParamsSchema,
      body: ActionSchema,
      payload: ProjectSchema,
    },
    async ({ user, params, body, request }) => {
      try {
        await invokeAction(context, user, params.projectCode, body, originOf(request));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 'InvalidProjectAction') throw error;
        // Somebody else was first: the caller gets the project as it stands now.
        const payload = await readProject(context, user, params.projectCode);
        throw new ApiError('InvalidProjectAction', { payload, errors: error.errors, cause: error });
      }
      return ok(await readProject(context, user, params.projectCode));
    },
  );
}
