import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from '../../platform/compression.ts';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { FROM_MEMORY, userRoute } from '../../platform/http.ts';
import { readingFor } from '../../platform/read-replica.ts';
import { contentDisposition } from '../../platform/send-file.ts';
import { etagOf, isKnown } from '../open-data/cached-answer.ts';
import { OPEN_DATA_FILE_LIMIT, OPEN_DATA_LIMIT, OPEN_DATA_SHARE } from '../open-data/limits.ts';
import { readPreview } from '../open-data/preview.ts';
import { readDistricts } from '../open-data/public-list.ts';
import { inPublicTime } from '../open-data/public-time.ts';
import { publicVersion } from '../open-data/public-version.ts';
import { pathOf, ROOT } from './addresses.ts';
import { type PortalAssets, portalAssets } from './assets.ts';
import { renderPage, type Site } from './html.ts';
import { type MadePage, PageCache } from './page-cache.ts';
import { aboutPage } from './pages/about.ts';
import { missingPage } from './pages/missing.ts';
import {
  pageOfProject,
  type Read,
  readBody,
  readChart,
  readFront,
  readList,
  readListCsv,
  readProject,
  readRegion,
} from './reading.ts';
import { robots, sitemapIndex, sitemapPart } from './sitemap.ts';
import { LANGUAGES, wordsOf, type Words } from './words.ts';

/** Pages have no script, and nothing of others. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const HTML = 'text/html; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const FOR_EVER = 'public, max-age=31536000, immutable';
const NOT_FOUND = 404;

const READ = { policy: 'anonymous', limit: OPEN_DATA_LIMIT, share: OPEN_DATA_SHARE } as const;
const WHOLE = { ...READ, limit: OPEN_DATA_FILE_LIMIT };

const siteOf = ({ config }: Context, { styles, card }: PortalAssets): Site => ({
  publicUrl: config.publicUrl,
  license: config.openDataLicense,
  styles: styles.address,
  card: card.address,
});

/** The preview of a project as the public would see it. It is a call of the API and must not be cached. */
export function previewRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /projects/:projectCode/public-preview',
    { permission: 'project.withhold', tag: 'projects', summary: 'The project as the public sees it, or would' },
    async ({ user, params, query }) => {
      if (context.config.openDataPrefix === undefined) throw new ApiError('NotFound');
      const preview = await readPreview(context, user, params.projectCode);
      if (!preview) throw new ApiError('NotFound');
      const words = wordsOf(query.language === 'en' ? 'en' : query.script === 'latin' ? 'sr-Latn' : 'sr-Cyrl');
      const page = await pageOfProject(context, words, preview);
      const { preview: says } = words.texts;
      const notice =
        preview.state === 'public' ? says.public : preview.state === 'withheld' ? says.withheld : says.note;
      const html = renderPage({ ...page, hidden: true, notice }, words, siteOf(context, await portalAssets()));
      return ok({ state: preview.state, html });
    },
  );
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Pages about public projects for anybody (docs/decisions/0186-public-portal.md), made by the server and whole without
 * script. Without OPEN_DATA_PREFIX none of these addresses exist.
 */
