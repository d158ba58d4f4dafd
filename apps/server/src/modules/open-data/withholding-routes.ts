import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readPublicity } from './publicity.ts';
import { changeWithholding, readWithholding } from './withholding.ts';

/** Whether a project is public, and withholding it: for administrators. */
export function withholdingRoutes(app: FastifyInstance, context: Context): void {
  const shape = { permission: 'project.withhold', tag: 'projects' } as const;
  userRoute(
    app,
    'GET /projects/:projectCode/withholding',
    { ...shape, summary: 'Whether the public may know the project' },
    async ({ user, params }) => ok(await readWithholding(context, user, params.projectCode)),
  );
  userRoute(
    app,
    'PUT /projects/:projectCode/withholding',
    { ...shape, summary: 'Withhold the project from the public, or take that back' },
    async ({ user, params, body, request }) => {
      await changeWithholding(context, user, params.projectCode, body, originOf(request));
      return ok(await readWithholding(context, user, params.projectCode));
    },
  );
  userRoute(
    app,
    'GET /administration/publicity',
    { ...shape, tag: 'administration', summary: 'What becomes public next, and what is withheld' },
    async () => ok(await readPublicity(context)),
  );
}
