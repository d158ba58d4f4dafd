import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

/** File name of a download (RFC 6266): an ASCII form for old programs, the real one for the others. */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The one range of a Range header inside `size` bytes; null when there is none that this server serves. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'invalid' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] !== '' && match[2] !== '' ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'invalid' : { start, end };
}

/**
 * Sends a stored file. It is always a download: user files are never rendered in the product's own origin. Only a file
 * that the product has made says of what type it is.
 */
export async function sendFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: { storageKey: string; size: number; fileName: string; mediaType?: string },
): Promise<FastifyReply> {
  const range = parseRange(request.headers.range, file.size);
  reply
    .header('content-disposition', contentDisposition(file.fileName))
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .type(file.mediaType ?? 'application/octet-stream');
  if (range === 'invalid') return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  if (range) {
    reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
      .header('content-length', range.end - range.start + 1);
  } else {
    reply.header('content-length', file.size);
  }
  return reply.send(await context.files.get(file.storageKey, range ?? undefined));
}
