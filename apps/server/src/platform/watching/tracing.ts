import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { LogEvent } from 'kysely';
import type { FileStore } from '../storage/file-store.ts';
import type { Mailer } from '../mail/mail.ts';

/*
 * Traces by OpenTelemetry (docs/decisions/0193-traces.md). Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of the library
 * is loaded and work runs as it is. Attributes are patterns of routes, kinds of statements, names of tables and jobs:
 * never a path, a value, an address or the message of an error.
 */

const ERROR_STATUS = 2;
const SERVER_FAILED = 500;
const NO_ROUTE = 'none';
/**
 * The kinds of the API as numbers, so that it need not be loaded: https://opentelemetry.io/docs/specs/otel/trace/api/
 */
const KIND = { internal: 0, server: 1, client: 2, consumer: 4 } as const satisfies Record<string, SpanKind>;

interface Running {
  /** Starts a span below another one, or one that begins a trace. */
  begin: (name: string, kind: SpanKind, attributes: Attributes, parent: Span | undefined, startTime?: Date) => Span;
}

let running: Running | undefined;
const current = new AsyncLocalStorage<Span>();

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/**
 * Starts to send traces to a collector by OTLP over HTTP. The library reads further settings itself
 * (OTEL_EXPORTER_OTLP_HEADERS, …). Returns a function that sends the remaining traces and stops.
 */
export async function startTracing(version: string): Promise<() => Promise<void>> {
  const { ROOT_CONTEXT, trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new TracerProvider({
    // Its detectors would report the machine, the account and the command line.
    resource: resourceFromAttributes({ 'service.name': 'pimis', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('pimis', version);
  running = {
    begin: (name, kind, attributes, parent, startTime) =>
      tracer.startSpan(
        name,
        { kind, attributes, ...(startTime && { startTime }) },
        parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      ),
  };
  return async () => {
    running = undefined;
    await provider.shutdown();
  };
}

export const isTracing = () => running !== undefined;

/** Only the kind of an error: its message may quote values. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: ERROR_STATUS });
}

async function inSpan<Made>(span: Span, work: () => Promise<Made>): Promise<Made> {
  try {
    return await current.run(span, work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Does work within a span of this name, below the present one. */
export function traced<Made>(name: string, attributes: Attributes, work: () => Promise<Made>): Promise<Made> {
  if (!running) return work();
  return inSpan(running.begin(name, KIND.client, attributes, current.getStore()), work);
}

/** Runs a job as a trace of its own. */
export function tracedJob<Made>(job: string, work: () => Promise<Made>): Promise<Made> {
  if (!running) return work();
  return inSpan(running.begin(`job ${job}`, KIND.consumer, { 'messaging.operation.name': job }, undefined), work);
}

/** Makes a trace for each call. Trace headers of clients are ignored, because a client could fill the collector. */
export function traceCalls(app: FastifyInstance): void {
  if (!running) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    // A method that no route has may be any text that a client has made up.
    const method = request.routeOptions.url === undefined ? NO_ROUTE : request.method;
    const attributes = { 'http.request.method': method, 'http.route': route };
    request.span = running?.begin(`${method} ${route}`, KIND.server, attributes, undefined) ?? null;
    if (request.span) current.run(request.span, done);
    else done();
  });
  // Data that was read from the socket meanwhile arrives outside of the call's context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) current.run(request.span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= SERVER_FAILED) request.span?.setStatus({ code: ERROR_STATUS });
    request.span?.end();
    done();
  });
}

const STATEMENT = /^[\s(]*([a-z]+)/i;
/** The first table that a statement names; the call of a function after `from` is none. */
const TABLE = /(?:\b(?:from|into)|^\s*update)\s+"?([a-z_]+)"?(?:\."?([a-z_]+)"?)?(?!\w|\s*\()/i;

/** A span for a statement that has run: its kind and its first table, without text and values. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!running) return;
  const end = Date.now();
  const operation = (STATEMENT.exec(query.sql)?.[1] ?? 'statement').toLowerCase();
  const [, first, second] = TABLE.exec(query.sql) ?? [];
  const table = second === undefined ? first : `${first}.${second}`;
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table === undefined ? {} : { 'db.collection.name': table }),
  };
  const name = table === undefined ? operation : `${operation} ${table}`;
  const span = running.begin(name, KIND.client, attributes, current.getStore(), new Date(end - queryDurationMillis));
  if (level === 'error') span.setStatus({ code: ERROR_STATUS });
  span.end(end);
}

/** Wraps storage and mail with spans, which contain no keys, recipients or texts. */
export function tracedParts<Parts extends { files: FileStore; mail: Mailer }>(parts: Parts): Parts {
  return running ? { ...parts, files: tracedFiles(parts.files), mail: tracedMailer(parts.mail) } : parts;
}

function tracedFiles(store: FileStore): FileStore {
  return {
    ...store,
    put: (key, content, maxBytes, options) =>
      traced('storage put', {}, () => store.put(key, content, maxBytes, options)),
    get: (key, range) => traced('storage get', {}, () => store.get(key, range)),
    remove: (key) => traced('storage remove', {}, () => store.remove(key)),
  };
}

const tracedMailer = (mailer: Mailer): Mailer => ({
  send: (mail, job) => traced('mail send', {}, () => mailer.send(mail, job)),
});
