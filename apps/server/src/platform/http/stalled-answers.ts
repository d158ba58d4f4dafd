import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a client may leave bytes of its answer unread. Each byte sent restarts the time. */
export const STALLED_ANSWER_MS = 60_000;

/**
 * Closes the connection of an answer that the client does not read: it would hold its source (a file or a cursor) and
 * its buffers for ever. An answer with a slow source is not affected.
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

/** Limits every answer except hijacked ones. */
export function guardStalledAnswers(app: FastifyInstance, stallMs = STALLED_ANSWER_MS): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    cutWhenStalled(reply.raw, () => request.log.info('nobody reads the answer'), stallMs);
    return payload;
  });
}
