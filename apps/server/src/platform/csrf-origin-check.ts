import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const FOREIGN_SITES = ['cross-site', 'same-site'];

/**
 * Refuses a call that a page of another origin caused. Only our own pages may make calls that rest on a cookie. Clients
 * other than browsers send neither Origin nor Sec-Fetch-Site.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (typeof site === 'string' && FOREIGN_SITES.includes(site)) throw new ApiError('Forbidden');
  if (origin === undefined) return;
  // Compares host names only: a proxy may receive https and forward http.
  const ours = [request.host, new URL(publicUrl).host];
  if (!URL.canParse(origin) || !ours.includes(new URL(origin).host)) throw new ApiError('Forbidden');
}
