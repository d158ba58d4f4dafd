import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangeParser, { type Range } from 'range-parser';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';
import { FileMissing } from './file-store.ts';

/** What range-parser says of a header. */
const UNSATISFIABLE = -1;
const UNREADABLE = -2;

/** File name of a download (RFC 6266): an ASCII form for old programs, the real one for the others. */
export function contentDisposition(fileName: string): string {
  return create(fileName.toWellFormed());
}

/**
 * The one range of a Range header inside `size` bytes (RFC 9110, 14.1.2); null where the whole is sent instead: for no
 * range that can be read, several apart, and one asked for on the condition that the file is another than this.
 */
function rangeOf(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  { size, hash }: Pick<SentFile, 'size' | 'hash'>,
): Range | 'unsatisfiable' | null {
  if (range === undefined || !/^bytes=/i.test(range)) return null;
  if (condition !== undefined && condition !== etagOf(hash)) return null;
  // range-parser takes a suffix longer than the file for none; it is the whole of it.
  const within = range.replaceAll(/([=,]\s*)-(\d+)/g, (_, before: string, suffix: string) => {
    return `${before}-${Math.min(Number(suffix), size)}`;
  });
  const ranges = rangeParser(size, within, { combine: true });
  if (ranges === UNSATISFIABLE) return 'unsatisfiable';
  if (ranges === UNREADABLE || ranges.length > 1) return null;
  return ranges[0] ?? null;
}

/** Content of a stored file. Errors: DocumentContentMissing, which only a loss in the store can bring; StorageUnavailable. */
export async function openFile(
  context: Context,
  key: string,
  range?: { start: number; end: number },
): Promise<Readable> {
  try {
    return await context.files.get(key, range);
  } catch (error) {
    throw error instanceof FileMissing ? new ApiError('DocumentContentMissing', { cause: error }) : error;
  }
}

interface SentFile {
  storageKey: string;
  size: number;
  fileName: string;
  mediaType?: string;
  /** SHA-256 of the content; with it a browser takes a download up again where it broke. */
  hash?: string;
}

const etagOf = (hash: string | undefined) => (hash === undefined ? undefined : `"${hash}"`);

/** What a preview may do in its frame: be shown by our own page, and load nothing. */
const PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'";

/** Sends a stored file to be shown in the page, as the type that the server knows it to be, and as nothing else. */
export async function showFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile & { mediaType: string },
): Promise<FastifyReply> {
  // In place of the policy that helmet has set for the page, which lets itself be framed by nobody.
  reply.header('content-security-policy', PREVIEW_POLICY).header('x-content-type-options', 'nosniff');
  const disposition = create(file.fileName.toWellFormed(), { type: 'inline' });
  return send(context, request, reply.header('content-disposition', disposition), file);
}

/**
 * Sends a stored file. It is always a download: user files are never rendered in the product's own origin. Only a file
 * that the product has made says of what type it is.
 */
export async function sendFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  return send(context, request, reply.header('content-disposition', contentDisposition(file.fileName)), file);
}

async function send(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  const range = rangeOf(request.headers, file);
  const etag = etagOf(file.hash);
  if (etag !== undefined) reply.header('etag', etag);
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .type(file.mediaType ?? 'application/octet-stream');
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  if (range) {
    reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('content-length', range.end - range.start + 1);
  } else {
    reply.header('content-length', file.size);
  }
  return reply.send(await openFile(context, file.storageKey, range ?? undefined));
}
