/** How many connections to the database each part of a process may hold. docs/operations.md and the chart have the sums. */

/** Calls, within the shares of pool-quota.ts. */
export const CALL_CONNECTIONS = 20;

/**
 * Jobs at a time: one for each lane (large papers, archives, imports, checks of them, two of proposals, those of LANES in
 * jobs.ts), one for the backup, and one that remains.
 */
export const JOBS_AT_ONCE = 13;

/** The queue: one for each job, one that listens for new jobs, and those of its maintenance. */
export const QUEUE_CONNECTIONS = JOBS_AT_ONCE + 4;

/** What jobs read and write: most need one for a moment; who reports progress within a transaction, or reads beside one, needs two. */
export const BACKGROUND_CONNECTIONS = 8;

/** A command of `pimis` beside the servers. */
export const COMMAND_CONNECTIONS = 4;

/** A process that answers calls and runs jobs. */
export const SERVER_CONNECTIONS = CALL_CONNECTIONS + QUEUE_CONNECTIONS + BACKGROUND_CONNECTIONS;
