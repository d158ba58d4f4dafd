import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { beforeEachCommit } from './before-commit.ts';
import { CALL_CONNECTIONS } from './connection-counts.ts';
import { databaseSocket } from './database-socket.ts';
import { type Share, withQuota } from '../limits/pool-quota.ts';
import { usePreparedStatements } from './prepared-statements.ts';
import type { SlowQueries } from './slow-queries.ts';
import type { Tables } from './tables.ts';
import { isTracing, traceStatement } from '../watching/tracing.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

const DATE_OID = 1082;
/** The longest wait for a connection: after that the database is away or every connection is in use. */
const CONNECTION_MS = 5_000;
/** The time limit of a statement; screens need only a fraction of it. PgBouncer sets it in its own configuration. */
export const STATEMENT_MS = 8_000;
/** A database that sends nothing for longer than a statement may take is frozen, or its line is cut. */
const SILENCE_MS = 10_000;
const IDLE_MS = 5_000;
/**
 * How many callers may wait for a connection; with 20 connections and calls of a few milliseconds they wait for a
 * fraction of a second.
 */
const MOST_WAITING = 200;
const TOO_MANY_WAIT = 'Too many wait for a connection';
const DATABASE_CALLS = ['connect', 'read', 'write', 'getaddrinfo'];
// A date is a calendar day, not an instant: the driver's Date would shift it with the time zone.
pg.types.setTypeParser(DATE_OID, (text) => text);

/**
 * Opens a pool. The caller ends it with `destroy()`. A `background` pool is for work without an open call: its
 * statements have no time limit.
 */
export function openDatabase(
  url: string,
  options: {
    max?: number;
    background?: boolean;
    /** Through PgBouncer in transaction mode: two statements may run on two connections (docs/scaling.md). */
    pooled?: boolean;
    slow?: SlowQueries | undefined;
    /** How long a caller waits for its share, in ms. A test shares its processors with others and waits longer. */
    shareWaitMs?: number | undefined;
    /** Runs at the end of each transaction that may write, within it (before-commit.ts). */
    beforeCommit?: ((tx: Tx) => Promise<void>) | undefined;
    /** Is given the pool, to measure it. */
    watch?: ((pool: pg.Pool, shares: () => Share[]) => void) | undefined;
  } = {},
): Database {
  const limits = options.background
    ? {}
    : {
        ...(options.pooled ? {} : { statement_timeout: STATEMENT_MS }),
        stream: () => databaseSocket(SILENCE_MS),
        idleTimeoutMillis: IDLE_MS,
      };
  const max = options.max ?? CALL_CONNECTIONS;
  const pool = openPool(url, { max, connectionTimeoutMillis: CONNECTION_MS, ...limits });
  if (!options.pooled) pool.on('connect', usePreparedStatements);
  const { shares, ...bounded } = boundedPool(pool, max, options);
  options.watch?.(pool, shares);
  const { slow } = options;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: bounded,
    }),
    ...((slow || isTracing()) && {
      log: (event) => {
        slow?.observe(event);
        traceStatement(event);
      },
    }),
  });
  if (options.beforeCommit) beforeEachCommit(db, options.beforeCommit);
  return db;
}

/** A pool whose connections may break at any time, idle or in use, without ending the process. */
export function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, application_name: 'pimis', ...options });
  // The pool replaces an idle connection that the database closed. Without a listener the error would end the process.
  pool.on('error', (error) => {
    // A pool that is ending needs no replacement.
    if (!pool.ending) process.stderr.write(`database connection lost: ${error.message}\n`);
  });
  // A connection in use emits the error too, but its query fails with it, so the caller gets it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Refuses a caller immediately if too many are waiting already. One caller may use only a share of the connections
 * (pool-quota.ts).
 */
function boundedPool(
  pool: pg.Pool,
  max: number,
  { background = false, shareWaitMs }: { background?: boolean; shareWaitMs?: number | undefined },
) {
  const mostWaiting = background ? Number.POSITIVE_INFINITY : MOST_WAITING;
  const connect = async () => {
    if (pool.waitingCount >= mostWaiting) throw new Error(TOO_MANY_WAIT);
    return pool.connect();
  };
  return {
    options: pool.options,
    ...withQuota(connect, max, shareWaitMs),
    end: () => pool.end(),
  };
}

/**
 * PostgreSQL's error classes and codes for a lost connection, a server that stops, lacks disk, memory or connections, a
 * statement that exceeded its time, and a standby, which writes nothing until it has become the primary.
 */
const AWAY_CODES = /^(08|53|57P0[1-5]|57014|25006)/;
const DISK_FULL = '53100';
const AWAY_SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
];
/** The driver's messages, without a code, for a connection that was cut or not made. */
const AWAY_MESSAGES = [
  TOO_MANY_WAIT,
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

let diskFull: { at: number; reason: string } | null = null;

/** When the database last refused a call because its disk was full (milliseconds of `performance.now`); null: never. */
export const lastDiskFull = () => diskFull;

/** True when the database did not process the query: it is away, starts, stops, or accepts no more connections. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    if (error.code === DISK_FULL) diskFull = { at: performance.now(), reason: error.message };
    return AWAY_CODES.test(error.code ?? '');
  }
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (AWAY_MESSAGES.some((message) => error.message.startsWith(message))) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isDatabaseAway);
  return code !== undefined && AWAY_SYSTEM_CODES.includes(code) && DATABASE_CALLS.includes(syscall ?? '');
}

/** True for the PostgreSQL error of the given code, e.g. 23505 (unique violation), on the given constraint if named. */
export function isDatabaseError(error: unknown, code: string, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== code) return false;
  return constraint === undefined || error.constraint === constraint;
}

export const UNIQUE_VIOLATION = '23505';

/** True when a constraint of a table refuses a change (class 23 of PostgreSQL's codes). */
export const isConstraintViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') === true;

/** Throws when the database does not answer. */
export async function databaseAnswers(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
