import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { anonymousRoute, FROM_MEMORY } from '../../platform/http/http.ts';
import { sendCached, sendNothing } from './cached-answer.ts';
import { sendOpenDataFile } from './files/sending.ts';
import { OPEN_DATA_FILE_LIMIT, OPEN_DATA_LIMIT, OPEN_DATA_SHARE } from './limits.ts';
import { inPublicTime } from './public-time.ts';
import { readIndex, readOne, readPage } from './service.ts';
import { withholdingRoutes } from './withholding-routes.ts';

const NO_CONTENT = 204;
const DAY_SECONDS = 86_400;

/**
 * Open data for anybody, in OC4IDS (docs/open-data.md). Without OPEN_DATA_PREFIX the calls do not exist. They have
 * their own share of database connections, so that they take none from signed-in users.
 */
export function openDataRoutes(app: FastifyInstance, context: Context): void {
  withholdingRoutes(app, context);
  if (context.config.openDataPrefix === undefined) return;
  void app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'etag, last-modified, retry-after');
      return payload;
    });
    // Pages of other origins make a preflight request before they send an ETag.
    const preflight = { policy: 'anonymous', limit: FROM_MEMORY } as const;
    for (const url of ['/open-data', '/open-data/*']) {
      scope.options(url, { config: preflight, schema: { hide: true } }, (_request, reply) =>
        reply
          .status(NO_CONTENT)
          .headers({
            'access-control-allow-methods': 'GET, HEAD, OPTIONS',
            'access-control-allow-headers': 'if-none-match, if-modified-since',
            'access-control-max-age': DAY_SECONDS,
          })
          .send(),
      );
    }
    const shape = { tag: 'open data', limit: OPEN_DATA_LIMIT, share: OPEN_DATA_SHARE } as const;
    anonymousRoute(
      scope,
      'GET /open-data',
      { ...shape, summary: 'What there is, with licence and last change' },
      async ({ request, reply }) => {
        const { answer, modified } = await inPublicTime(context, request, async () =>
          readIndex(await readingFor(context, null)),
        );
        // The envelope is sent as text, because its ETag is computed from these bytes.
        return sendCached(request, reply, ok(answer), modified);
      },
    );
    anonymousRoute(
      scope,
      'GET /open-data/:file',
      { ...shape, limit: OPEN_DATA_FILE_LIMIT, summary: 'A file of all public projects' },
      ({ request, reply, params }) => sendOpenDataFile(context, request, reply, params.file),
    );
    anonymousRoute(
      scope,
      'GET /open-data/projects',
      { ...shape, summary: 'Public projects as a package of OC4IDS, by page' },
      async ({ request, reply, query }) => {
        const { answer, modified } = await inPublicTime(context, request, async () =>
          readPage(await readingFor(context, null), query),
        );
        // A package of the standard needs at least one project.
        const send = answer.projects.length === 0 ? sendNothing : sendCached;
        return send(request, reply, answer, modified);
      },
    );
    anonymousRoute(
      scope,
      'GET /open-data/projects/:id',
      { ...shape, summary: 'One public project as a package of OC4IDS' },
      async ({ request, reply, params }) => {
        const { answer, modified } = await inPublicTime(context, request, async () =>
          readOne(await readingFor(context, null), params.id),
        );
        return sendCached(request, reply, answer, modified);
      },
    );
  });
}
