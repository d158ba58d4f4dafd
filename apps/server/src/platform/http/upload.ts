import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { normalText } from '@pimis/domain/text/normal';
import { ApiError, invalidFields } from '../errors.ts';

/** Returns a text that was sent with a file, normalized. Error: ValidationError on the field. */
export function receivedText(text: string, field: string): string {
  const normal = normalText(text);
  if (normal === null) throw invalidFields({ [field]: 'InvalidField' });
  return normal;
}

const QUOTED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * The name of a file of a multipart call, normalized. Browsers write a quotation mark and the two line breaks as %22,
 * %0D and %0A, and nothing else, not even the percent sign (HTML standard, "multipart form data"). Error:
 * ValidationError.
 */
export function receivedFileName(sent: string): string {
  return receivedText(
    sent.replaceAll(/%22|%0D|%0A/g, (code) => QUOTED[code] ?? code),
    'file',
  );
}

/** Texts sent with files are short: the longest is a description. */
const MAX_FIELD_BYTES = 20_000;

/**
 * Maps errors of the multipart parser to the caller's fault. The parser's errors have neither code nor name, unlike
 * those of a disk or a store, which also end the stream.
 */
function blameCaller(error: unknown): void {
  if (error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error)) {
    Object.assign(error, { statusCode: 400 });
  }
}

/**
 * The parts of a multipart call in order. Errors: UnsupportedMediaType, BadRequest for an incomplete or broken body.
 */
export async function* multipartParts(
  request: FastifyRequest,
  limits: NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>,
): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw new ApiError('UnsupportedMediaType');
  try {
    for await (const part of request.parts({ limits: { fieldSize: MAX_FIELD_BYTES, ...limits } })) {
      try {
        yield part;
      } finally {
        // The reader of the file receives the error first and leaves the loop.
        if (part.type === 'file') blameCaller(part.file.errored);
      }
    }
  } catch (error) {
    blameCaller(error);
    throw error;
  }
}

/** The single file of a multipart call. Errors: UnsupportedMediaType, PayloadTooLarge, ValidationError on `file`. */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<{ bytes: Buffer; name: string }> {
  let received: { bytes: Buffer; name: string } | undefined;
  for await (const part of multipartParts(request, { fileSize: maxBytes, files: 2, fields: 5 })) {
    if (part.type === 'field') continue;
    // A call with several files is refused; none is dropped silently.
    if (received) throw invalidFields({ file: 'RepeatedField' });
    const bytes = await part.toBuffer();
    // The parser truncates a file that is too long; a truncated file must not pass as complete.
    if (part.file.truncated) throw new ApiError('PayloadTooLarge');
    received = { bytes, name: receivedFileName(part.filename) };
  }
  if (!received) throw invalidFields({ file: 'EmptyField' });
  return received;
}

/** A received file: in memory, or in the store under its key if it is larger than `heldBytes`. */
export type ReceivedFile = { name: string } & ({ bytes: Buffer } | { key: string });

/**
 * The single file of a multipart call, with at most `heldBytes` in memory: `keep` stores a larger one and returns its
 * key, `drop` removes it when the call is refused. Errors: as of receiveFile.
 */
export async function receiveLargeFile(
  request: FastifyRequest,
  {
    maxBytes,
    heldBytes,
    keep,
    drop,
  }: {
    maxBytes: number;
    heldBytes: number;
    keep: (content: Readable) => Promise<string>;
    drop: (key: string) => Promise<void>;
  },
): Promise<ReceivedFile> {
  let received: ReceivedFile | undefined;
  try {
    for await (const part of multipartParts(request, { fileSize: maxBytes, files: 2, fields: 5 })) {
      if (part.type === 'field') continue;
      if (received) throw invalidFields({ file: 'RepeatedField' });
      const name = receivedFileName(part.filename);
      const beginning = await upTo(part.file, heldBytes);
      received = beginning.whole
        ? { name, bytes: Buffer.concat(beginning.chunks) }
        : { name, key: await keep(Readable.from(following(beginning), { objectMode: false })) };
      if (part.file.truncated) throw new ApiError('PayloadTooLarge');
    }
    if (!received) throw invalidFields({ file: 'EmptyField' });
    return received;
  } catch (error) {
    if (received && 'key' in received) await drop(received.key);
    throw error;
  }
}

interface Beginning {
  chunks: Buffer[];
  rest: AsyncIterator<Buffer, undefined>;
  whole: boolean;
}

async function upTo(file: Readable, bytes: number): Promise<Beginning> {
  const rest = (file as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  for (let size = 0; size <= bytes; ) {
    const next = await rest.next();
    if (next.done) return { chunks, rest, whole: true };
    chunks.push(next.value);
    size += next.value.length;
  }
  return { chunks, rest, whole: false };
}

async function* following({ chunks, rest }: Beginning): AsyncGenerator<Buffer> {
  yield* chunks;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
