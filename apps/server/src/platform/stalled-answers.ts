import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** So long a client may leave bytes of its answer unread. Bytes that leave at any pace begin the time anew. */
export const STALLED_ANSWER_MS = 60_000;

/**
 * Cuts the connection of an answer that nobody reads: it would hold its source, a file or a cursor of the database, and
 * what is buffered, for ever. An answer whose source is slow is waited for.
 */
export function cutWhenStalled(raw: ServerResponse, cut: () => void, stallMs = STALLED_ANSWER_MS): void {
  // Injected calls have no connection.
  if (!(raw.socket instanceof Socket)) return;
  const { socket } = raw;
  raw.setTimeout(stallMs, () => {
    if (socket.writableLength === 0) return;
    cut();
    socket.destroy();
  });
}

/** Bounds every answer but those that are hijacked. */
export function guardStalledAnswers(app: FastifyInstance, stallMs = STALLED_ANSWER_MS): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    cutWhenStalled(reply.raw, () => request.log.info('nobody reads the answer'), stallMs);
    return payload;
  });
}
