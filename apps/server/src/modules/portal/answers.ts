import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from '../../platform/http/compression.ts';
import { type Context, today } from '../../platform/context.ts';
import { etagOf } from '../../platform/http/entity-tag.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { isKnown } from '../open-data/cached-answer.ts';
import { inPublicTime } from '../open-data/public-time.ts';
import { publicVersion } from '../open-data/public-version.ts';
import { type PortalPage, renderPage, type Site } from './html.ts';
import { type MadePage, PageCache } from './page-cache.ts';
import { busyPage, missingPage } from './pages/missing.ts';
import type { Read } from './reading.ts';
import { LANGUAGES, type PortalLanguage, wordsOf, type Words } from './words.ts';

const HTML = 'text/html; charset=utf-8';
const NOT_FOUND = 404;

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
/** The parameters on which a page depends, as text; null for a query without a page. */
export type QueryKey = (query: unknown) => string | null;
/** Reads the data of a page; null if the page does not exist. */
type ReadPage = (request: FastifyRequest, source: Context) => Promise<Read | null> | Read;

/** Sends a text under the ETag of its content: a list also depends on the day. */
export function sendText(request: FastifyRequest, reply: FastifyReply, content: string, type: string) {
  const known = isKnown(request, reply, { etag: etagOf(content), changedAt: null });
  return known ? reply.send() : reply.type(type).send(content);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, compressed, etag }: MadePage) {
  if (isKnown(request, reply, { etag, changedAt: null })) return reply.send();
  reply.type(HTML);
  if (!takesGzip(request)) return reply.send(html);
  return reply.headers({ 'content-encoding': 'gzip', etag: `W/${etag}` }).send(compressed);
}

/** The pages of a site: existing ones are cached for a minute, the page for missing ones for ever. */
export function pageAnswers(context: Context, site: Site) {
  const cache = new PageCache();
  /** The notice on each page: that the installation is a copy, and the operator's text while it is read-only. */
  const noticeIn = ({ data, texts }: Words): string | undefined => {
    const text = context.readOnly?.text() ?? null;
    const isCopy = (context.readOnly?.copiedAt() ?? null) !== null;
    return [isCopy ? texts.copy : '', text === null ? '' : data(text)].filter(Boolean).join(' ') || undefined;
  };
  const render = (page: PortalPage, words: Words) => {
    const notice = noticeIn(words);
    return renderPage(notice === undefined ? page : { ...page, notice }, words, site);
  };
  /** The page for missing pages is the same for every URL. */
  const missingPages = new Map(
    LANGUAGES.map((language) => [language, renderPage(missingPage(wordsOf(language)), wordsOf(language), site)]),
  );
  const missing = (reply: FastifyReply, words: Words) =>
    reply
      .status(NOT_FOUND)
      .type(HTML)
      .send(noticeIn(words) === undefined ? missingPages.get(words.language) : render(missingPage(words), words));
  const busyPages = new Map(
    LANGUAGES.map((language) => [language, renderPage(busyPage(wordsOf(language)), wordsOf(language), site)]),
  );
  /** The page for visitors refused because of too many requests; sets status and Retry-After. */
  const busy = (reply: FastifyReply, language: PortalLanguage) =>
    reply.header('cache-control', 'no-store').type(HTML).send(busyPages.get(language));
  const page =
    (words: Words, keyOf: QueryKey, read: ReadPage): Handler =>
    async (request, reply) => {
      const key = keyOf(request.query);
      if (key === null) return missing(reply, words);
      // Foreign parameters (of social networks, for example) do not make another cache entry.
      const address = `${request.url.split('?', 1)[0]} ${key}`;
      const source = await readingFor(context, null);
      const version = `${today(context)} ${await publicVersion(source.db)} ${noticeIn(words) ?? ''}`;
      const now = context.now().getTime();
      const cached = cache.get(address, version, now);
      if (cached) return sendPage(request, reply, cached);
      const html = await inPublicTime(context, request, async () => {
        const found = await read(request, source);
        return found && render(found.page, words);
      });
      if (html === null) return missing(reply, words);
      const made = { html, compressed: gzipSync(html), etag: etagOf(html) };
      cache.set(address, version, now, made);
      return sendPage(request, reply, made);
    };
  return { page, missing, busy };
}
