import type { FastifyRequest } from 'fastify';
import { normalText } from '@pimis/domain/text/normal';
import { ApiError, invalidFields } from './errors.ts';

/** A text that came beside a file, in the normal form. Error: ValidationError on the field. */
export function receivedText(text: string, field: string): string {
  const normal = normalText(text);
  if (normal === null) throw invalidFields({ [field]: 'InvalidField' });
  return normal;
}

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
    received = { bytes, name: receivedText(part.filename, 'file') };
  }
  if (!received) throw invalidFields({ file: 'EmptyField' });
  return received;
}
