import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { readOrganization } from './service.ts';

/** Registered organizations. */
export function organizationRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /security/organizations/:organizationId',
    { tag: 'organizations', summary: 'Details of an organization' },
    async ({ user, params }) => ok(await readOrganization(context, user, params.organizationId)),
  );
}
