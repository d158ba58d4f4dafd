import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takesPasskeys } from '@pimis/domain/access/passkey-address';
import fastify, { type FastifyInstance } from 'fastify';
import { startArchive } from './archive/start.ts';
import { upgrade } from './backup/upgrade.ts';
import { buildApp, type ServerParts } from './app.ts';
import { exitCodeOf, sentenceOf } from './cli/outcome.ts';
import { type Config, loadConfig } from './config.ts';
import { ConfigError } from './settings/read.ts';
import { jobHandlers } from './job-handlers.ts';
import { computeBeforeCommit, productEvents } from './listeners.ts';
import { exportHead } from './modules/audit/chain.ts';
import { hasLogStore } from './modules/audit/export.ts';
import { newestContents } from './modules/documents/storage/newest-contents.ts';
import { WebhookSender } from './modules/webhooks/delivery/sender.ts';
import { measured, measuredReplica } from './modules/health/measured.ts';
import { signAuditWith } from './platform/audit/audit-signature.ts';
import type { Context } from './platform/context.ts';
import { BACKGROUND_CONNECTIONS } from './platform/database/connection-counts.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { requireFitDatabase } from './platform/database/database-fitness.ts';
import { watchReplica } from './platform/database/replica-watch.ts';
import { SlowQueries } from './platform/database/slow-queries.ts';
import { exitWithNpm } from './platform/process/exit-with-parent.ts';
import { followClock, readClock } from './platform/database/database-clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import type { FileStore } from './platform/storage/file-store.ts';
import { openFileStore } from './platform/storage/files.ts';
import { addJob, prepareJobs, startJobs } from './platform/jobs/jobs.ts';
import { makeMailer } from './platform/mail/mail.ts';
import { LOOPBACK_ADDRESS } from './platform/http/is-loopback.ts';
import { PortInUse, requireFreePort } from './platform/process/port-check.ts';
import type { Metrics } from './platform/watching/metrics.ts';
import { PartFailed, partOf } from './platform/process/part-failed.ts';
import { Refused } from './platform/process/refused.ts';
import { keepSecretMarks } from './platform/audit/secret-marks.ts';
import { watchReadOnly } from './platform/process/read-only.ts';
import { withoutSecrets } from './platform/process/secrets.ts';
import { claimStore, guardedStore } from './platform/storage/store-mark.ts';
import { keepCompiledCode } from './platform/process/processes.ts';
import { surviveAccepting } from './platform/streams.ts';
import { startTracing, tracedParts } from './platform/watching/tracing.ts';
import { endOnUnexpected } from './platform/process/unexpected-errors.ts';
import { VERSION } from './platform/process/version.ts';
import { warnOfUnboundedMemory } from './platform/documents/pdf/render.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './modules/system/demo-accounts.ts';
import { requireDemoDatabase } from './seed/demo-guard.ts';
import { seedDemo } from './seed/demo.ts';
import { renumberForeignChanges } from './modules/projects/restored-changes.ts';
import { seedReferenceData } from './seed/reference.ts';

/** The time for calls and jobs to end at a stop; the rest is cut. */
const LONGEST_END_MS = 30_000;
const MS_PER_SECOND = 1_000;
const BUCKET_REMEMBERED_MS = 60_000;
const ROOT = join(import.meta.dirname, '..', '..', '..');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function database(config: Config): Promise<{ url: string; embedded: EmbeddedPostgres | undefined }> {
  if (config.databaseUrl) return { url: config.databaseUrl, embedded: undefined };
  const embedded = await startEmbeddedPostgres(config.dataDir, { archiveSeconds: config.archive?.seconds ?? null });
  embedded.keepRunning(
    (what, error) => {
      if (what === 'gone') say('PostgreSQL has gone; it is started again');
      else if (what === 'back') say('PostgreSQL is back');
      else process.stderr.write(`PostgreSQL could not be started: ${String(error)}\n`);
    },
    (line) => process.stderr.write(`PostgreSQL: ${withoutSecrets(line, process.env)}\n`),
  );
  say(`PostgreSQL ${embedded.adopted ? 'found running' : 'started'} in ${embedded.folder}`);
  return { url: embedded.url, embedded };
}

