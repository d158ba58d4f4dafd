import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { isLoopback } from '../http/is-loopback.ts';

const FOREIGN_SITES = ['cross-site', 'same-site'];

/**
 * Returns whether an origin is that of the product. Only PUBLIC_URL says so: Host and X-Forwarded-Host are whatever a
 * client has written (docs/decisions/0232-own-origin.md). A product that is used on its own machine alone has several
 * names there, and in watch mode another port.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const own = new URL(publicUrl);
  const asked = new URL(origin);
  if (asked.origin === own.origin) return true;
  return isLoopback(own.hostname) && isLoopback(asked.hostname) && asked.protocol === own.protocol;
}

/**
 * Refuses a call that a page of another origin caused. Only our own pages may make calls that rest on a cookie. Clients
 * other than browsers send neither Origin nor Sec-Fetch-Site. Errors: Forbidden; OtherAddress for a page of ours that
 * was opened at another address than PUBLIC_URL.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (typeof site === 'string' && FOREIGN_SITES.includes(site)) throw new ApiError('Forbidden');
  if (origin === undefined || isOwnOrigin(origin, publicUrl)) return;
  throw new ApiError(site === 'same-origin' ? 'OtherAddress' : 'Forbidden');
}
