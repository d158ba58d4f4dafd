import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { follow, following } from './service.ts';

/** Following a project. */
export function followingRoutes(app: FastifyInstance, context: Context): void {
  const shape = { permission: 'project.follow', tag: 'projects' } as const;
  userRoute(
    app,
    'GET /projects/:projectCode/follow',
    { ...shape, summary: 'Do I follow the project?' },
    async ({ user, params }) => ok(await following(context, user, params.projectCode)),
  );
  for (const [name, summary, wanted] of [
    ['PUT /projects/:projectCode/follow', 'Follow the project', true],
    ['DELETE /projects/:projectCode/follow', 'Follow it no longer', false],
  ] as const) {
    userRoute(app, name, { ...shape, summary }, async ({ user, params, request }) =>
      ok(await follow(context, user, params.projectCode, wanted, originOf(request))),
    );
  }
}
