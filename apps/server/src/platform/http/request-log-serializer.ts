import type { FastifyRequest } from 'fastify';

/** Path parameters that are secrets. */
const SECRET_PARAMETER = /token|secret/i;
/** In an unknown address every part as long as a token is hidden: it may be a mistyped token. */
const LONG_PART = 24;
const HIDDEN = '***';

/**
 * The path of a call for the log: without query and secrets. Queries contain tokens, names and filters that readers of
 * the log must not see.
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

/** The fields of a call in the log. */
export function serializeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: pathWithoutSecrets(request),
    host: request.host,
    address: request.ip,
  };
}
