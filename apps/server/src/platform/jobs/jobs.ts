import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type Runner, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import { JOBS_AT_ONCE, QUEUE_CONNECTIONS } from '../database/connection-counts.ts';
import type { Context } from '../context.ts';
import { type Database, openPool, type Tx } from '../database/database.ts';
import { nudgeLaneWorkers } from './job-lanes.ts';
import { holdLease } from './job-workers.ts';
import type { JobKey, Mail } from '../mail/mail.ts';
import { dropGivenUp } from './failed-jobs.ts';
import { tracedJob } from '../watching/tracing.ts';

const BEGIN_AGAIN_MS = 1_000;
/** The time for ended workers to write the result of their last jobs: one or two statements. */
const LAST_WORDS_MS = 2_000;
/** Workers whose readings of the queue have failed for so long are replaced. */
const STUCK_AFTER_MS = 15_000;
/** An idle worker reads the queue when a job is added, and at this interval. */
const POLL_MS = 2_000;

/** The jobs of the product with their payloads. */
export interface JobPayloads {
  sendMail: Mail;
  sendLink: { login: string; kind: 'activation' | 'reset' };
  mailNotifications: Record<string, never>;
  mailDigest: Record<string, never>;
  mailHealth: Record<string, never>;
  mailReports: Record<string, never>;
  mailExpiringClients: Record<string, never>;
  lookAtDirectory: Record<string, never>;
  openNextQuarters: Record<string, never>;
  cleanUp: Record<string, never>;
  encryptSecondFactors: Record<string, never>;
  sweepFiles: Record<string, never>;
  scanRevision: { id: number };
  readText: { id: number };
  foldCounts: Record<string, never>;
  sealAudit: Record<string, never>;
  exportAudit: Record<string, never>;
  computeProjections: Record<string, never>;
  deliverWebhooks: Record<string, never>;
  makeOpenDataFiles: Record<string, never>;
  runOperation: { id: string };
  backUp: Record<string, never>;
  tryRestore: Record<string, never>;
}

export type JobName = keyof JobPayloads;

/**
 * The number of jobs of a kind that all servers together run at a time. It limits jobs that keep a core busy, and those
 * that wait for external servers, which may not respond for minutes, so that other jobs do not wait behind them.
 */
const LANES: Partial<Record<JobName, number>> = { readText: 1, sendMail: 2, scanRevision: 2 };

/** The lane of a job by default; a random one if there are several. */
export function queueOf(name: JobName): string | null {
  const lanes = LANES[name];
  if (lanes === undefined) return null;
  return lanes === 1 ? name : `${name}-${1 + Math.floor(Math.random() * lanes)}`;
}

/**
 * Queues a job in the transaction of the change: a rollback removes it, a commit keeps it. All servers together run one
 * job of a lane at a time. Jobs with a lower `behind` run first, older ones first among equals; none before `at`.
 */
export async function addJob<Name extends JobName>(
  tx: Database | Tx,
  name: Name,
  payload: JobPayloads[Name],
  { lane = queueOf(name), behind = 0, at }: { lane?: string | null; behind?: number; at?: Date } = {},
) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, ${lane},
    priority => ${behind}::integer, run_at => ${at ?? null}::timestamptz)`.execute(tx);
}

/** Queues a job for each payload, in one call, lane by lane. */
export async function addJobs<Name extends JobName>(tx: Database | Tx, name: Name, payloads: JobPayloads[Name][]) {
  const jobs = payloads.map((payload) => ({ payload, lane: queueOf(name) }));
  await sql`select graphile_worker.add_job(${name}, job -> 'payload', job ->> 'lane')
    from json_array_elements(${JSON.stringify(jobs)}::json) job`.execute(tx);
}

/** Whether a job with this id in its payload is in the queue: it waits, runs, is tried again or was given up. */
export function hasJob(name: JobName, id: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${name} and jobs.payload ->> 'id' = ${id})`;
}

/** The newest migration of the job queue's own schema, which a backup may have at most. */
export const NEWEST_QUEUE_MIGRATION = 20;

/** Brings the tables of the job queue up to date. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl });
}

/**
 * With `fill`, servers that were all down at the time do it as soon as one starts. The others run often, or can wait.
 */
