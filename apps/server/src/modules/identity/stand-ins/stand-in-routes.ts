import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { addStandIn, endStandIn, listCandidates, readStandIns } from './stand-ins.ts';

/** Absences and stand-ins of the user and of people whom the user manages. */
export function standInRoutes(app: FastifyInstance, context: Context): void {
  const policy = { permission: 'user.standIn', refusal: 'InvalidUserPermission', tag: 'users' } as const;
  userRoute(
    app,
    'GET /security/users/:login/stand-ins',
    { ...policy, summary: 'Present and future absences, and those in which the user stands in' },
    async ({ user, params }) => ok(await readStandIns(context, user, params.login)),
  );
  userRoute(
    app,
    'GET /security/users/:login/stand-ins/candidates',
    { ...policy, summary: 'Who may stand in for the user, and within which claims' },
    async ({ user, params }) => {
      const { rows, claims } = await listCandidates(context, user, params.login);
      return ok(rows, { claims });
    },
  );
  userRoute(
    app,
    'POST /security/users/:login/stand-ins',
    { ...policy, summary: 'Enter an absence and who stands in' },
    async ({ user, params, body, request }) =>
      ok(await addStandIn(context, user, params.login, body, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /security/users/:login/stand-ins/:standInId',
    { ...policy, summary: 'End an absence' },
    async ({ user, params, request }) => {
      await endStandIn(context, user, params.login, params.standInId, originOf(request));
      return ok({});
    },
  );
}