export async function portalRoutes(app: FastifyInstance, context: Context): Promise<void> {
  if (context.config.openDataPrefix === undefined) return;
  const { publicUrl } = context.config;
  const assets = await portalAssets();
  const site = siteOf(context, assets);

  const cache = new PageCache();

  const send = (request: FastifyRequest, reply: FastifyReply, content: string, type: string) => {
    // A list also depends on the day, so its ETag is computed from its content.
    const known = isKnown(request, reply, { etag: etagOf(content), changedAt: null });
    return known ? reply.send() : reply.type(type).send(content);
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply, { html, compressed, etag }: MadePage) => {
    if (isKnown(request, reply, { etag, changedAt: null })) return reply.send();
    reply.type(HTML);
    if (!takesGzip(request)) return reply.send(html);
    return reply.headers({ 'content-encoding': 'gzip', etag: `W/${etag}` }).send(compressed);
  };
  /** The same page for every address without one. */
  const missingPages = new Map(
    LANGUAGES.map((language) => [language, renderPage(missingPage(wordsOf(language)), wordsOf(language), site)]),
  );
  const missing = (reply: FastifyReply, { language }: Words) =>
    reply.status(NOT_FOUND).type(HTML).send(missingPages.get(language));
  const page =
    (words: Words, read: (request: FastifyRequest, source: Context) => Promise<Read | null> | Read): Handler =>
    async (request, reply) => {
      const source = await readingFor(context, null);
      const version = `${today(context)} ${await publicVersion(source.db)}`;
      const now = context.now().getTime();
      const cached = cache.get(request.url, version, now);
      if (cached) return sendPage(request, reply, cached);
      const html = await inPublicTime(context, async () => {
        const found = await read(request, source);
        return found && renderPage(found.page, words, site);
      });
      if (html === null) return missing(reply, words);
      const made = { html, compressed: gzipSync(html), etag: etagOf(html) };
      cache.set(request.url, version, now, made);
      return sendPage(request, reply, made);
    };
  const parameter = (request: FastifyRequest, name: string) => (request.params as Record<string, string>)[name] ?? '';

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    const add = (url: string, config: typeof READ | typeof WHOLE, handler: Handler) =>
      scope.get(url, { config, schema: { hide: true } }, handler);

    for (const language of LANGUAGES) {
      const words = wordsOf(language);
      const at = (path: string) => pathOf(language, path);
      add(
        at(''),
        READ,
        page(words, ({ query }, source) => readFront(source, words, query)),
      );
      add(
        at('/projects'),
        READ,
        page(words, ({ query }, source) => readList(source, words, query)),
      );
      add(
        at('/projects/:id'),
        READ,
        page(words, (request, source) => readProject(source, words, parameter(request, 'id'))),
      );
      add(
        at('/regions/:code'),
        READ,
        page(words, (request, source) => readRegion(source, words, parameter(request, 'code'))),
      );
      add(
        at('/bodies/:id'),
        READ,
        page(words, (request, source) => readBody(source, words, parameter(request, 'id'))),
      );
      add(
        at('/about'),
        READ,
        page(words, () => ({ page: aboutPage(words, site), changedAt: null })),
      );
      add(at('/projects.csv'), WHOLE, async (request, reply) => {
        const csv = await inPublicTime(context, async () =>
          readListCsv(await readingFor(context, null), request.query),
        );
        reply.header('content-disposition', contentDisposition('projects.csv'));
        return csv === null
          ? missing(reply.removeHeader('content-disposition'), words)
          : send(request, reply, csv, CSV);
      });
      add(at('/charts/:name.csv'), READ, async (request, reply) => {
        const csv = await inPublicTime(context, async () =>
          readChart(await readingFor(context, null), words, parameter(request, 'name'), request.query),
        );
        return csv === null ? missing(reply, words) : send(request, reply, csv, CSV);
      });
      add(at('/*'), READ, async (_request, reply) => missing(reply, words));
    }

    add(`${ROOT}/sitemap.xml`, READ, async (request, reply) =>
      send(request, reply, await sitemapIndex(await readingFor(context, null)), XML),
    );
    add(`${ROOT}/sitemap-:part.xml`, WHOLE, async (request, reply) => {
      const part = await inPublicTime(context, async () => {
        const source = await readingFor(context, null);
        return sitemapPart(source, parameter(request, 'part'), await readDistricts(source.db));
      });
      return part === null ? missing(reply, wordsOf('sr-Cyrl')) : send(request, reply, part, XML);
    });
    const fixed = { policy: 'anonymous', limit: FROM_MEMORY } as const;
    scope.get('/robots.txt', { config: fixed, schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(robots(publicUrl)),
    );
    for (const { address, type, content } of [assets.styles, assets.card, ...assets.fonts]) {
      scope.get(address, { config: fixed, schema: { hide: true } }, (_request, reply) =>
        reply.type(type).header('cache-control', FOR_EVER).send(content),
      );
    }
  });
}
