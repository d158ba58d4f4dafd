import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import rangeParser, { type Range } from 'range-parser';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { FileMissing } from '../storage/file-store.ts';
import { isRecentlyVerified, verified } from '../storage/verified-content.ts';

/** The results of range-parser. */
const UNSATISFIABLE = -1;
const UNREADABLE = -2;

/** File name of a download (RFC 6266): an ASCII form for old programs, the real one for the others. */
export function contentDisposition(fileName: string): string {
  return create(fileName.toWellFormed());
}

/**
 * Returns the single range of a Range header within `size` bytes (RFC 9110, 14.1.2); null if the whole content must be
 * sent: the header is not readable, names several ranges, or applies to another version of the file.
 */
function rangeOf(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  { size, hash }: Pick<SentFile, 'size' | 'hash'>,
): Range | 'unsatisfiable' | null {
  if (range === undefined || !/^bytes=/i.test(range)) return null;
  if (condition !== undefined && condition !== etagOf(hash)) return null;
  // range-parser refuses a suffix longer than the file; it means the whole file.
  const within = range.replaceAll(/([=,]\s*)-(\d+)/g, (_, before: string, suffix: string) => {
    return `${before}-${Math.min(Number(suffix), size)}`;
  });
  const ranges = rangeParser(size, within, { combine: true });
  if (ranges === UNSATISFIABLE) return 'unsatisfiable';
  if (ranges === UNREADABLE || ranges.length > 1) return null;
  return ranges[0] ?? null;
}

/**
 * The content of a stored file. Errors: DocumentContentMissing, which means a loss in the store; StorageUnavailable.
 */
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

/** A file is read completely even if only a part is requested, unless it was verified a short while ago. */
async function contentOf(context: Context, { hash, ...file }: SentFile, range: Range | null): Promise<Readable> {
  const { storageKey } = file;
  if (hash === undefined || (range && isRecentlyVerified(storageKey))) {
    return openFile(context, storageKey, range ?? undefined);
  }
  return verified(await openFile(context, storageKey), { ...file, hash }, range ?? undefined);
}

interface SentFile {
  storageKey: string;
  size: number;
  fileName: string;
  mediaType?: string;
  /** SHA-256 of the content; a browser uses it to resume a broken download. */
  hash?: string;
}

const etagOf = (hash: string | undefined) => (hash === undefined ? undefined : `"${hash}"`);

/** The policy of a preview in its frame: only our own page may show it, and it loads nothing. */
const PREVIEW_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'";

/** Sends a stored file to be shown in the page, with the type that the server has determined. */
export async function showFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile & { mediaType: string },
): Promise<FastifyReply> {
  // Replaces helmet's policy for pages, which forbids framing.
  reply.header('content-security-policy', PREVIEW_POLICY).header('x-content-type-options', 'nosniff');
  const disposition = create(file.fileName.toWellFormed(), { type: 'inline' });
  return send(context, request, reply.header('content-disposition', disposition), file);
}

/**
 * Sends a stored file as a download: files of users are never rendered in the product's own origin. Only files that the
 * product has made carry their type.
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
  const isHead = request.method === 'HEAD';
  // A range is one of GET alone (RFC 9110, 14.2).
  const range = isHead ? null : rangeOf(request.headers, file);
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
  return reply.send(
    // One byte shows whether the file exists.
    isHead ? await openFile(context, file.storageKey, { start: 0, end: 0 }) : await contentOf(context, file, range),
  );
}
