import { setInterval as every } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/*
 * Times that are stored come from the clock of the database, which all servers share: with clocks of their own a later
 * comment could stand before an earlier one (docs/decisions/0324-clock-of-the-database.md).
 */

const FOLLOWED_EVERY_MS = 60_000;
/** A difference that a delayed answer can cause. It is not corrected, so that time does not go back and forth. */
const NOISE_MS = 100;

/** A reading of the database's clock, in milliseconds. */
export interface ClockReading {
  /** By how much the clock of the database is ahead of this machine's; negative when it is behind. */
  ahead: number;
  /** How long the answer took: the reading may be wrong by half of it. */
  tookMs: number;
}

/**
 * Reads the clock of the database, over a connection that is there already: a wait for one would look like a
 * difference.
 */
export function readClock(db: Database): Promise<ClockReading> {
  return db.connection().execute(async (connection) => {
    const sent = Date.now();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(connection);
    const tookMs = Date.now() - sent;
    const middle = sent + tookMs / 2;
    return { ahead: (rows[0]?.at.getTime() ?? middle) - middle, tookMs };
  });
}

const steady = (known: number, { ahead, tookMs }: ClockReading) =>
  Math.abs(ahead - known) <= Math.max(NOISE_MS, tookMs / 2) ? known : ahead;

/** The clock of the database as it is now, for work that ends soon. Errors: those of the database. */
export async function databaseClock(db: Database): Promise<() => Date> {
  const ahead = steady(0, await readClock(db));
  return () => new Date(Date.now() + ahead);
}

/** The clock of the database, compared each minute until `stop()`. While it is away the last difference stays. */
export async function followClock(
  measure: () => Promise<ClockReading>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  everyMs = FOLLOWED_EVERY_MS,
): Promise<{ now: () => Date; stop: () => Promise<void> }> {
  let ahead = steady(0, await measure());
  const end = new AbortController();
  const following = (async () => {
    for await (const _ of every(everyMs, undefined, { ref: false, signal: end.signal })) {
      try {
        ahead = steady(ahead, await measure());
      } catch (error) {
        log.warn({ err: error }, 'the clock of the database was not read');
      }
    }
  })().catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return {
    now: () => new Date(Date.now() + ahead),
    stop: async () => {
      end.abort();
      await following;
    },
  };
}
