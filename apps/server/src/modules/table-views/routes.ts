import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { addView, changeView, deleteView, listViews, setDefault, takeOver } from './service.ts';

/** Saved views of tables: own ones, and those that an organization shares. */
export function tableViewRoutes(app: FastifyInstance, context: Context): void {
  const shape = { closedToClients: true, permission: 'view.keep', tag: 'views' } as const;
  userRoute(
    app,
    'GET /table-views',
    { ...shape, summary: 'Saved views of all tables: own ones, and shared ones of the organization' },
    async ({ user }) => ok(await listViews(context, user)),
  );
  userRoute(app, 'POST /table-views', { ...shape, summary: 'Save a view' }, async ({ user, body, request }) =>
    ok({ id: await addView(context, user, body, originOf(request)) }),
  );
  userRoute(
    app,
    'POST /table-views/taken-over',
    { ...shape, summary: 'Save the views that a browser kept, as far as their names are free' },
    async ({ user, body, request }) => ok({ added: await takeOver(context, user, body, originOf(request)) }),
  );
  userRoute(
    app,
    'PUT /table-views/:viewId',
    { ...shape, summary: 'Rename, replace or share a view' },
    async ({ user, params, body, request }) => {
      await changeView(context, user, params.viewId, body, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'DELETE /table-views/:viewId',
    { ...shape, summary: 'Delete a view' },
    async ({ user, params, query, request }) => {
      await deleteView(context, user, { id: params.viewId, ...query }, originOf(request));
      return ok({});
    },
  );
  for (const [call, summary, wanted] of [
    ['PUT /table-views/:viewId/default', 'Open the table with a view', true],
    ['DELETE /table-views/:viewId/default', 'Open the table with it no longer', false],
  ] as const) {
    userRoute(app, call, { ...shape, summary }, async ({ user, params, request }) => {
      await setDefault(context, user, params.viewId, wanted, originOf(request));
      return ok({});
    });
  }
}
