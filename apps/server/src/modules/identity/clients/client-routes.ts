import type { FastifyInstance } from 'fastify';
import { originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ok, okPage } from '../../../platform/http/envelope.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { listClients } from './client-queries.ts';
import { addSecret, createClient, readClient, removeSecret, revokeClient, updateClient } from './clients.ts';

/** Administration of clients: other systems that call the interface. */
export function clientRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'clients';
  const viewing = { permission: 'client.view', tag } as const;
  const changing = { permission: 'client.administrate', refusal: 'InvalidUserPermission', tag } as const;
  userRoute(
    app,
    'GET /administration/clients',
    { ...viewing, summary: 'Clients of the own organization; of all for an administrator' },
    async ({ user, query }) => okPage(await listClients(context.db, user, query)),
  );
  userRoute(
    app,
    'POST /administration/clients',
    { ...changing, summary: 'Make a client, without a secret' },
    async ({ user, body, request }) => ok({ id: await createClient(context, user, body, originOf(request)) }),
  );
  userRoute(
    app,
    'GET /administration/clients/:id',
    { ...viewing, summary: 'A client with its secrets and keys, without their contents' },
    async ({ user, params }) => ok(await readClient(context, user, params.id)),
  );
  userRoute(
    app,
    'PUT /administration/clients/:id',
    { ...changing, summary: 'Change a client' },
    async ({ user, params, body, request }) => {
      await updateClient(context, user, params.id, body, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'DELETE /administration/clients/:id',
    { ...changing, summary: 'Revoke a client; its tokens are refused from the next call on' },
    async ({ user, params, request }) => {
      await revokeClient(context, user, params.id, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'POST /administration/clients/:id/secrets',
    { ...changing, summary: 'Make a secret, which is shown once, or add a public key' },
    async ({ user, params, body, request }) => ok(await addSecret(context, user, params.id, body, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /administration/clients/:id/secrets/:secretId',
    { ...changing, summary: 'Remove a secret or a public key' },
    async ({ user, params, request }) => {
      await removeSecret(context, user, params, originOf(request));
      return ok({});
    },
  );
}
