import type { FastifyInstance, FastifyReply } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { OWN_PROFILE } from '../identity/users/profile.ts';
import { dataOf, ownData, removeData } from './service.ts';

const send = (reply: FastifyReply, login: string, text: string) =>
  reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', contentDisposition(`podaci-${login}.json`))
    .header('cache-control', 'private, no-store')
    .send(text);

/** Data about a person (docs/personal-data.md), for themselves and for their manager. */
export function personalDataRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'users';
  userRoute(
    app,
    'GET /security/users/:login/profile/data',
    { ...OWN_PROFILE, tag, summary: 'Everything that is kept of oneself, as a file' },
    async ({ user, request, reply }) => send(reply, user.login, await ownData(context, user, originOf(request))),
  );
  userRoute(
    app,
    'GET /security/users/:login/data',
    { permission: 'user.manage', tag, summary: 'Everything that is kept of a user, as a file' },
    async ({ user, params, request, reply }) =>
      send(reply, params.login, await dataOf(context, user, params.login, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /security/users/:login/data',
    { permission: 'user.changeStatus', tag, summary: 'Remove the contact data of a user whose access was revoked' },
    async ({ user, params, request }) => {
      await removeData(context, user, params.login, originOf(request));
      return ok({});
    },
  );
}
