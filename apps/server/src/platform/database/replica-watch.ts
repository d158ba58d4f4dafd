import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database.ts';

const WATCH_MS = 1_000;
/** The number of remembered positions of the primary: a lag beyond them need not be measured. */
const POSITIONS = 120;

/** The state of the replica: `lagMs` behind the primary; null, with the `reason`, while it does not answer. */
interface ReplicaState {
  lagMs: number | null;
  reason: string | null;
}

export interface Replica {
  db: Database;
  state: () => ReplicaState;
  /** It answers, and is not further behind than the bound. */
  isUsable: () => boolean;
  /** Reports that a statement failed on it: reads use the primary until it answers again. */
  lost: (error: unknown) => void;
}

/** The position of the primary's log, in bytes of WAL. */
async function writtenBy(primary: Database): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as at`.execute(primary);
  return rows[0]?.at ?? 0;
}

/** Bytes of WAL that the replica has replayed. Error: it is not a replica. */
async function replayedBy(replica: Database): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as at`.execute(
    replica,
  );
  const at = rows[0]?.at ?? null;
  if (at === null) throw new Error('READ_DATABASE_URL is no replica: it accepts writes');
  return at;
}

/**
 * Watches the lag once a second: the age of the newest position of the primary that the replica has replayed. The
 * caller ends it with `stop()`; the databases stay open.
 */
export function watchReplica(
  { primary, db, boundMs }: { primary: Database; db: Database; boundMs: number },
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): { replica: Replica; stop: () => Promise<void> } {
  let state: ReplicaState = { lagMs: null, reason: 'it has not been asked yet' };
  const positions: { written: number; at: number }[] = [];
  const isUsable = () => state.lagMs !== null && state.lagMs <= boundMs;

  const become = (next: ReplicaState) => {
    const was = isUsable();
    state = next;
    if (was && !isUsable()) log.warn(next, 'the primary answers instead of the replica');
    else if (!was && isUsable()) log.info(next, 'the replica answers');
  };
  const look = async () => {
    try {
      // In this order, changes written between the two reads do not count as replayed.
      const written = await writtenBy(primary);
      positions.push({ written, at: performance.now() });
      if (positions.length > POSITIONS) positions.shift();
      const replayed = await replayedBy(db);
      const newest = positions.findLast((position) => position.written <= replayed);
      become({ lagMs: newest ? Math.round(performance.now() - newest.at) : POSITIONS * WATCH_MS, reason: null });
    } catch (error) {
      become({ lagMs: null, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  let isLooking = false;
  let looking = Promise.resolve();
  const begin = () => {
    // A look that hangs is not followed by another.
    if (isLooking) return;
    isLooking = true;
    looking = look().finally(() => (isLooking = false));
  };
  begin();
  const timer = setInterval(begin, WATCH_MS);
  timer.unref();
  return {
    replica: {
      db,
      state: () => state,
      isUsable,
      lost: (error) => become({ lagMs: null, reason: error instanceof Error ? error.message : String(error) }),
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
