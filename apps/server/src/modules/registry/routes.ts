import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { CurrencyRateSchema, ReferenceSchema } from '@pimis/contract/registries';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { anonymousRoute, userRoute } from '../../platform/http.ts';
import { countHit } from '../../platform/rate-limits.ts';
import { suggestBudgetUsers, suggestCurrencies, suggestMunicipalities } from './queries.ts';

const Text = Type.Optional(Type.String({ maxLength: 200 }));
const SuggestQuerySchema = Type.Object(
  {
    search: Text,
    'filter[search]': Text,
    'filter[name]': Text,
    'filter[id]': Text,
    'filter[code]': Text,
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  },
  { additionalProperties: false },
);

const DEFAULT_LIMIT = 10;
const ANONYMOUS_CALLS_PER_MINUTE = 120;

function wanted(query: Static<typeof SuggestQuerySchema>): { text: string; limit: number } {
  const text = query.search ?? query['filter[search]'] ?? query['filter[name]'] ?? query['filter[id]'] ?? '';
  return { text: text.trim(), limit: query.perPage ?? DEFAULT_LIMIT };
}

/** Look-ups of the code tables for autocompletes. */
export function registryRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'registry';
  const references = Type.Array(ReferenceSchema);
  anonymousRoute(
    app,
    {
      method: 'GET',
      url: '/registry/budget-users',
      tag,
      summary: 'Budget users by name or id',
      query: SuggestQuerySchema,
      payload: references,
    },
    async ({ query, request }) => {
      const hits = await countHit(context.db, `registry:${request.ip}`, 60, context.now());
      if (hits > ANONYMOUS_CALLS_PER_MINUTE && !request.currentUser) throw new ApiError('RequestLimitReached');
      const { text, limit } = wanted(query);
      return ok(await suggestBudgetUsers(context.db, text, today(context), limit));
    },
  );
  userRoute(
    app,
    {
      method: 'GET',
      url: '/registry/locations',
      tag,
      summary: 'Municipalities by name or code',
      query: SuggestQuerySchema,
      payload: references,
    },
    async ({ query }) => {
      const { text, limit } = wanted(query);
      return ok(await suggestMunicipalities(context.db, text, today(context), limit));
    },
  );
  for (const url of ['/registry/exchange-rate', '/registry/currencies']) {
    userRoute(
      app,
      {
        method: 'GET',
        url,
        tag,
        summary: 'Currencies with the newest middle rate on or before today',
        query: SuggestQuerySchema,
        payload: Type.Array(CurrencyRateSchema),
      },
      async ({ query }) => {
        const { text, limit } = wanted(query);
        const code = query['filter[code]'];
        const filter = { search: text, ...(code ? { code } : {}) };
        return ok(await suggestCurrencies(context.db, filter, today(context), limit));
      },
    );
  }
}
