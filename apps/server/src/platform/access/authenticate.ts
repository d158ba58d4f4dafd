import type { FastifyReply, FastifyRequest } from 'fastify';
import { can } from '@pimis/domain/access/policies';
import { opensToClients } from '@pimis/domain/access/clients';
import { type Context, today } from '../context.ts';
import { readDownloadCookie } from './download-cookie.ts';
import { type CurrentUser, isClientSession, loadCurrentUser } from './current-user.ts';
import { ApiError } from '../errors.ts';
import type { RoutePolicy } from '../http/http.ts';
import { MemoryRateLimit } from '../limits/memory-rate-limit.ts';
import { isWithin, networkOf, timesFrom } from '../http/networks.ts';
import { setCallingClient, setCallingUser } from '../limits/pool-quota.ts';
import { countHit } from '../limits/rate-limits.ts';
import { tokenSecretsOf } from './token-secrets.ts';
import { readAccessToken } from './tokens.ts';

const MINUTE_SECONDS = 60;
const SECOND_MS = 1000;
/** Ten per second: more than a polling system needs, and few enough for a process that also serves people. */
const CLIENT_CALLS_PER_MINUTE = 600;

const memoryLimits = new WeakMap<Context, MemoryRateLimit>();

function memoryLimitOf(context: Context): MemoryRateLimit {
  const limit = memoryLimits.get(context) ?? new MemoryRateLimit();
  memoryLimits.set(context, limit);
  return limit;
}

/**
 * The guard of every route. It runs when only the headers have arrived: it reads the bearer token (for a file, also the
 * browser's cookie), loads the user from the database and checks the declared policy. It refuses a route without a
 * policy. Services check policies that depend on the resource again.
 */
export function authenticate(context: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { policy } = request.routeOptions.config;
    // The not-found handler answers an address without a route.
    if (request.is404) return;
    if (policy === undefined) throw new ApiError('Forbidden');
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token && policy !== 'anonymous') {
      const read = await readAccessToken(tokenSecretsOf(context.config), token, context.now());
      if (read) request.currentUser = await callerOf(context, request, reply, read);
    }
    if (request.routeOptions.config.byCookie && request.headers.authorization === undefined) {
      const read = await readDownloadCookie(context, request);
      if (read) request.currentUser = await callerOf(context, request, reply, read);
    }
    if (policy === 'anonymous') return limitAnonymous(context, request);
    if (request.currentUser?.client) requireOpenToClient(context, request, request.currentUser);
    // A caller without a token is anonymous; a caller with an expired token must renew it.
    if (policy === 'anybody' && request.headers.authorization === undefined) return limitAnonymous(context, request);
    if (!request.currentUser) throw new ApiError('Unauthorized');
    if (policy === 'signedIn' || policy === 'anybody') return;
    admit(request, request.currentUser, policy);
  };
}

/** Counts an anonymous call before its body is read. Error: RequestLimitReached. */
async function limitAnonymous(context: Context, { routeOptions, ip }: FastifyRequest): Promise<void> {
  const { limit } = routeOptions.config;
  if (limit === undefined) throw new ApiError('Forbidden');
  if ('unlimited' in limit) return;
  const key = `${limit.name}:${networkOf(ip)}`;
  const hits =
    limit.inMemory === true
      ? memoryLimitOf(context).hit(key, MINUTE_SECONDS * SECOND_MS, context.now().getTime())
      : await countHit(context.db, key, MINUTE_SECONDS, context.now());
  if (hits > timesFrom(context.config, ip, limit.perMinute)) {
    throw new ApiError('RequestLimitReached', { retryAfter: MINUTE_SECONDS, limit: 'anonymousCalls' });
  }
}

function callerOf(
  context: Context,
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  read: { userId: number; sessionId: string },
): Promise<CurrentUser | null> {
  if (isClientSession(read.sessionId)) countClientCall(context, read.userId);
  else setCallingUser(read.userId);
  routeOptions.config.bound?.(read.userId, reply);
  return loadCurrentUser(context.db, read.userId, read.sessionId);
}

/** Counts a call of a client before any query. Error: RequestLimitReached. */
function countClientCall(context: Context, id: number): void {
  setCallingClient(id);
  const hits = memoryLimitOf(context).hit(`client:${id}`, MINUTE_SECONDS * SECOND_MS, context.now().getTime());
  if (hits > CLIENT_CALLS_PER_MINUTE) {
    throw new ApiError('RequestLimitReached', { retryAfter: MINUTE_SECONDS, limit: 'clientCalls' });
  }
}

/**
 * Refuses a client that has expired, that calls from elsewhere, or that makes a call which is not for clients. The
 * table of policies is checked afterwards, as for people. Errors: Unauthorized, ClientAddressRefused, NotForClients.
 */
function requireOpenToClient(context: Context, request: FastifyRequest, { client }: CurrentUser): void {
  if (!client || client.expiresOn < today(context)) throw new ApiError('Unauthorized');
  if (!isWithin(client.addresses, request.ip)) throw new ApiError('ClientAddressRefused');
  const { policy, closedToClients } = request.routeOptions.config;
  if (policy === 'anybody') return;
  const permissions = typeof policy === 'object' && 'permission' in policy ? [policy.permission].flat() : [];
  if (closedToClients || !permissions.some(opensToClients)) throw new ApiError('NotForClients');
}

function admit(request: FastifyRequest, user: CurrentUser, policy: Exclude<RoutePolicy, string>): void {
  // The router has already set the parameters. They are texts here; the schema converts them later.
  if ('admit' in policy) return policy.admit(user, request.params as Record<string, string>);
  const permissions = [policy.permission].flat();
  if (!permissions.some((permission) => can(user, permission, policy.resource))) {
    throw new ApiError(policy.refusal ?? 'Forbidden');
  }
}
