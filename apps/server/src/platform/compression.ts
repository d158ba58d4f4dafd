import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

/** Below this the header costs more than is won. */
const LEAST_BYTES = 1024;
/**
 * Little work for most of the gain: answers are made anew each time. A page of the project list takes 26 µs and 1,990 bytes;
 * from level 4 on, where matches are looked for twice, 56 µs and 1,955.
 */
const GZIP_LEVEL = 3;
/** Up to here the work is less than what handing it to another thread takes; a page of a list has a third of it. */
const AT_ONCE_BYTES = 65_536;
/** Answers and pages. Papers, workbooks and archives are compressed by themselves; assets were when they were built. */
const TEXTS = /^(?:application\/json|text\/html|text\/plain|text\/css|image\/svg)/;

/**
 * Compresses what texts the server answers with. What clients send is taken as it stands: a small compressed request
 * could unfold into more than the limits of bodies let in.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: LEAST_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    customTypes: TEXTS,
    zlibOptions: { level: GZIP_LEVEL, flush: constants.Z_NO_FLUSH },
  });
}