/** The replica for calls, and for jobs, whose statements have no time limit. `stop()` closes both. */
function openReads(url: string, { readLagSeconds, logLevel }: Config, primary: Database) {
  const { log } = fastify({ logger: { level: logLevel } });
  const db = openDatabase(url);
  const background = openDatabase(url, { max: BACKGROUND_CONNECTIONS, background: true });
  const { replica, stop } = watchReplica({ primary, db, boundMs: readLagSeconds * MS_PER_SECOND }, log);
  return {
    calls: replica,
    jobs: { ...replica, db: background },
    stop: async () => {
      await stop();
      await db.destroy();
      await background.destroy();
    },
  };
}

/**
 * Opens the store of the installation, after checking that secrets, store and accounts belong to it: nothing is written
 * before. Errors: Refused, PartFailed.
 */
async function ownStore(url: string, config: Config): Promise<FileStore> {
  const db = openDatabase(url, { max: 2, background: true });
  try {
    await keepSecretMarks(db, config);
    if (config.demo) await requireDemoDatabase(db);
    const files = await openFileStore(config);
    await partOf('STORAGE_URL', () => files.check());
    const mark = await claimStore(db, files, newestContents);
    // A bucket is not unmounted: to ask it before each write would double the calls.
    return guardedStore(files, mark, config.storageUrl.startsWith('s3:') ? BUCKET_REMEMBERED_MS : 0);
  } finally {
    await db.destroy();
  }
}

/** The tasks of a process: answering calls, running jobs, or both. */
interface Tasks {
  calls: boolean;
  jobs: boolean;
}