const CRONTAB = [
  '10 1 * * * openNextQuarters ?fill=1d',
  '20 2 * * * sweepFiles',
  '40 * * * * cleanUp',
  '* * * * * foldCounts',
  '* * * * * sealAudit',
  '* * * * * computeProjections',
  '* * * * * deliverWebhooks',
  '*/5 * * * * makeOpenDataFiles',
  '*/15 * * * * mailDigest',
  '*/10 * * * * mailHealth',
  '50 5 * * * mailReports',
  '30 5 * * * mailExpiringClients ?fill=1d',
  '15 3 * * * lookAtDirectory ?max=3',
];
/** Scheduled work that a later run includes: once one succeeds, earlier runs that were given up need no attention. */
const DONE_BY_LATER_RUN: ReadonlySet<JobName> = new Set<JobName>([
  'openNextQuarters',
  'sweepFiles',
  'cleanUp',
  'foldCounts',
  'sealAudit',
  'exportAudit',
  'computeProjections',
  'makeOpenDataFiles',
  'mailHealth',
  'lookAtDirectory',
  'backUp',
  'tryRestore',
]);
/** A failing backup is reported and not retried for days: the next day has its own job. */
const BACKUP_ATTEMPTS = 5;

/** A number of minutes that divides an hour or a day, as a pattern of the crontab. */
const clockOf = (minutes: number): string => (minutes < 60 ? `*/${minutes} * * * *` : `0 */${minutes / 60} * * *`);

/** The jobs that run by the clock, UTC. */
export function crontabOf({
  backupUrl,
  backupTime,
  backupEvery,
  backupTrial,
  auditSyslog,
  auditFile,
}: Pick<Context['config'], 'backupUrl' | 'backupTime' | 'backupTrial'> &
  Partial<Pick<Context['config'], 'auditSyslog' | 'auditFile' | 'backupEvery'>>): string {
  const always = (auditSyslog ?? auditFile) === undefined ? CRONTAB : [...CRONTAB, '* * * * * exportAudit'];
  if (backupUrl === undefined) return always.join('\n');
  // With the key, a backup that still waits when the next is due is not queued twice.
  const often = backupEvery && `${clockOf(backupEvery)} backUp ?max=1&jobKey=backUp`;
  const daily = `${backupTime.minute} ${backupTime.hour} * * * backUp ?fill=1d&max=${BACKUP_ATTEMPTS}`;
  const weekly = backupTrial && `${backupTrial.minute} ${backupTrial.hour} * * ${backupTrial.day} tryRestore ?max=1`;
  return [...always, often ?? daily, ...(weekly ? [weekly] : [])].join('\n');
}

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name], job?: JobKey) => Promise<void> };

/**
 * Starts the workers of this server. `stop()` waits for running jobs. Workers of any server take over the jobs of a
 * server that died. `ended` is called for each job that is done or has failed.
 */
export async function startJobs(
  context: Context,
  databaseUrl: string,
  handlers: JobHandlers,
  {
    ended = () => undefined,
    stuckAfterMs = STUCK_AFTER_MS,
    pollMs = POLL_MS,
  }: { ended?: ((name: string, isDone: boolean) => void) | undefined; stuckAfterMs?: number; pollMs?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  const taskList: TaskList = {};
  for (const name of Object.keys(handlers) as JobName[]) {
    // The payload was written by addJob with the type of the same name.
    taskList[name] = async (payload, { job }) => {
      const createdAt = new Date(job.created_at);
      await tracedJob(name, () => handlers[name](payload as never, { id: job.id, createdAt }));
      if (DONE_BY_LATER_RUN.has(name)) await dropGivenUp(context.db, name);
    };
  }
  // Our own pool: the pool of the queue ends the process when the database stops while a job holds a connection.
  const pgPool = openPool(databaseUrl, { max: QUEUE_CONNECTIONS });
  const workers = new Set<string>();
  const running = new Set<string>();
  const begin = async (): Promise<Begun> => {
    // The lease of ended workers is renewed, so that nobody is alarmed that there are none.
    if (isReadOnly(context)) return { runner: { stop: async () => undefined }, ended: untilReadOnlyIs(context, false) };
    // Jobs of earlier workers return to the queue when their lease ends.
    workers.clear();
    const events = new EventEmitter() as WorkerEvents;
    // The pool's name is the owner of a job.
    events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id));
    events.on('job:start', ({ job }) => running.add(job.id));
    events.on('job:complete', ({ job, error }) => {
      running.delete(job.id);
      ended(job.task_identifier, !error);
    });
    nudgeLaneWorkers(events);
    const atEnd = endOfWorkers(events);
    const stuck = untilStuck(events, stuckAfterMs);
    const runner = await run({
      pgPool,
      concurrency: JOBS_AT_ONCE,
      // A failure to write a job's result ends the workers. It is logged here, because nothing else reports it.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      pollInterval: pollMs,
      taskList,
      events,
      // Times are in UTC: jobs that depend on the day in Belgrade, such as those of quarters, check it themselves.
      crontab: crontabOf(context.config),
      logger: workerLogger(context),
    });
    return { runner, ended: Promise.race([runner.promise, atEnd, stuck, untilReadOnlyIs(context, true)]) };
  };
  const supervised = await keepRunning(context, begin);
  const releaseLease = holdLease(context, workers, running);
  return {
    stop: async () => {
      await supervised.stop();
      await releaseLease();
      await pgPool.end();
    },
  };
}

