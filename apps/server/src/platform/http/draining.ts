import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

const READY = '/api/health/ready';

/**
 * A server that is about to end says that it is not ready while it still answers, and ends each connection with its
 * answer. So the proxy sends calls to other servers before this one stops listening.
 */
export function drainConnections(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!leaving.aborted) return done();
    reply.header('connection', 'close');
    return request.routeOptions.url === READY ? done(new ApiError('ServiceUnavailable')) : done();
  });
  // Calls that arrived earlier: their connections would otherwise stay open and delay the end.
  app.addHook('onSend', async (_request, reply) => {
    if (leaving.aborted) reply.header('connection', 'close');
  });
}
