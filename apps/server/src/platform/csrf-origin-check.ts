import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

const FOREIGN_SITES = ['cross-site', 'same-site'];

/**
 * Refuses a call that a page of another origin has made the browser send: what rests on a cookie is asked for by our
 * own pages alone. Clients that are no browsers name neither origin nor site.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (typeof site === 'string' && FOREIGN_SITES.includes(site)) throw new ApiError('Forbidden');
  if (origin === undefined) return;
  // By the name alone: a proxy in front may speak https where this server hears http.
  const ours = [request.host, new URL(publicUrl).host];
  if (!URL.canParse(origin) || !ours.includes(new URL(origin).host)) throw new ApiError('Forbidden');
}
