import type { FastifyRequest } from 'fastify';
import { ApiError, invalidFields } from './errors.ts';

/** The one file of a multipart call. Errors: UnsupportedMediaType, PayloadTooLarge, ValidationError on `file`. */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw new ApiError('UnsupportedMediaType');
  let received: { bytes: Buffer; name: string } | undefined;
  for await (const part of request.files({ limits: { fileSize: maxBytes, files: 2, fields: 5 } })) {
    // None of several files is dropped without a word.
    if (received) throw invalidFields({ file: 'RepeatedField' });
    const bytes = await part.toBuffer();
    // A file that is too long is cut, not refused: half a file must never be taken for a whole one.
    if (part.file.truncated) throw new ApiError('PayloadTooLarge');
    received = { bytes, name: part.filename.normalize('NFC') };
  }
  if (!received) throw invalidFields({ file: 'EmptyField' });
  return received;
}
