import { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { normalText } from '@pimis/domain/text/normal';
import { ApiError, invalidFields } from './errors.ts';

/** A text that came beside a file, in the normal form. Error: ValidationError on the field. */
export function receivedText(text: string, field: string): string {
  const normal = normalText(text);
  if (normal === null) throw invalidFields({ [field]: 'InvalidField' });
  return normal;
}

/** Texts beside the files are short: a description is the longest of them. */
const MAX_FIELD_BYTES = 20_000;

/**
 * What the caller sent cannot be read as parts: their fault, and told as such. The parser's errors are bare ones; those
 * of a disk or a store, which end the stream of a file as well, have a code or a name of their own.
 */
function blameCaller(error: unknown): void {
  if (error instanceof Error && error.constructor === Error && !('code' in error) && !('statusCode' in error)) {
    Object.assign(error, { statusCode: 400 });
  }
}

/** Parts of a multipart call in their order. Errors: UnsupportedMediaType, BadRequest for a body that is cut or broken. */
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
        // Whoever reads the file meets the error first, and leaves the loop with it.
        if (part.type === 'file') blameCaller(part.file.errored);
      }
    }
  } catch (error) {
    blameCaller(error);
    throw error;
  }
}

/** The one file of a multipart call. Errors: UnsupportedMediaType, PayloadTooLarge, ValidationError on `file`. */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<{ bytes: Buffer; name: string }> {
  let received: { bytes: Buffer; name: string } | undefined;
  for await (const part of multipartParts(request, { fileSize: maxBytes, files: 2, fields: 5 })) {
    if (part.type === 'field') continue;
    // None of several files is dropped without a word.
    if (received) throw invalidFields({ file: 'RepeatedField' });
    const bytes = await part.toBuffer();
    // A file that is too long is cut, not refused: half a file must never be taken for a whole one.
    if (part.file.truncated) throw new ApiError('PayloadTooLarge');
    received = { bytes, name: receivedText(part.filename, 'file') };
  }
  if (!received) throw invalidFields({ file: 'EmptyField' });
  return received;
}

/** A file that was received: held, or kept in a store under its key when it is larger than what is held. */
export type ReceivedFile = { name: string } & ({ bytes: Buffer } | { key: string });

/**
 * The one file of a multipart call, of which no more than `heldBytes` are held: `keep` stores a larger one as it comes and
 * answers its key, `drop` removes it again when the call is refused. Errors: as of receiveFile.
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
      const name = receivedText(part.filename, 'file');
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
