import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { noteRefusal } from '../../platform/limits/refusals.ts';
import { FROM_MEMORY, userRoute } from '../../platform/http/http.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { OPEN_DATA_FILE_LIMIT, OPEN_DATA_LIMIT, OPEN_DATA_SHARE } from '../open-data/limits.ts';
import { readPreview } from '../open-data/preview.ts';
import { readDistricts } from '../open-data/public-list.ts';
import { inPublicTime } from '../open-data/public-time.ts';
import { languageOf, pathOf, ROOT } from './addresses.ts';
import { type Handler, pageAnswers, type QueryKey, sendText } from './answers.ts';
import { type PortalAssets, portalAssets } from './assets.ts';
import { renderPage, type Site } from './html.ts';
import { aboutPage } from './pages/about.ts';
import {
  pageOfProject,
  mapOf,
  readBody,
  readChart,
  readFront,
  readList,
  readListCsv,
  readProject,
  readRegion,
} from './reading.ts';
import { readListQuery } from './list-query.ts';
import { robots, sitemapIndex, sitemapPart } from './sitemap.ts';
import { LANGUAGES, type PortalLanguage, wordsOf } from './words.ts';

/** Pages have no scripts and load nothing from other origins. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const CSV = 'text/csv; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The public has used up its share of the server, or a network its calls. */
const BUSY: readonly number[] = [429, 503];

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

/** The site, the context for its data, and the app to which its routes are added. */
interface Portal {
  app: FastifyInstance;
  context: Context;
  site: Site;
  answers: ReturnType<typeof pageAnswers>;
}

/**
 * Pages about public projects for anybody (docs/decisions/0186-public-portal.md), made by the server and whole without
 * script. Without OPEN_DATA_PREFIX none of these addresses exist.
 */
export async function portalRoutes(app: FastifyInstance, context: Context): Promise<void> {
  if (context.config.openDataPrefix === undefined) return;
  const assets = await portalAssets();
  const site = siteOf(context, assets);
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    // Browsers show the response as it is, so refused visitors get a page in the language of the URL instead of the
    // envelope.
    const answers = pageAnswers(context, site);
    scope.setErrorHandler(async (error, request, reply) => {
      if (!(error instanceof ApiError) || !BUSY.includes(error.httpStatus)) throw error;
      noteRefusal(request, error);
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      return answers.busy(reply.status(error.httpStatus), languageOf(request.url));
    });
    const portal: Portal = { app: scope, context, site, answers };
    for (const language of LANGUAGES) languageRoutes(portal, language);
    sitemapRoutes(portal);
    fixedRoutes(portal, assets);
  });
}

function addRoute({ app }: Portal, url: string, config: typeof READ | typeof WHOLE, handler: Handler): void {
  app.get(url, { config, schema: { hide: true } }, handler);
}

const parameter = (request: FastifyRequest, name: string) => (request.params as Record<string, string>)[name] ?? '';

const NO_QUERY: QueryKey = () => '';
const listKey: QueryKey = (query) => {
  const known = readListQuery(query);
  return known && JSON.stringify(known);
};

/** The pages in one language and script, with the tables that they offer as files. */
function languageRoutes(portal: Portal, language: PortalLanguage): void {
  const { context, site, answers } = portal;
  const words = wordsOf(language);
  const addPage = (path: string, keyOf: QueryKey, read: Parameters<typeof answers.page>[2]) =>
    addRoute(portal, pathOf(language, path), READ, answers.page(words, keyOf, read));
  addPage('', mapOf, ({ query }, source) => readFront(source, words, query));
  addPage('/projects', listKey, ({ query }, source) => readList(source, words, query));
  addPage('/projects/:id', NO_QUERY, (request, source) => readProject(source, words, parameter(request, 'id')));
  addPage('/regions/:code', NO_QUERY, (request, source) => readRegion(source, words, parameter(request, 'code')));
  addPage('/bodies/:id', NO_QUERY, (request, source) => readBody(source, words, parameter(request, 'id')));
  addPage('/about', NO_QUERY, () => ({ page: aboutPage(words, site), changedAt: null }));
  addRoute(portal, pathOf(language, '/projects.csv'), WHOLE, async (request, reply) => {
    const csv = await inPublicTime(context, request, async () =>
      readListCsv(await readingFor(context, null), request.query),
    );
    if (csv === null) return answers.missing(reply, words);
    reply.header('content-disposition', contentDisposition('projects.csv'));
    return sendText(request, reply, csv, CSV);
  });
  addRoute(portal, pathOf(language, '/charts/:name.csv'), READ, async (request, reply) => {
    const csv = await inPublicTime(context, request, async () =>
      readChart(await readingFor(context, null), words, parameter(request, 'name'), request.query),
    );
    return csv === null ? answers.missing(reply, words) : sendText(request, reply, csv, CSV);
  });
  addRoute(portal, pathOf(language, '/*'), READ, async (_request, reply) => answers.missing(reply, words));
}

function sitemapRoutes(portal: Portal): void {
  const { context, answers } = portal;
  addRoute(portal, `${ROOT}/sitemap.xml`, READ, async (request, reply) =>
    sendText(request, reply, await sitemapIndex(await readingFor(context, null)), XML),
  );
  addRoute(portal, `${ROOT}/sitemap-:part.xml`, WHOLE, async (request, reply) => {
    const part = await inPublicTime(context, request, async () => {
      const source = await readingFor(context, null);
      return sitemapPart(source, parameter(request, 'part'), await readDistricts(source.db));
    });
    return part === null ? answers.missing(reply, wordsOf('sr-Cyrl')) : sendText(request, reply, part, XML);
  });
}

/** Routes whose content changes only with a new version of the product: robots.txt, styles, picture and fonts. */
function fixedRoutes({ app, context }: Portal, assets: PortalAssets): void {
  const fixed = { policy: 'anonymous', limit: FROM_MEMORY } as const;
  app.get('/robots.txt', { config: fixed, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(context.config.publicUrl)),
  );
  for (const { address, type, content } of [assets.styles, assets.card, ...assets.fonts]) {
    app.get(address, { config: fixed, schema: { hide: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', FOR_EVER).send(content),
    );
  }
}
