import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import { type Context, timeOf, today } from '../../platform/context.ts';
import { ok, okPage } from '../../platform/http/envelope.ts';
import { anonymousRoute, userRoute } from '../../platform/http/http.ts';
import { currentNotices, listNotices } from './queries.ts';
import { createNotice, deleteNotice, updateNotice } from './service.ts';

/** Notices for everybody, also before they sign in, and their maintenance. */
export function noticeRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'notices';
  const manage = { permission: 'notice.manage', tag } as const;
  anonymousRoute(
    app,
    'GET /notices',
    { tag, limit: { name: 'notices', perMinute: 600 }, summary: 'Current notices' },
    async () => ok(await currentNotices(context.db, today(context), timeOf(context.now()))),
  );
  userRoute(
    app,
    'GET /notices/all',
    { ...manage, summary: 'Every notice, past and coming ones too' },
    async ({ query }) => okPage(await listNotices(context.db, query)),
  );
  userRoute(app, 'POST /notices', { ...manage, summary: 'Write a notice' }, async ({ user, body, request }) =>
    ok({ id: await createNotice(context, user, body, originOf(request)) }),
  );
  userRoute(
    app,
    'PUT /notices/:noticeId',
    { ...manage, summary: 'Change a notice' },
    async ({ params, body, request }) => {
      await updateNotice(context, params.noticeId, body, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'DELETE /notices/:noticeId',
    { ...manage, summary: 'Remove a notice' },
    async ({ params, request }) => {
      await deleteNotice(context, params.noticeId, originOf(request));
      return ok({});
    },
  );
}
