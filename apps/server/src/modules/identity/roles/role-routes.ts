import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok, okPage } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { listRoles } from './role-queries.ts';
import {
  availableClaims,
  availableRoles,
  createRole,
  deleteRole,
  readRole,
  requireSecondFactor,
  updateRole,
} from './roles.ts';

/** Roles and claims. */
export function roleRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'roles';
  const view = { permission: 'role.view', tag } as const;
  const manage = { permission: 'role.manage', tag } as const;
  userRoute(app, 'GET /security/roles', { ...view, summary: 'Roles' }, async ({ user, query }) =>
    okPage(await listRoles(context.db, user, query)),
  );
  userRoute(
    app,
    'GET /security/roles/claims',
    { ...manage, summary: 'Claims that the caller may put into a role' },
    async ({ user }) => ok(availableClaims(user)),
  );
  userRoute(
    app,
    'GET /security/roles/available',
    { permission: 'user.manage', tag, summary: 'Roles that the caller may give to a user of the organization' },
    async ({ user, query }) => ok(await availableRoles(context, user, query.organizationId ?? user.organizationId)),
  );
  userRoute(
    app,
    'GET /security/roles/:roleId',
    { ...view, summary: 'A role with its claims' },
    async ({ user, params }) => ok(await readRole(context, user, params.roleId)),
  );
  userRoute(app, 'POST /security/roles', { ...manage, summary: 'Create a role' }, async ({ user, body, request }) =>
    ok({ id: await createRole(context, user, body, originOf(request)) }),
  );
  userRoute(app, 'PUT /security/roles', { ...manage, summary: 'Change a role' }, async ({ user, body, request }) => {
    await updateRole(context, user, body, originOf(request));
    return ok({});
  });
  userRoute(
    app,
    'DELETE /security/roles/:roleId',
    { ...manage, summary: 'Remove a role that nobody holds' },
    async ({ user, params, request }) => {
      await deleteRole(context, user, params.roleId, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'PUT /security/roles/:roleId/second-factor',
    {
      permission: 'role.requireSecondFactor',
      tag,
      summary: 'Say whether holders of the role sign in with a second factor',
    },
    async ({ user, params, body, request }) => {
      await requireSecondFactor(context, user, params.roleId, body.required, originOf(request));
      return ok({});
    },
  );
}
