import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressedTag } from './entity-tag.ts';

/** Below this size the header costs more than compression saves. */
const LEAST_BYTES = 1024;
/**
 * Up to this size compressing takes less time than handing the work to another thread; a list page is a third of it.
 */
const AT_ONCE_BYTES = 65_536;
/**
 * A low level: answers are compressed at each call. A page of the project list takes 26 µs and 1,990 bytes; from level
 * 4 on, where zlib looks for matches twice, it takes 56 µs and 1,955 bytes.
 */
const OPTIONS = { level: 3, flush: constants.Z_NO_FLUSH };
/**
 * Only answers, pages and tables. Papers, workbooks and archives are already compressed, documents may be anything, and
 * the build compresses assets.
 */
const TEXTS =
  /^(?:application\/(?:json|ld\+json|atom\+xml)|text\/(?:html|plain|css|csv|javascript)|image\/svg\+xml)(?:;|$)/;
const PARTIAL = 206;

const inThread = promisify(gzip);

/** Returns whether an answer of this type and length also has a compressed representation. */
function isCompressible(reply: FastifyReply, length: number): boolean {
  // Ranges count the bytes of the identity representation.
  if (reply.statusCode === PARTIAL || reply.hasHeader('content-range') || reply.hasHeader('content-encoding'))
    return false;
  return length >= LEAST_BYTES && TEXTS.test(String(reply.getHeader('content-type') ?? ''));
}

function vary(reply: FastifyReply): void {
  const before = String(reply.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b/i.test(before))
    reply.header('vary', before === '' ? 'accept-encoding' : `${before}, accept-encoding`);
}

/**
 * Sets the headers of a compressed answer. Its bytes differ from those that a strong ETag names (RFC 9110, 8.8.3); an
 * answer whose tag comes back in If-Match has a strong one of its own, because weak tags never match there.
 */
function markCompressed(reply: FastifyReply): void {
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  const tag = reply.getHeader('etag');
  if (typeof tag !== 'string' || !tag.startsWith('"')) return;
  reply.header('etag', reply.request.routeOptions.config.tagged === true ? compressedTag(tag) : `W/${tag}`);
}

export const takesGzip = ({ headers }: FastifyRequest) =>
  negotiate(String(headers['accept-encoding'] ?? ''), ['gzip']) === 'gzip';

/**
 * Compresses text answers. Compressed requests are not accepted: a small one could unpack beyond the limit of a body.
 * Fastify's own plugin compresses every type of a public list, documents too
 * (docs/decisions/0147-what-is-compressed.md).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (payload instanceof Readable) {
      if (!isCompressible(reply, LEAST_BYTES)) return payload;
      vary(reply);
      if (!takesGzip(request)) return payload;
      markCompressed(reply);
      // An error of either stream ends the other; the client sees that the connection ends.
      return pipeline(payload, createGzip(OPTIONS), () => undefined);
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const length = Buffer.byteLength(payload);
    if (!isCompressible(reply, length)) return payload;
    vary(reply);
    if (!takesGzip(request)) return payload;
    markCompressed(reply);
    return length <= AT_ONCE_BYTES ? gzipSync(payload, OPTIONS) : inThread(payload, OPTIONS);
  });
}
