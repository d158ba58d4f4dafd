import type { FastifyRequest } from 'fastify';

/** Parameters of paths that open something to whoever has them. */
const SECRET_PARAMETER = /token|secret/i;
/** Of an address that no route has, whatever is as long as a token: it may be one with a letter too much. */
const LONG_PART = 24;
const HIDDEN = '***';

/**
 * The path of a call as it may be kept: without what follows it, and without secrets in it. Tokens of links, searched names
 * and filters stand there, and whoever reads the log is nobody they were meant for.
 */
export function pathWithoutSecrets(request: FastifyRequest): string {
  const parts = (request.url.split('?', 1)[0] ?? '').split('/');
  const route = request.routeOptions?.url?.split('/');
  return parts
    .map((part, index) => {
      const known = route?.[index];
      const secret = known?.startsWith(':') ? SECRET_PARAMETER.test(known) : known !== part && part.length > LONG_PART;
      return secret ? HIDDEN : part;
    })
    .join('/');
}

/** What the log keeps of a call. */
export function serializeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: pathWithoutSecrets(request),
    host: request.host,
    address: request.ip,
  };
}
