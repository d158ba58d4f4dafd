import type { FastifyRequest } from 'fastify';
import { ApiError, invalidFields } from './errors.ts';

/** The one file of a multipart call. Errors: UnsupportedMediaType, PayloadTooLarge, ValidationError on `file`. */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw new ApiError('UnsupportedMediaType');
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 5 } });
  if (!part) throw invalidFields({ file: 'EmptyField' });
  const bytes = await part.toBuffer();
  // A file that is too long is cut, not refused: half a file must never be taken for a whole one.
  if (part.file.truncated) throw new ApiError('PayloadTooLarge');
  return { bytes, name: part.filename };
}
