import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  NotificationParamsSchema,
  NotificationSchema,
  NotificationsAdditionalSchema,
  NotificationSettingsSchema,
  NotificationsQuerySchema,
  UnreadSchema,
} from '@pimis/contract/daily';
import { originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { readListQuery } from '../../platform/paging.ts';
import { changeSettings, listNotifications, markRead, readSettings, unreadOf } from './service.ts';

/** Notifications of the signed-in user, and how they go by mail. */
export function notificationRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'notifications';
  const operation = 'notification.read';
  userRoute(
    app,
    {
      method: 'GET',
      url: '/notifications',
      operation,
      tag,
      summary: 'My notifications, newest first',
      query: NotificationsQuerySchema,
      payload: Type.Array(NotificationSchema),
      additional: NotificationsAdditionalSchema,
    },
    async ({ user, query }) => {
      const { perPage, page } = readListQuery(query, {}, ['unread']);
      const unreadOnly = query.unread === 'true';
      const { rows, additional } = await listNotifications(context, user, { perPage, page, unreadOnly });
      return ok(rows, additional);
    },
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: '/notifications/count',
      operation,
      tag,
      summary: 'How many are unread',
      payload: UnreadSchema,
    },
    async ({ user }) => ok(await unreadOf(context, user)),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/notifications/:notificationId/read',
      operation,
      tag,
      summary: 'Mark one as read',
      params: NotificationParamsSchema,
      payload: UnreadSchema,
    },
    async ({ user, params }) => ok(await markRead(context, user, params.notificationId)),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/notifications/read-all',
      operation,
      tag,
      summary: 'Mark all as read',
      payload: UnreadSchema,
    },
    async ({ user }) => ok(await markRead(context, user, null)),
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: '/notifications/settings',
      operation,
      tag,
      summary: 'What comes by mail, and when',
      payload: NotificationSettingsSchema,
    },
    async ({ user }) => ok(await readSettings(context, user)),
  );
  userRoute(
    app,
    {
      method: 'PUT',
      url: '/notifications/settings',
      operation,
      tag,
      summary: 'Change what comes by mail, and when',
      body: NotificationSettingsSchema,
      payload: NotificationSettingsSchema,
    },
    async ({ user, body, request }) => ok(await changeSettings(context, user, body, originOf(request))),
  );
}
