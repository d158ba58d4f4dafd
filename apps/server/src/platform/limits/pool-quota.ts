import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { ApiError } from '../errors.ts';
import { TurnRefused, Turns } from './turns.ts';

/**
 * Limits the share of the database pool that one caller may hold (docs/decisions/0141-shares-of-the-pool.md): an
 * account with all its sessions, or all anonymous callers together. A caller waits here without a connection. The
 * limits are per process. Work without an open call (jobs, seeds, commands) has no limit.
 */

/** Shares of the pool's connections; at least two, because a call may run two queries at the same time. */
const SHARE_OF_AN_ACCOUNT = 0.3;
const SHARE_OF_ANONYMOUS = 0.4;
/** Open data, which anybody may harvest at any time. */
const SHARE_OF_OPEN_DATA = 0.15;
/** All clients together; each gets the minimum, so that one does not wait for another. */
const SHARE_OF_CLIENTS = 0.3;
const LEAST_CONNECTIONS = 2;
/** How many statements of one caller may wait for a connection, and how long. */
const WAITING = 200;
const WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;

const ANONYMOUS = 'anonymous';
const OPEN_DATA = 'openData';
const CLIENT = 'client ';

/** The caller of a request, and the number of connections that it holds now. */
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

/** Every call has a caller; it is anonymous until a token identifies it. */
export function trackCallers(app: FastifyInstance): void {
  // Stryker disable next-line StringLiteral: it only makes requests of one shape, which is faster.
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = { key: request.routeOptions.config.share ?? ANONYMOUS, holding: 0 };
    callers.run(request.caller, done);
  });
  // Data that was read from the socket meanwhile arrives outside of the call's context.
  app.addHook('preValidation', (request, _reply, done) => {
    // Stryker disable next-line ConditionalExpression,CallExpression: each call has a caller; the type asks for it.
    if (request.caller) callers.run(request.caller, done);
    // Stryker disable next-line CallExpression: each call has a caller; the type asks for it.
    else done();
  });
}

/** Assigns the present call to this user. The token is valid; policies come later. */
export function setCallingUser(userId: number): void {
  setCaller(`account ${userId}`);
}

/** Assigns the present call to this client. */
export function setCallingClient(id: number): void {
  setCaller(`${CLIENT}${id}`);
}

/** The present call uses the share of this name. */
export function setCaller(key: string): void {
  const caller = callers.getStore();
  if (caller) caller.key = key;
}

/** The caller of the present call; undefined outside of calls. */
export const callerKey = (): string | undefined => callers.getStore()?.key;

let others = 0;
/** The key by which the present work takes turns with other callers; work outside of calls gets a key of its own. */
export const turnKey = (): string => callerKey() ?? `work ${++others}`;

/**
 * The connections that callers of one kind hold, how many of their statements wait for one, and the most they may hold.
 */
export interface Share {
  share: 'accounts' | 'clients' | typeof ANONYMOUS | typeof OPEN_DATA;
  held: number;
  waiting: number;
  /** Null for accounts, of which each has a limit of its own. */
  most: number | null;
}

function turnsIn(connections: number, waitMs: number): { of: (key: string) => Turns; shares: () => Share[] } {
  const most = (share: number) => Math.max(LEAST_CONNECTIONS, Math.floor(connections * share));
  const turnsOf = (limits: { atOnce?: number; ofOne: number }) =>
    new Turns({ ...limits, waitingOfOne: WAITING, waitMs });
  const all = {
    accounts: { turns: turnsOf({ ofOne: most(SHARE_OF_AN_ACCOUNT) }), most: null },
    clients: {
      turns: turnsOf({ atOnce: most(SHARE_OF_CLIENTS), ofOne: LEAST_CONNECTIONS }),
      most: most(SHARE_OF_CLIENTS),
    },
    [ANONYMOUS]: { turns: turnsOf({ ofOne: most(SHARE_OF_ANONYMOUS) }), most: most(SHARE_OF_ANONYMOUS) },
    [OPEN_DATA]: { turns: turnsOf({ ofOne: most(SHARE_OF_OPEN_DATA) }), most: most(SHARE_OF_OPEN_DATA) },
  } as const;
  const shareOf = (key: string) => {
    if (key === ANONYMOUS || key === OPEN_DATA) return all[key];
    return key.startsWith(CLIENT) ? all.clients : all.accounts;
  };
  return {
    of: (key) => shareOf(key).turns,
    shares: () =>
      (Object.keys(all) as (keyof typeof all)[]).map((share) => {
        const { inside, waiting } = all[share].turns.state;
        return { share, held: inside, waiting, most: all[share].most };
      }),
  };
}

/** A caller above the limit gets RequestLimitReached; a caller who finds the pool full gets ServiceUnavailable. */
function refusal(full: TurnRefused): ApiError {
  return new ApiError([ANONYMOUS, OPEN_DATA].includes(full.key) ? 'ServiceUnavailable' : 'RequestLimitReached', {
    retryAfter: RETRY_AFTER_SECONDS,
    limit: 'poolShare',
    cause: full,
  });
}

/**
 * Divides the connections of a pool among callers; `shares` shows who holds them. A call in a transaction gets another
 * connection at once; otherwise it would wait for itself. Errors of `connect`: RequestLimitReached, ServiceUnavailable.
 */
export function withQuota(
  connect: () => Promise<pg.PoolClient>,
  connections: number,
  waitMs = WAIT_MS,
): { connect: () => Promise<pg.PoolClient>; shares: () => Share[] } {
  const turns = turnsIn(connections, waitMs);
  const shared = async () => {
    const caller = callers.getStore();
    if (!caller) return connect();
    const leave =
      caller.holding > 0
        ? turns.of(caller.key).pass(caller.key)
        : await turns
            .of(caller.key)
            .enter(caller.key)
            .catch((error: unknown) => {
              throw error instanceof TurnRefused ? refusal(error) : error;
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
  return { connect: shared, shares: turns.shares };
}
