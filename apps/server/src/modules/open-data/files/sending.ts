import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { openFile } from '../../../platform/http/send-file.ts';
import { isKnown } from '../cached-answer.ts';
import { findOpenDataFile } from './stored.ts';

/** Sends a file of open data as a stream. Errors: NotFound, also before the first making. */
export async function sendOpenDataFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const file = await findOpenDataFile(context.db, name);
  if (!file) throw new ApiError('NotFound');
  if (isKnown(request, reply, { etag: `"${file.hash}"`, changedAt: file.changedAt })) return reply.send();
  const content = await openFile(context, file.storageKey);
  const text = /^text\/|xml$|json$/.test(file.mediaType);
  return reply
    .type(text ? `${file.mediaType}; charset=utf-8` : file.mediaType)
    .header('content-length', file.size)
    .send(content);
}
