import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Ends the content of an answer to HEAD unread. Fastify reads it to its end: a client that waits for nothing would have
 * files and archives read for it.
 */
export function leaveContentUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method }, _reply, payload: unknown) => {
    if (method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    payload.destroy();
    return Readable.from([]);
  });
}
