import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { CallQuery } from '@pimis/contract/calls';
import { RegistryIdSchema, registryRowSchema } from '@pimis/contract/registries';
import { isDay } from '@pimis/domain/dates/dates';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import type { Registry } from '@pimis/domain/registries/types';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ok, okPage } from '../../platform/http/envelope.ts';
import { invalidFields } from '../../platform/errors.ts';
import { openRoute, userRoute } from '../../platform/http/http.ts';
import { readTableQuery } from '../../platform/lists/table-query.ts';
import { maintenanceRoutes } from './maintenance-routes.ts';
import { suggestCurrencies } from './queries.ts';
import { answerRow } from './answer-row.ts';
import { listChanges, listRows, namesOfPage } from './read.ts';
import { mayWrite } from './write.ts';

const tag = 'registry';
const DEFAULT_LIMIT = 10;
const limit = { name: 'registry', perMinute: 120 };

/** Code tables: everyone reads them, the roles of each maintain it. */
export function registryRoutes(app: FastifyInstance, context: Context): void {
  for (const registry of REGISTRIES) {
    readingRoutes(app, context, registry);
    maintenanceRoutes(app, context, registry);
  }
  rateRoute(app, context);
}

function readingRoutes(app: FastifyInstance, context: Context, registry: Registry): void {
  const url = `/registry/${registry.code}`;
  const row = registryRowSchema(registry);
  const list = async (query: CallQuery<'GET /registry/:registry'>, user: CurrentUser | null) => {
    const { rows, ...counted } = await listRows(context, registry, query, user !== null);
    const names = await namesOfPage(context.db, registry, rows);
    return ok(rows, { ...counted, canWrite: mayWrite(user, registry), names });
  };
  const one = (id: string, user: CurrentUser | null) => answerRow(context, registry, id, user);
  const listShape = {
    tag,
    summary: `${registry.title.en}: filters and order on every column, filter[search], filter[validAt]`,
    narrowed: { path: url, params: undefined, payload: Type.Array(row) },
  };
  const oneShape = {
    tag,
    summary: `${registry.title.en}: one row, valid or ended`,
    tagged: true as const,
    narrowed: { path: `${url}/:id`, params: RegistryIdSchema, payload: row },
  };
  if (registry.open) {
    openRoute(app, 'GET /registry/:registry', { ...listShape, limit }, ({ query, user }) => list(query, user));
    openRoute(app, 'GET /registry/:registry/:id', { ...oneShape, limit }, ({ params, user }) => one(params.id, user));
  } else {
    const permission = 'registry.read';
    userRoute(app, 'GET /registry/:registry', { ...listShape, permission }, ({ query, user }) => list(query, user));
    userRoute(app, 'GET /registry/:registry/:id', { ...oneShape, permission }, ({ params, user }) =>
      one(params.id, user),
    );
  }
  userRoute(
    app,
    'GET /registry/:registry/:id/changes',
    {
      permission: 'registry.read',
      tag,
      summary: `${registry.title.en}: history of a row`,
      narrowed: { path: `${url}/:id/changes`, params: RegistryIdSchema },
    },
    async ({ params, query, user }) => {
      const { perPage, page } = readTableQuery(query, {});
      const writer = mayWrite(user, registry);
      return okPage(await listChanges(context.db, registry, params.id, { perPage, page }, writer));
    },
  );
}

/** Currencies with the rate that a form remembers: the newest middle rate on or before today, or another day. */
function rateRoute(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /registry/exchange-rate',
    {
      permission: 'registry.read',
      tag,
      summary: 'Currencies with the newest middle rate on or before today, or on or before filter[validAt]',
    },
    async ({ query }) => {
      const search = (query.search ?? query['filter[search]'] ?? query['filter[name]'] ?? '').trim();
      const code = query['filter[code]'];
      const day = query['filter[validAt]'] || today(context);
      if (!isDay(day)) throw invalidFields({ 'filter[validAt]': 'InvalidField' });
      const filter = { search, script: query.script, ...(code ? { code } : {}) };
      return ok(await suggestCurrencies(context.db, filter, day, query.perPage ?? DEFAULT_LIMIT));
    },
  );
}