/** Starts everything in order and returns a function that stops it in reverse order. */
async function start(config: Config, tasks: Tasks, leaving: AbortSignal): Promise<() => Promise<void>> {
  const { url, embedded } = await database(config);
  try {
    await requireFitDatabase(url);
    await upgrade(config, url, say);
    await prepareJobs(url);
    signAuditWith(config);
    const store = await ownStore(url, config);
    const endTracing = config.tracesUrl ? await startTracing(VERSION) : undefined;
    const slow = new SlowQueries(config.slowQueryMs);
    // The library takes memory, so it is loaded only when metrics are on.
    const metrics = config.metricsPort ? new (await import('./platform/watching/metrics.ts')).Metrics() : undefined;
    const pooled = config.pooledDatabaseUrl;
    const db = openDatabase(pooled ?? url, {
      slow,
      beforeCommit: computeBeforeCommit(config),
      watch: metrics?.watchPool('calls'),
      pooled: pooled !== undefined,
    });
    const files = metrics?.watchFiles(store) ?? store;
    const reads = config.readDatabaseUrl ? openReads(config.readDatabaseUrl, config, db) : undefined;
    const { log } = fastify({ logger: { level: config.logLevel } });
    const readOnly = await watchReadOnly(db, log);
    const clock = await followClock(() => readClock(db), log);
    const parts = {
      config,
      db,
      replica: reads?.calls,
      readOnly: readOnly.mode,
      files,
      mail: makeMailer(config),
      now: clock.now,
    };
    const { app, context } = await served(parts, tasks, { metrics, leaving });
    warnOfUnboundedMemory(context.log);
    slow.reportTo(db, (query) => context.log.warn(query, 'slow statement'));
    // No call waits for this work: large imports and archives take as long as they need.
    const background = {
      ...context,
      db: openDatabase(url, {
        max: BACKGROUND_CONNECTIONS,
        background: true,
        beforeCommit: computeBeforeCommit(config),
        watch: metrics?.watchPool('jobs'),
      }),
      replica: reads?.jobs,
    };
    await seedReferenceData(background);
    await renumberForeignChanges(background.db);
    if (config.demo) await seedDemo(background);
    const webhooks = new WebhookSender(background, { ended: (outcome) => metrics?.countDelivery(outcome) });
    const jobs = tasks.jobs
      ? await startJobs(background, url, jobHandlers(background, webhooks), {
          ended: (name, isDone) => metrics?.countJob(name, isDone),
        })
      : undefined;
    if (config.formerTokenSecrets.length > 0) await addJob(background.db, 'encryptSecondFactors', {});
    // The files exist soon after a first start; the job rebuilds them only if they are old.
    if (config.openDataPrefix !== undefined) await addJob(background.db, 'makeOpenDataFiles', {});
    // Work that waited while no server ran starts without waiting for the clock.
    if (hasLogStore(config)) await addJob(background.db, 'exportAudit', {});
    const archive =
      tasks.jobs && embedded && config.archive
        ? await startArchive(background, { url, folder: embedded.folder })
        : undefined;
    metrics?.addSource(measured(context));
    if (reads) metrics?.addSource(measuredReplica(reads.calls));
    const scraped = await metrics?.listen(config.metricsPort ?? 0, config.metricsHost);
    if (app) {
      await app.listen({ port: config.port, host: config.host });
      surviveAccepting(app.server, (error) => context.log.error({ err: error }, 'a connection was not accepted'));
      const address = app.server.address();
      publish(config, typeof address === 'object' && address ? address.port : config.port);
    } else {
      say('PIMIS runs jobs');
    }
    return async () => {
      await app?.close();
      scraped?.close();
      await jobs?.stop();
      await webhooks.stop();
      await archive?.stop();
      await exportHead(background).catch((error: unknown) =>
        context.log.error({ err: error }, 'the end of the audit log was not written'),
      );
      await readOnly.stop();
      await clock.stop();
      await reads?.stop();
      await background.db.destroy();
      await db.destroy();
      await embedded?.stop();
      // An unreachable collector must not affect calls.
      await endTracing?.().catch((error: unknown) => context.log.warn({ err: error }, 'traces were not sent'));
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** A process that answers no calls has no server, only what its jobs work with. */
async function served(
  parts: ServerParts,
  tasks: Tasks,
  options: { metrics: Metrics | undefined; leaving: AbortSignal },
): Promise<{ app?: FastifyInstance; context: Context }> {
  if (tasks.calls) {
    const folders = { webFolder: join(ROOT, 'apps', 'web', 'dist'), helpFolder: join(ROOT, 'manual', 'dist') };
    return buildApp(parts, { ...folders, ...options });
  }
  const { log } = fastify({ logger: { level: parts.config.logLevel } });
  return { context: { ...tracedParts(parts), log, events: productEvents() } };
}

function publish(config: Config, port: number): void {
  say(`PIMIS: ${LOOPBACK_ADDRESS(config.host, port)}`);
  const people = new URL(config.publicUrl).hostname;
  if (!takesPasskeys(people)) {
    say(`Passkeys do not work at ${config.publicUrl}, an address that is an IP: set PUBLIC_URL to one with a name`);
  }
  if (!config.demo) return;
  say(`Demo accounts, password ${DEMO_PASSWORD}`);
  for (const account of DEMO_ACCOUNTS) {
    say(`  ${account.login.padEnd(16)}${account.roleName.padEnd(26)}${account.organizationId}`);
  }
}

/** Runs the product in this process until a signal ends it. A start that fails ends the process as commands do. */
export function runServer(defaults: { demo: boolean }, tasks: Tasks = { calls: true, jobs: true }): void {
  main(defaults, tasks).catch(fail);
}

/** Errors: PortInUse; PartFailed for an address that is not of this machine. */
async function free(setting: string, host: string, port: number): Promise<void> {
  try {
    await requireFreePort(host, port);
  } catch (error) {
    throw error instanceof PortInUse ? error : new PartFailed(setting, error);
  }
}

async function main(defaults: { demo: boolean }, tasks: Tasks): Promise<void> {
  const config = loadConfig(process.env, defaults);
  if (tasks.calls) await free('HOST', config.host, config.port);
  if (config.metricsPort) await free('METRICS_HOST', config.metricsHost, config.metricsPort);
  exitWithNpm();
  keepCompiledCode(resolve(config.dataDir, 'compiled'));
  // A signal during the start is handled after it: only then is it known what has been started.
  const leaving = new AbortController();
  const started = start(config, tasks, leaving.signal);
  const delayMs = tasks.calls ? config.stopDelaySeconds * MS_PER_SECOND : 0;
  const leave = async () => {
    const stop = await started;
    // The proxy learns that this server is not ready, and sends calls elsewhere.
    await delay(delayMs);
    await stop();
  };
  let exitCode = 0;
  const end = (code: number) => {
    exitCode ||= code;
    if (leaving.signal.aborted) return;
    leaving.abort();
    setTimeout(() => process.exit(exitCode || 1), delayMs + LONGEST_END_MS).unref();
    leave().then(() => process.exit(exitCode), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
  endOnUnexpected(end);
  await started;
}

function fail(error: unknown): never {
  const known = [ConfigError, PortInUse, Refused, PartFailed].some((kind) => error instanceof kind);
  // The last line is the sentence: it names the setting, or the part that has failed.
  const lines = [...(known ? [] : [String((error as Error).stack ?? error)]), sentenceOf(error).replaceAll('\n', ' ')];
  process.stderr.write(`${withoutSecrets(lines.join('\n'), process.env)}\n`);
  process.exit(exitCodeOf(error));
}
