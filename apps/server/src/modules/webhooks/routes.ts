import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok, okPage } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { listWebhooks } from './queries.ts';
import {
  addWebhookSecret,
  createWebhook,
  readDeliveries,
  readWebhook,
  removeWebhook,
  removeWebhookSecret,
  resendDelivery,
  testWebhook,
  updateWebhook,
} from './service.ts';

/** Administration of webhooks, which notify other systems of events in projects. */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'webhooks';
  const viewing = { permission: 'client.view', tag } as const;
  const changing = { permission: 'client.administrate', refusal: 'InvalidUserPermission', tag } as const;
  userRoute(
    app,
    'GET /administration/webhooks',
    { ...viewing, summary: 'Webhooks of the own organization; of all for an administrator' },
    async ({ user, query }) => okPage(await listWebhooks(context.db, user, query)),
  );
  userRoute(
    app,
    'POST /administration/webhooks',
    { ...changing, summary: 'Make a webhook; its secret is shown once' },
    async ({ user, body, request }) => ok(await createWebhook(context, user, body, originOf(request))),
  );
  userRoute(
    app,
    'GET /administration/webhooks/:id',
    { ...viewing, summary: 'A webhook with its secrets, without their contents' },
    async ({ user, params }) => ok(await readWebhook(context, user, params.id)),
  );
  userRoute(
    app,
    'PUT /administration/webhooks/:id',
    { ...changing, summary: 'Change a webhook, or switch it on or off' },
    async ({ user, params, body, request }) => {
      await updateWebhook(context, user, params.id, body, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'DELETE /administration/webhooks/:id',
    { ...changing, summary: 'Remove a webhook with what waits for it and its log' },
    async ({ user, params, request }) => {
      await removeWebhook(context, user, params.id, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'POST /administration/webhooks/:id/secrets',
    { ...changing, summary: 'Make a further secret, which is shown once' },
    async ({ user, params, request }) => ok(await addWebhookSecret(context, user, params.id, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /administration/webhooks/:id/secrets/:secretId',
    { ...changing, summary: 'Remove a secret, but not the last one' },
    async ({ user, params, request }) => {
      await removeWebhookSecret(context, user, params, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'POST /administration/webhooks/:id/test',
    { ...changing, summary: 'Send an event without a project, once' },
    async ({ user, params, request }) => ok({ id: await testWebhook(context, user, params.id, originOf(request)) }),
  );
  userRoute(
    app,
    'GET /administration/webhooks/:id/deliveries',
    { ...viewing, summary: 'The deliveries of the last 30 days, the newest first' },
    async ({ user, params, query }) => okPage(await readDeliveries(context, user, params.id, query)),
  );
  userRoute(
    app,
    'POST /administration/webhooks/:id/deliveries/:deliveryId/resend',
    { ...changing, summary: 'Send a delivery again' },
    async ({ user, params, request }) => {
      await resendDelivery(context, user, params, originOf(request));
      return ok({});
    },
  );
}
