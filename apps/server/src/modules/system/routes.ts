import type { FastifyInstance } from 'fastify';
import { DOCUMENT_MAX_FILES } from '@pimis/domain/constants';
import { type Context, today } from '../../platform/context.ts';
import { databaseAnswers } from '../../platform/database/database.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { setCaller } from '../../platform/limits/pool-quota.ts';
import { anonymousRoute } from '../../platform/http/http.ts';
import { VERSION } from '../../platform/process/version.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';

/** Liveness and the public configuration. */
export function systemRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context;
  let asked: Promise<void> | undefined;
  /** Concurrent callers share one check. */
  const answers = () =>
    (asked ??= databaseAnswers(context.db).finally(() => {
      asked = undefined;
    }));
  anonymousRoute(
    app,
    'GET /health',
    {
      tag: 'system',
      limit: { unlimited: 'load balancers ask it every second, and all who ask at once get one answer' },
      summary: 'Answers when the database answers',
    },
    async () => {
      // A separate caller: health checks of a proxy must depend on the database, not on the load of anonymous callers.
      setCaller('health');
      try {
        await answers();
      } catch (error) {
        throw new ApiError('ServiceUnavailable', { cause: error });
      }
      return ok({ database: 'ok' });
    },
  );
  anonymousRoute(
    app,
    'GET /configuration',
    { tag: 'system', limit: { unlimited: 'it is answered from memory' }, summary: 'Public configuration' },
    () =>
      ok({
        registrationAllowed: config.registrationAllowed,
        helpRoot: config.helpRoot,
        hubRoot: config.hubRoot,
        version: VERSION,
        demo: config.demo,
        directoryLogin: config.ldapUrl !== undefined,
        demoAccounts: config.demo
          ? DEMO_ACCOUNTS.map(({ login, roleName, organizationId }) => ({
              login,
              role: roleName,
              organization: organizationId,
            }))
          : [],
        demoPassword: config.demo ? DEMO_PASSWORD : '',
        documentMaxBytes: config.documentMaxBytes,
        documentMaxFiles: DOCUMENT_MAX_FILES,
        exchangeRateDays: config.exchangeRateDays,
        today: today(context),
      }),
  );
}
