/**
 * The number of database connections that each part of a process may use. docs/operations.md and the chart have the
 * sums.
 */

/** Calls, within the shares of pool-quota.ts. */
export const CALL_CONNECTIONS = 20;

/**
 * Jobs at a time: one for each lane (large papers, archives, imports, checks of them, two of proposals, those of LANES
 * in jobs.ts), one for the backup, and one for all other jobs.
 */
export const JOBS_AT_ONCE = 13;

/** The queue: one for each job, one that listens for new jobs, and those of its maintenance. */
export const QUEUE_CONNECTIONS = JOBS_AT_ONCE + 4;

/**
 * Connections for the queries of jobs: most need one for a moment; a job that reports progress during a transaction, or
 * reads in parallel with one, needs two.
 */
export const BACKGROUND_CONNECTIONS = 8;

/** Connections of a `pimis` command, in addition to the servers. */
export const COMMAND_CONNECTIONS = 4;

/** A process that answers calls and runs jobs. */
export const SERVER_CONNECTIONS = CALL_CONNECTIONS + QUEUE_CONNECTIONS + BACKGROUND_CONNECTIONS;
