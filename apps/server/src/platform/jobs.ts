import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type Runner, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { type Database, openPool, type Tx } from './database.ts';
import { keepBeating } from './job-workers.ts';
import type { Mail } from './mail.ts';

const BEGIN_AGAIN_MS = 1_000;
/** What workers that have ended may still say of their last jobs; it is a statement or two. */
const LAST_WORDS_MS = 2_000;
const CONCURRENCY = 4;
/** One for each job, one that listens for new ones, and those that look after the queue. */
const CONNECTIONS = CONCURRENCY + 4;

/** The jobs of the product and what each carries. */
export interface JobPayloads {
  sendMail: Mail;
  sendLink: { login: string; kind: 'activation' | 'reset' };
  mailNotifications: Record<string, never>;
  mailDigest: Record<string, never>;
  mailReports: Record<string, never>;
  openNextQuarters: Record<string, never>;
  cleanUp: Record<string, never>;
  sweepFiles: Record<string, never>;
  scanRevision: { id: number };
  readText: { id: number };
  foldCounts: Record<string, never>;
  sealAudit: Record<string, never>;
  runOperation: { id: string };
}

export type JobName = keyof JobPayloads;

/** Jobs that keep a core busy: one at a time on all servers, so that mails and operations never wait behind many. */
const ONE_BY_ONE: ReadonlySet<JobName> = new Set(['readText']);

const queueOf = (name: JobName) => (ONE_BY_ONE.has(name) ? name : null);

/** Queues a job in the transaction of the change that wants it: rolled back with it, never lost after it. */
export async function addJob<Name extends JobName>(tx: Database | Tx, name: Name, payload: JobPayloads[Name]) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, ${queueOf(name)})`.execute(tx);
}

/** Queues a job for each payload, in one call. */
export async function addJobs<Name extends JobName>(tx: Database | Tx, name: Name, payloads: JobPayloads[Name][]) {
  await sql`select graphile_worker.add_job(${name}, payload, ${queueOf(name)})
    from json_array_elements(${JSON.stringify(payloads)}::json) payload`.execute(tx);
}

/** Brings the tables of the job queue up to date. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl });
}

export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/**
 * Starts the workers of this server. `stop()` lets running jobs end. What the workers of a server that died were at
 * is taken up again by those of any other.
 */
export async function startJobs(
  context: Context,
  databaseUrl: string,
  handlers: JobHandlers,
): Promise<{ stop: () => Promise<void> }> {
  const taskList: TaskList = {};
  for (const name of Object.keys(handlers) as JobName[]) {
    // The payload was written by addJob with the type of the same name.
    taskList[name] = (payload) => handlers[name](payload as never);
  }
  // One of our own: that of the queue ends the process when the database goes while a job has the connection.
  const pgPool = openPool(databaseUrl, { max: CONNECTIONS });
  const workers = new Set<string>();
  const running = new Set<string>();
  const begin = async (): Promise<Begun> => {
    // What former ones were at is given back when nobody tells of them any more.
    workers.clear();
    const events = new EventEmitter() as WorkerEvents;
    // A job is taken in the name of the pool.
    events.on('pool:create', ({ workerPool }) => workers.add(workerPool.id));
    events.on('job:start', ({ job }) => running.add(job.id));
    events.on('job:complete', ({ job }) => running.delete(job.id));
    const atEnd = endOfWorkers(events);
    const runner = await run({
      pgPool,
      concurrency: CONCURRENCY,
      // A job whose end could not be told ends the workers: said at once, nobody hears that it failed.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      pollInterval: 2000,
      taskList,
      events,
      // 02:10 Belgrade is 00:10 or 01:10 UTC; the job looks at the legal day itself.
      crontab:
        '10 1 * * * openNextQuarters\n20 2 * * * sweepFiles\n40 * * * * cleanUp\n* * * * * foldCounts\n* * * * * sealAudit\n*/15 * * * * mailDigest\n50 5 * * * mailReports',
      logger: workerLogger(context),
    });
    return { runner, ended: Promise.race([runner.promise, atEnd]) };
  };
  const kept = await keepRunning(context, begin);
  const stopBeating = keepBeating(context, workers, running);
  return {
    stop: async () => {
      await kept.stop();
      await stopBeating();
      await pgPool.end();
    },
  };
}

/** Workers at work; `ended` settles when they do no more, whatever made them end. */
interface Begun {
  runner: Runner;
  ended: Promise<void>;
}

/**
 * Settles when workers have shut down and had the time for their last words. Their own promise stays open for ever
 * when the end of one job could not be told and another job ended after it: nobody would work until the next start.
 */
function endOfWorkers(events: WorkerEvents): Promise<void> {
  const shutDown = Promise.withResolvers<void>();
  events.once('pool:gracefulShutdown:complete', () => shutDown.resolve());
  events.once('pool:forcefulShutdown:complete', () => shutDown.resolve());
  events.once('pool:forcefulShutdown:error', () => shutDown.resolve());
  return shutDown.promise.then(() => delay(LAST_WORDS_MS, undefined, { ref: false }));
}

/** Workers give up when the database is away for long; they begin again until some stay. */
async function keepRunning(context: Context, begin: () => Promise<Begun>): Promise<{ stop: () => Promise<void> }> {
  const ending = new AbortController();
  const end = ({ runner }: Begun) =>
    // One that has given up by itself cannot be stopped any more.
    runner.stop().catch((error: unknown) => context.log.debug({ err: error }, 'workers had ended'));
  const waitFor = async (workers: Begun) => {
    await workers.ended.catch((error: unknown) => context.log.warn({ err: error }, 'workers have ended'));
    // What they leave behind, as their clock, ends with them.
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
      // The server was told to end while they began.
      if (ending.signal.aborted) void end(begun);
      await waitFor(begun);
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      ending.abort();
      void end(begun);
      await kept;
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
