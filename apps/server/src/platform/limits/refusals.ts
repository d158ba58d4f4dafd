import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';
import type { LimitName } from './limit-names.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The limit that has refused the call; the metrics count it. */
    refusedBy: LimitName | null;
  }
}

export function markRefusals(app: FastifyInstance): void {
  app.decorateRequest('refusedBy', null);
}

/** Names the limit of a refusal in the log and for the metrics. */
export function noteRefusal(request: FastifyRequest, { limit }: Pick<ApiError, 'limit'>): void {
  if (limit === undefined) return;
  request.refusedBy = limit;
  request.log.warn({ limit }, 'refused by a limit');
}