type Maintained = Pick<Context, 'readOnly'>;
const isReadOnly = ({ readOnly }: Maintained) => readOnly !== undefined && readOnly.text() !== null;

/** Settles when the installation can only be read, or can be changed again. */
function untilReadOnlyIs(context: Maintained, isOn: boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = context.readOnly?.onChange(() => {
      if (isReadOnly(context) !== isOn) return;
      end?.();
      resolve();
    });
  });
}

/** Running workers; `ended` settles when they stop for any reason. */
interface Begun {
  runner: Pick<Runner, 'stop'>;
  ended: Promise<void>;
}

/**
 * Settles when the workers have shut down and had time to write their last results. Their own promise never settles
 * when one result could not be written and another job ended later; then no worker would run until the next start.
 */
function endOfWorkers(events: WorkerEvents): Promise<void> {
  const shutDown = Promise.withResolvers<void>();
  events.once('pool:gracefulShutdown:complete', () => shutDown.resolve());
  events.once('pool:forcefulShutdown:complete', () => shutDown.resolve());
  events.once('pool:forcefulShutdown:error', () => shutDown.resolve());
  return shutDown.promise.then(() => delay(LAST_WORDS_MS, undefined, { ref: false }));
}

/**
 * Settles if no worker has read the queue for this time although none has a job. Workers that start while the database
 * is unreachable remember the failure of their first read, and would fail for ever (graphile-worker 0.18,
 * getTaskDetails).
 */
function untilStuck(events: WorkerEvents, ms: number): Promise<void> {
  const stuck = Promise.withResolvers<void>();
  const taken = new Set<string>();
  let failingSince: number | null = null;
  const reads = () => {
    failingSince = null;
  };
  events.on('worker:getJob:empty', reads);
  events.on('job:start', ({ job }) => {
    reads();
    taken.add(job.id);
  });
  events.on('job:complete', ({ job }) => taken.delete(job.id));
  events.on('worker:getJob:error', () => {
    failingSince ??= performance.now();
    if (taken.size === 0 && performance.now() - failingSince >= ms) stuck.resolve();
  });
  return stuck.promise;
}

/** The workers give up when the database is away for long. This restarts them until they keep running. */
async function keepRunning(context: Context, begin: () => Promise<Begun>): Promise<{ stop: () => Promise<void> }> {
  const ending = new AbortController();
  const end = ({ runner }: Begun) =>
    // Workers that gave up cannot be stopped any more.
    runner.stop().catch((error: unknown) => context.log.debug({ err: error }, 'workers had ended'));
  const waitFor = async (workers: Begun) => {
    await workers.ended.catch((error: unknown) => context.log.warn({ err: error }, 'workers have ended'));
    // Their remains, such as the clock, end with them.
    void end(workers);
  };
  let begun = await begin();
  const keep = async () => {
    await waitFor(begun);
    while (!ending.signal.aborted) {
      await delay(BEGIN_AGAIN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      try {
        begun = await begin();
      } catch (error) {
        context.log.warn({ err: error }, 'workers could not begin');
        continue;
      }
      // The server got the signal to stop while they started.
      if (ending.signal.aborted) void end(begun);
      await waitFor(begun);
    }
  };
  const renewal = keep();
  return {
    stop: async () => {
      ending.abort();
      void end(begun);
      await renewal;
    },
  };
}

function workerLogger(context: Context) {
  return new Logger((scope) => (level, message) => {
    if (level === 'error') context.log.error({ scope }, message);
    else if (level === 'warning') context.log.warn({ scope }, message);
    else context.log.debug({ scope }, message);
  });
}
