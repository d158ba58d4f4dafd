import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { userRoute } from '../../platform/http/http.ts';
import { calculate } from './calculation.ts';
import { indicatorsOfPhase } from './service.ts';

/** Success key indicators: the stored rows and the what-if calculation. */
export function indicatorRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'indicators';
  userRoute(
    app,
    'GET /projects/:projectCode/phases/:projectPhaseId/success-key-indicator',
    { permission: 'project.indicators', tag, summary: 'Rows of the three success key indicators' },
    async ({ user, params }) => {
      const { rows } = await indicatorsOfPhase(context, user, params.projectCode, params.projectPhaseId);
      return ok(rows);
    },
  );
  userRoute(
    app,
    'POST /projects/success-key-indicator/calculate',
    { permission: 'project.indicators', tag, summary: 'Recalculate one group of rows; nothing is stored' },
    ({ body }) => ok(calculate(body)),
  );
}
