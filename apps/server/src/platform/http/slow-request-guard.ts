import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface RequestTimeouts {
  /** The time limit for every body. */
  graceMs: number;
  /** The limit for a large body: the time that the slowest supported line needs for the route's size limit. */
  bytesPerSecond: number;
  /** A caller that sends no byte for this time has gone. */
  stallMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = { graceMs: 15_000, bytesPerSecond: 32 * 1024, stallMs: 30_000 };
const SECOND_MS = 1000;
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Ends calls whose body arrives too slowly: such a client holds a connection and a handler. */
export function guardSlowRequests(app: FastifyInstance, pace: RequestTimeouts = REQUEST_TIMEOUTS): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const { socket } = raw;
    const cut = () => {
      request.log.info('the body came too slowly');
      // Ending the connection at once with unread data would discard the answer.
      if (!reply.raw.headersSent && socket.writable) socket.end(TIMEOUT, () => raw.destroy());
      else raw.destroy();
    };
    const whole = setTimeout(cut, pace.graceMs + (request.routeOptions.bodyLimit / pace.bytesPerSecond) * SECOND_MS);
    let stalled = setTimeout(cut, pace.stallMs);
    const countOn = (socketBytes: number) => {
      // A caller that waits because we read slowly has not stalled.
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        const now = socket.bytesRead;
        if (now > socketBytes || raw.isPaused()) countOn(now);
        else cut();
      }, pace.stallMs);
    };
    countOn(socket.bytesRead);
    const done = () => {
      clearTimeout(whole);
      clearTimeout(stalled);
    };
    raw.once('end', done);
    raw.once('close', done);
  });
}
