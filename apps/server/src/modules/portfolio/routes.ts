import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { readOverview } from './overview.ts';
import { portfolioScope } from './scope.ts';

/** Charts over the projects of the project table. */
export function portfolioRoutes(app: FastifyInstance, context: Context): void {
  const shape = { permission: 'portfolio.view', tag: 'portfolio' } as const;
  userRoute(
    app,
    'GET /portfolio/overview',
    { ...shape, summary: 'Number and worth of the projects by phase and sector; filters of the project table' },
    async ({ user, query }) => ok(await readOverview(context.db, await portfolioScope(context, user, query))),
  );
}
