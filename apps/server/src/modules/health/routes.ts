import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { anonymousRoute } from '../../platform/http.ts';
import { setCaller } from '../../platform/pool-quota.ts';
import { Readiness } from './readiness.ts';

/** Whether the server lives and is ready, for proxies and supervisors. */
export function healthRoutes(app: FastifyInstance, context: Context): void {
  const readiness = new Readiness(context);
  anonymousRoute(
    app,
    'GET /health/live',
    { tag: 'system', limit: { unlimited: 'it is answered from memory' }, summary: 'Answers while the process does' },
    () => ok({ live: true as const }),
  );
  anonymousRoute(
    app,
    'GET /health/ready',
    {
      tag: 'system',
      limit: { unlimited: 'proxies ask it every second, and all who ask at once get one answer' },
      summary: 'Answers when database, migrations and storage do, with the milliseconds of each',
    },
    async () => {
      // The share of anonymous callers may be used up while the server is ready.
      setCaller('health');
      return ok(await readiness.times());
    },
  );
}
