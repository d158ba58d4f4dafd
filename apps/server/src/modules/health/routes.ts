import type { FastifyInstance } from 'fastify';
import { originOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { anonymousRoute, userRoute } from '../../platform/http/http.ts';
import { setCaller } from '../../platform/limits/pool-quota.ts';
import { Parts } from './parts.ts';
import { Readiness } from './readiness.ts';
import { giveUpJob, attentionReasons, readHealth, retryFailedJob } from './service.ts';

/** Whether the server lives and is ready, for proxies and supervisors; the health panel, for administrators. */
export function healthRoutes(app: FastifyInstance, context: Context): void {
  const readiness = new Readiness(context);
  const parts = new Parts(context);
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
      // The probe must work even if anonymous callers have used up their share.
      setCaller('health');
      return ok(await readiness.times());
    },
  );
  const tag = 'administration';
  const watch = { permission: 'system.watch', tag } as const;
  userRoute(
    app,
    'GET /administration/health',
    { ...watch, summary: 'Parts of the installation, queue, failed jobs, last backup, versions' },
    async () => ok(await readHealth(context, parts)),
  );
  userRoute(
    app,
    'GET /administration/health/attention',
    { ...watch, summary: 'Does something need an administrator?' },
    async () => {
      const reasons = await attentionReasons(context, parts);
      return ok({ needed: reasons.length > 0, reasons });
    },
  );
  userRoute(
    app,
    'POST /administration/health/jobs/:jobId/retry',
    { ...watch, summary: 'Try a failed job again at once' },
    async ({ params, request }) => {
      await retryFailedJob(context, params.jobId, originOf(request));
      return ok({});
    },
  );
  userRoute(
    app,
    'POST /administration/health/jobs/:jobId/give-up',
    { ...watch, summary: 'Take a failed job out of the queue' },
    async ({ params, request }) => {
      await giveUpJob(context, params.jobId, originOf(request));
      return ok({});
    },
  );
}
