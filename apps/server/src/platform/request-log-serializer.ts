import type { FastifyRequest } from 'fastify';

/**
 * What the log keeps of a call: the path without what follows it. Tokens of links, searched names and filters stand
 * there, and whoever reads the log is nobody they were meant for.
 */
export function serializeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.split('?', 1)[0],
    host: request.host,
    address: request.ip,
  };
}
