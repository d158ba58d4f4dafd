import type { FastifyInstance } from 'fastify';
import { can } from '@pimis/domain/access/policies';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http/http.ts';
import { listChanges } from './changes.ts';
import { listProjects } from './service.ts';

/** The project list: pending, finished and archived projects. */
export function projectListRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /projects/paged',
    {
      permission: 'project.view',
      tag: 'projects',
      summary:
        'Project table: status (pending, finished, archived), paging by page or by key (after, before, end), sort, filters',
    },
    async ({ user, query }) => {
      if (query.status === 'archived' && !can(user, 'project.archivedList')) throw new ApiError('Forbidden');
      const clock = { day: today(context), now: context.now() };
      const { rows, additional } = await listProjects(context.db, user, query, clock);
      return ok(rows, additional);
    },
  );
  userRoute(
    app,
    'GET /project-changes',
    {
      permission: 'project.view',
      tag: 'projects',
      summary: 'Projects in the order of their last change: from a time (updatedSince), then behind a cursor',
    },
    async ({ user, query }) => {
      const { rows, page } = await listChanges(context.db, user, query, today(context));
      return ok(rows, page);
    },
  );
}
