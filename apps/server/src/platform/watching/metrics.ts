import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { WEBHOOK_OUTCOMES, type WebhookOutcome } from '@pimis/domain/webhooks/retries';
import type { Share } from '../limits/pool-quota.ts';
import { LIMIT_NAMES } from '../limits/limit-names.ts';
import type { FileStore } from '../storage/file-store.ts';
import { renderState } from '../documents/pdf/render.ts';
import { surviveAccepting } from '../streams.ts';

/*
 * Metrics of a process (docs/decisions/0184-metrics.md). Labels are patterns of routes, methods and statuses,
 * names of jobs and pools: their number is bounded, and none names a person or a project.
 */

/** Seconds: typical for responses from memory, screens, lists, papers, and the timeout of a proxy. */
const CALL_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const NO_ROUTE = 'none';
const PREFIX = 'pimis_';
/** How often the delay of the event loop is looked at; each time wakes the process. Alerts are about half a second. */
const LOOP_SAMPLE_MS = 50;

const CLIENT_OUTCOMES = ['done', 'refused', 'limited', 'failed'] as const;
const TOO_MANY = 429;

function clientOutcome(status: number): (typeof CLIENT_OUTCOMES)[number] {
  if (status < 400) return 'done';
  if (status === TOO_MANY) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

/** A number that is read at each scrape. */
export interface Reading {
  name: string;
  value: number;
  labels?: Record<string, string>;
}

/** Gauges that are read at a scrape: by name, the meaning of the number and its labels. */
export interface Source {
  gauges: Readonly<Record<string, readonly [help: string, ...labels: string[]]>>;
  read: () => Promise<Reading[]> | Reading[];
}

function readingsOf(
  name: string,
  { totalCount, idleCount, waitingCount }: pg.Pool,
  shares: readonly Share[],
): Reading[] {
  const labels = { pool: name };
  return [
    { name: 'pool_connections', labels: { ...labels, state: 'busy' }, value: totalCount - idleCount },
    { name: 'pool_connections', labels: { ...labels, state: 'idle' }, value: idleCount },
    { name: 'pool_waiting', labels, value: waitingCount },
    ...shares.flatMap(({ share, held, waiting, most }) =>
      Object.entries({ held, waiting, ...(most === null ? {} : { most }) }).map(([state, value]) => ({
        name: 'pool_share',
        labels: { ...labels, share, state },
        value,
      })),
    ),
  ];
}

/** The numbers of one process, in the text format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time of calls by route.',
    labelNames: ['method', 'route'],
    buckets: CALL_BUCKETS,
    registers: [this.#registry],
  });
  readonly #answers = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Calls by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: `${PREFIX}refused_calls_total`,
    help: 'Calls that a limit has refused, by the name of the limit.',
    labelNames: ['limit'],
    registers: [this.#registry],
  });
  readonly #clientCalls = new Counter({
    name: `${PREFIX}client_calls_total`,
    help: 'Calls of other systems (clients) by outcome: done, refused, limited, failed.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #jobs = new Counter({
    name: `${PREFIX}jobs_total`,
    help: 'Jobs that this process has ended, by name and outcome.',
    labelNames: ['job', 'outcome'],
    registers: [this.#registry],
  });
  readonly #deliveries = new Counter({
    name: `${PREFIX}webhook_attempts_total`,
    help: 'Attempts to deliver events to webhooks that this process has made, by outcome.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #storageErrors = new Counter({
    name: `${PREFIX}storage_errors_total`,
    help: 'Calls of the file store that failed.',
    labelNames: ['operation'],
    registers: [this.#registry],
  });
  readonly #failedReadings = new Counter({
    name: `${PREFIX}scrape_errors_total`,
    help: 'Readings that failed at a scrape, as those of a database that is away.',
    registers: [this.#registry],
  });
  readonly #pools = new Map<string, { pool: pg.Pool; shares: () => Share[] }>();
  readonly #sources: (() => Promise<void>)[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
    for (const operation of ['put', 'get', 'remove']) this.#storageErrors.inc({ operation }, 0);
    for (const outcome of CLIENT_OUTCOMES) this.#clientCalls.inc({ outcome }, 0);
    for (const limit of LIMIT_NAMES) this.#refusals.inc({ limit }, 0);
    for (const outcome of WEBHOOK_OUTCOMES) this.#deliveries.inc({ outcome }, 0);
    this.addSource({
      gauges: {
        pool_connections: ['Connections to the database, by pool and state.', 'pool', 'state'],
        pool_waiting: ['Statements that wait for a connection, by pool.', 'pool'],
        pool_share: [
          'Connections that callers of a kind hold, statements of theirs that wait for their share, and the most that they may hold.',
          'pool',
          'share',
          'state',
        ],
        papers: ['Papers of this process, by state; drawn and failed since its start.', 'state'],
      },
      read: () => [
        ...[...this.#pools].flatMap(([name, { pool, shares }]) => readingsOf(name, pool, shares())),
        ...Object.entries(renderState()).map(([state, value]) => ({ name: 'papers', labels: { state }, value })),
      ],
    });
  }

  /** Counts and times every call, a refused one too. */
  countCalls(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { method, routeOptions } = request;
      const route = routeOptions.url ?? NO_ROUTE;
      // A method that no route has may be any text that a client has made up.
      const named = routeOptions.url === undefined ? NO_ROUTE : method;
      this.#calls.observe({ method: named, route }, reply.elapsedTime / 1000);
      this.#answers.inc({ method: named, route, status: reply.statusCode });
      if (request.refusedBy) this.#refusals.inc({ limit: request.refusedBy });
      if (request.currentUser?.client) this.#clientCalls.inc({ outcome: clientOutcome(reply.statusCode) });
      done();
    });
  }

  countJob(job: string, isDone: boolean): void {
    this.#jobs.inc({ job, outcome: isDone ? 'done' : 'failed' });
  }

  countDelivery(outcome: WebhookOutcome): void {
    this.#deliveries.inc({ outcome });
  }

  watchPool(name: string): (pool: pg.Pool, shares: () => Share[]) => void {
    return (pool, shares) => this.#pools.set(name, { pool, shares });
  }

  /** Wraps the store and counts its failures. A missing file is not a failure. */
  watchFiles(store: FileStore): FileStore {
    const counted = <Made>(operation: string, work: Promise<Made>) =>
      work.catch((error: unknown) => {
        if (!(error instanceof Error && ['FileMissing', 'FileTooLarge'].includes(error.name))) {
          this.#storageErrors.inc({ operation });
        }
        throw error;
      });
    return {
      ...store,
      put: (key, content, maxBytes, options) => counted('put', store.put(key, content, maxBytes, options)),
      get: (key, range) => counted('get', store.get(key, range)),
      remove: (key) => counted('remove', store.remove(key)),
    };
  }

  /** Adds numbers that are read at each scrape. A source that fails leaves its numbers out, and is counted. */
  addSource({ gauges: described, read }: Source): void {
    const gauges = new Map<string, Gauge>();
    const forget: (() => void)[] = [];
    for (const [name, [help, ...labelNames]] of Object.entries(described)) {
      const gauge = new Gauge({ name: PREFIX + name, help, labelNames, registers: [this.#registry] });
      gauges.set(name, gauge);
      // A reset gauge without labels is 0, a removed one is left out.
      forget.push(labelNames.length === 0 ? () => gauge.remove() : () => gauge.reset());
      if (labelNames.length === 0) gauge.remove();
    }
    this.#sources.push(async () => {
      // A value that cannot be read is left out; the former one is not repeated.
      for (const one of forget) one();
      const readings = await read();
      for (const { name, labels = {}, value } of readings) gauges.get(name)?.set(labels, value);
    });
  }

  /** All numbers as text. */
  async text(): Promise<string> {
    const outcomes = await Promise.allSettled(this.#sources.map((read) => read()));
    this.#failedReadings.inc(outcomes.filter(({ status }) => status === 'rejected').length);
    return this.#registry.metrics();
  }

  /** Answers /metrics at an address of its own. Error: that of the port. */
  async listen(port: number, host: string): Promise<Server> {
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.text().then(
        (text) => response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text),
        (error: unknown) => {
          process.stderr.write(`metrics could not be read: ${String(error)}\n`);
          response.writeHead(500).end();
        },
      );
    });
    server.listen(port, host);
    await once(server, 'listening');
    surviveAccepting(server, (error) => process.stderr.write(`a scrape was not accepted: ${String(error)}\n`));
    return server;
  }
}
