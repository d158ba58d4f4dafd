import type { FastifyRequest } from 'fastify';
import { can, isOperation } from '@pimis/domain/access/policies';
import type { Context } from './context.ts';
import { loadCurrentUser } from './current-user.ts';
import { ApiError } from './errors.ts';
import { readAccessToken } from './tokens.ts';

/**
 * The guard of every route: reads the bearer token, loads the user as they are now, and checks the declared policy.
 * Policies that depend on the resource are checked again by the service that has read it.
 */
export function authenticate(context: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const { policy } = request.routeOptions.config;
    if (policy === undefined) return;
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token && policy !== 'anonymous') {
      const read = await readAccessToken(context.config.tokenSecret, token, context.now());
      if (read) request.currentUser = await loadCurrentUser(context.db, read.userId, read.sessionId);
    }
    if (policy === 'anonymous') return;
    // Without a token one is nobody in particular; with an expired one the caller is to renew it.
    if (policy === 'anybody' && request.headers.authorization === undefined) return;
    if (!request.currentUser) throw new ApiError('Unauthorized');
    if (policy === 'signedIn' || policy === 'anybody') return;
    if (!isOperation(policy.operation)) throw new Error(`Unknown operation ${policy.operation}`);
    if (!can(request.currentUser, policy.operation)) throw new ApiError('Forbidden');
  };
}
