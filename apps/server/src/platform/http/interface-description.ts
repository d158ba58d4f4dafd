import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from './compression.ts';
import { etagOf, namesTag } from './entity-tag.ts';
import type { AnonymousLimit } from './http.ts';

const LIMIT: AnonymousLimit = { name: 'interface description', perMinute: 60, inMemory: true };
const NOT_MODIFIED = 304;

const FORMS = {
  '/api/docs/json': { type: 'application/json; charset=utf-8', write: (app) => JSON.stringify(app.swagger()) },
  '/api/docs/yaml': { type: 'application/x-yaml; charset=utf-8', write: (app) => app.swagger({ yaml: true }) },
} as const satisfies Record<string, { type: string; write: (app: FastifyInstance) => string }>;

const isForm = (url: string): url is keyof typeof FORMS => Object.hasOwn(FORMS, url);

/**
 * The description of the interface has hundreds of kilobytes and is the same until the process ends. The plugin writes
 * and compresses it for each call, which takes longer than a page of a list; here it is written once.
 */
function describedOnce(app: FastifyInstance, { type, write }: (typeof FORMS)[keyof typeof FORMS]) {
  let made: { text: string; compressed: Buffer; etag: string } | undefined;
  const make = () => {
    const text = write(app);
    return { text, compressed: gzipSync(text), etag: etagOf(text) };
  };
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    made ??= make();
    const { text, compressed, etag } = made;
    const gzip = takesGzip(request);
    reply.headers({
      'cache-control': 'no-cache',
      etag: gzip ? `W/${etag}` : etag,
      vary: 'accept-encoding',
    });
    const tags = request.headers['if-none-match'];
    if (tags !== undefined && namesTag(tags, etag)) return reply.status(NOT_MODIFIED).send();
    reply.type(type);
    return gzip ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(text);
  };
}

/** Replaces the routes of the description that a plugin adds within this scope. */
export function describeOnce(scope: FastifyInstance, app: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (!isForm(route.url)) return;
    route.handler = describedOnce(app, FORMS[route.url]);
    route.config = { ...route.config, policy: 'anonymous', limit: LIMIT };
  });
}
