import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { ApiError } from './errors.ts';
import { KeyedSemaphore, SemaphoreFull, type SemaphoreLimits } from './keyed-semaphore.ts';

/**
 * How much of the database pool one caller may hold (docs/decisions/0141-shares-of-the-pool.md): an account, however many
 * sessions it has, and all who have not signed in together. What waits for a connection waits here, holding none. The
 * bounds are those of one process. Work without an open call (jobs, seeds, commands) has none.
 */

/** Parts of the pool's connections. Two, where these would be fewer: a call may ask two things beside each other. */
const SHARE_OF_AN_ACCOUNT = 0.3;
const SHARE_OF_ANONYMOUS = 0.4;
const LEAST_CONNECTIONS = 2;
/** So many statements of one caller wait for a connection, and none longer. */
const WAITING = 200;
const WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;

const ANONYMOUS = 'anonymous';

/** For whom a call asks the database, and how many connections it holds at the moment. */
interface Caller {
  key: string;
  holding: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const callers = new AsyncLocalStorage<Caller>();

/** Every call is asked for by somebody: by nobody in particular until a token says who it is. */
export function trackCallers(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = { key: ANONYMOUS, holding: 0 };
    callers.run(request.caller, done);
  });
  // What has been read from the socket meanwhile comes without it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.caller) callers.run(request.caller, done);
    else done();
  });
}

/** The present call is one of this user: their token is genuine, whatever they may do with it. */
export function setCallingUser(userId: number): void {
  setCaller(`account ${userId}`);
}

/** The present call has a share of this name. */
export function setCaller(key: string): void {
  const caller = callers.getStore();
  if (caller) caller.key = key;
}

function limitsIn(connections: number): (key: string) => SemaphoreLimits {
  const part = (share: number) => Math.max(LEAST_CONNECTIONS, Math.floor(connections * share));
  const account = { atOnce: part(SHARE_OF_AN_ACCOUNT), waiting: WAITING, waitMs: WAIT_MS };
  const anonymous = { ...account, atOnce: part(SHARE_OF_ANONYMOUS) };
  return (key) => (key === ANONYMOUS ? anonymous : account);
}

/** Who calls too much is told so; those whom others crowd out, that there is no room at the moment. */
function refusal(full: SemaphoreFull): ApiError {
  return new ApiError(full.key === ANONYMOUS ? 'ServiceUnavailable' : 'RequestLimitReached', {
    retryAfter: RETRY_AFTER_SECONDS,
    cause: full,
  });
}

/**
 * Gives connections of a pool of so many, to each caller its share. A call that holds one already, in a transaction, is
 * given another at once: it would wait for itself. Errors: RequestLimitReached, ServiceUnavailable.
 */
export function withQuota(connect: () => Promise<pg.PoolClient>, connections: number): () => Promise<pg.PoolClient> {
  const gate = new KeyedSemaphore(limitsIn(connections));
  return async () => {
    const caller = callers.getStore();
    if (!caller) return connect();
    const leave =
      caller.holding > 0
        ? gate.pass(caller.key)
        : await gate.enter(caller.key).catch((error: unknown) => {
            throw error instanceof SemaphoreFull ? refusal(error) : error;
          });
    caller.holding += 1;
    const given = () => {
      caller.holding -= 1;
      leave();
    };
    try {
      const client = await connect();
      const release = client.release.bind(client);
      client.release = (destroy) => {
        given();
        release(destroy);
      };
      return client;
    } catch (error) {
      given();
      throw error;
    }
  };
}
