import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { readTableQuery } from '../../platform/lists/table-query.ts';
import { changeSettings, listNotifications, markRead, readSettings, unreadOf } from './service.ts';

/** Notifications of the signed-in user, and how they go by mail. */
export function notificationRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'notifications';
  const permission = 'notification.read';
  userRoute(
    app,
    'GET /notifications',
    { permission, tag, summary: 'My notifications, newest first' },
    async ({ user, query }) => {
      const { perPage, page } = readTableQuery(query, {}, ['unread']);
      const unreadOnly = query.unread === 'true';
      const { rows, additional } = await listNotifications(context, user, { perPage, page, unreadOnly });
      return ok(rows, additional);
    },
  );
  userRoute(app, 'GET /notifications/count', { permission, tag, summary: 'How many are unread' }, async ({ user }) =>
    ok(await unreadOf(context, user)),
  );
  userRoute(
    app,
    'PUT /notifications/:notificationId/read',
    { permission, tag, summary: 'Mark one as read' },
    async ({ user, params }) => ok(await markRead(context, user, params.notificationId)),
  );
  userRoute(app, 'PUT /notifications/read-all', { permission, tag, summary: 'Mark all as read' }, async ({ user }) =>
    ok(await markRead(context, user, null)),
  );
  userRoute(
    app,
    'GET /notifications/settings',
    { permission, tag, summary: 'What comes by mail, and when' },
    async ({ user }) => ok(await readSettings(context, user)),
  );
  userRoute(
    app,
    'PUT /notifications/settings',
    { permission, tag, summary: 'Change what comes by mail, and when' },
    async ({ user, body, request }) => ok(await changeSettings(context, user, body, originOf(request))),
  );
}
