import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { OWN_PROFILE } from '../users/profile.ts';

/** One's own sessions, on every device. */
export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const own = { ...OWN_PROFILE, tag: 'security' };
  const path = '/security/users/:login/sessions' as const;
  userRoute(app, `GET ${path}`, { ...own, summary: 'Own sessions that are not over' }, async ({ user }) =>
    ok(await listSessions(context, user)),
  );
  userRoute(
    app,
    `DELETE ${path}`,
    { ...own, summary: 'End every own session but this one' },
    async ({ user, request }) => {
      await endOtherSessions(context, user, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    `DELETE ${path}/:sessionId`,
    { ...own, summary: 'End one of the own sessions' },
    async ({ user, params, request }) => {
      await endOwnSession(context, user, params.sessionId, originOf(request));
      return ok({});
    },
  );
}
