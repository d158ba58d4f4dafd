import { EventEmitter } from 'node:events';
import { Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Database, Tx } from './database.ts';
import { keepBeating } from './job-workers.ts';
import type { Mail } from './mail.ts';

/** The jobs of the product and what each carries. */
export interface JobPayloads {
  sendMail: Mail;
  sendLink: { login: string; kind: 'activation' | 'reset' };
  mailNotifications: Record<string, never>;
  mailDigest: Record<string, never>;
  openNextQuarters: Record<string, never>;
  cleanUp: Record<string, never>;
  runOperation: { id: string };
}

export type JobName = keyof JobPayloads;

/** Queues a job in the transaction of the change that wants it: rolled back with it, never lost after it. */
export async function addJob<Name extends JobName>(tx: Database | Tx, name: Name, payload: JobPayloads[Name]) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(tx);
}

/** Queues a job for each payload, in one call. */
export async function addJobs<Name extends JobName>(tx: Database | Tx, name: Name, payloads: JobPayloads[Name][]) {
  await sql`select graphile_worker.add_job(${name}, payload)
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
  const workers = new Set<string>();
  const events = new EventEmitter() as WorkerEvents;
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId));
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    taskList,
    events,
    // 02:10 Belgrade is 00:10 or 01:10 UTC; the job looks at the legal day itself.
    crontab: '10 1 * * * openNextQuarters\n40 * * * * cleanUp\n*/15 * * * * mailDigest',
    logger: workerLogger(context),
  });
  const stopBeating = keepBeating(context, workers);
  return {
    stop: async () => {
      await runner.stop();
      await stopBeating();
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
