import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface RequestTimeouts {
  /** Every body may take so long. */
  graceMs: number;
  /** A large one longer: as long as the slowest line that is served needs for the route's limit. */
  bytesPerSecond: number;
  /** Without a byte for so long the caller has gone. */
  stallMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = { graceMs: 15_000, bytesPerSecond: 32 * 1024, stallMs: 30_000 };
const SECOND_MS = 1000;
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Cuts calls whose body comes slower than any line: whoever drips holds a connection, and a handler that waits. */
export function guardSlowRequests(app: FastifyInstance, pace: RequestTimeouts = REQUEST_TIMEOUTS): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const { socket } = raw;
    const cut = () => {
      request.log.info('the body came too slowly');
      // What has come and was not read would take the answer back with the connection, if that ended at once.
      if (!reply.raw.headersSent && socket.writable) socket.end(TIMEOUT, () => raw.destroy());
      else raw.destroy();
    };
    const whole = setTimeout(cut, pace.graceMs + (request.routeOptions.bodyLimit / pace.bytesPerSecond) * SECOND_MS);
    let stalled = setTimeout(cut, pace.stallMs);
    const countOn = (socketBytes: number) => {
      // A caller that waits for us, because we read slowly, has not stalled.
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
