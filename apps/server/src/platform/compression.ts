import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Below this the header costs more than is won. */
const LEAST_BYTES = 1024;
/** Up to here the work is less than what handing it to another thread takes; a page of a list has a third of it. */
const AT_ONCE_BYTES = 65_536;
/**
 * Little work for most of the gain: answers are made anew each time. A page of the project list takes 26 µs and 1,990 bytes;
 * from level 4 on, where matches are looked for twice, 56 µs and 1,955.
 */
const OPTIONS = { level: 3, flush: constants.Z_NO_FLUSH };
/**
 * Answers, pages and tables, and nothing else: papers, workbooks and archives are compressed by themselves, and what a
 * document holds nobody knows. Assets were compressed when they were built.
 */
const TEXTS = /^(?:application\/json|text\/(?:html|plain|css|csv|javascript)|image\/svg\+xml)(?:;|$)/;
const PARTIAL = 206;

const inThread = promisify(gzip);

/** Does an answer of this type and length have a compressed representation too? */
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

/** Sets the headers of a compressed answer. Its bytes differ from those that a strong ETag names (RFC 9110, 8.8.3). */
function markCompressed(reply: FastifyReply): void {
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && tag.startsWith('"')) reply.header('etag', `W/${tag}`);
}

export const takesGzip = ({ headers }: FastifyRequest) =>
  negotiate(String(headers['accept-encoding'] ?? ''), ['gzip']) === 'gzip';

/**
 * Compresses what texts the server answers with. What clients send is taken as it stands: a small compressed request
 * could unfold into more than the limits of bodies let in. Fastify's own plugin compresses all that a public list calls
 * compressible, documents too (docs/decisions/0147-what-is-compressed.md).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (payload instanceof Readable) {
      if (!isCompressible(reply, LEAST_BYTES)) return payload;
      vary(reply);
      if (!takesGzip(request)) return payload;
      markCompressed(reply);
      // What breaks the one breaks the other: whoever reads it is told by the end of the connection.
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
