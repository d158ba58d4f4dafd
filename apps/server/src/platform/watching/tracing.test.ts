import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '../../job-handlers.ts';
import { ownUrl } from '../../testing/held-projects.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { addJob, startJobs } from '../jobs/jobs.ts';
import { renderPdf } from '../documents/pdf/render.ts';
import { isTracing, startTracing, traced } from './tracing.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
  events?: unknown[];
}
interface Export {
  resourceSpans: { resource: { attributes: { key: string }[] }; scopeSpans: { spans: Sent[] }[] }[];
}

/** The spans that the receiver has got, as text and decoded. */
const received: { path: string; text: string }[] = [];
let receiver: Server;
let endTracing: () => Promise<void>;

/** An OTLP receiver: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const isZipped = request.headers['content-encoding'] === 'gzip';
      received.push({ path: request.url ?? '', text: (isZipped ? gunzipSync(body) : body).toString() });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  endTracing = await startTracing('1.2.3');
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});
afterAll(() => {
  receiver.close();
});

const server = useServer();
const NAME = 'Тајни назив пројекта';
const REASON = 'тајни разлог';

it('sends calls, statements, jobs, papers, mails and storage, with times and without values', async () => {
  const code = await createProject(server, 'local.user');
  expect((await server.call('local.user', 'GET', `projects/${code}`)).httpStatus).toBe(200);
  const refused = await server.call(null, 'POST', 'login', { login: 'local.user', password: 'tajna-lozinka-1' });
  expect(refused.httpStatus).toBe(401);
  await renderPdf({ title: NAME, blocks: [] });
  await expect(server.context.files.get('documents/tajni-kljuc')).rejects.toThrow('holds no file');
  const failing = { ...jobHandlers(server.jobs), sendLink: () => Promise.reject(new TypeError(REASON)) };
  const jobs = await startJobs(server.jobs, await ownUrl(server), failing);
  await addJob(server.context.db, 'sendMail', { to: 'neko@example.rs', subject: NAME, text: REASON });
  await addJob(server.context.db, 'sendLink', { login: 'local.user', kind: 'reset' });
  const left = () =>
    sql<{ left: number }>`select count(*)::integer as left from graphile_worker.jobs
      where task_identifier = 'sendMail' or (task_identifier = 'sendLink' and attempts = 0)`.execute(server.context.db);
  await expect.poll(async () => (await left()).rows[0]?.left).toBe(0);
  await jobs.stop();
  await endTracing();

  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  const exports = received.map(({ text }) => JSON.parse(text) as Export);
  const resources = exports.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource));
  expect(new Set(resources.flatMap(({ attributes }) => attributes.map(({ key }) => key)))).toEqual(
    new Set(['service.name', 'service.version']),
  );
  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const named = (name: string) => spans.filter((span) => span.name === name);
  const below = ({ spanId, traceId }: Sent) =>
    spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId).map(({ name }) => name);

  const [list] = named('GET /api/projects/:projectCode');
  if (!list) throw new Error(`no call among ${spans.map(({ name }) => name).join(', ')}`);
  expect(list.kind).toBe(2);
  expect(Object.fromEntries(list.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/projects/:projectCode',
    'http.response.status_code': 200,
  });
  expect(BigInt(list.endTimeUnixNano) - BigInt(list.startTimeUnixNano)).toBeGreaterThan(0n);
  expect(below(list).filter((name) => name.startsWith('select '))).not.toEqual([]);
  const [mail] = named('job sendMail');
  expect(mail && below(mail)).toEqual(['mail send']);
  const [link] = named('job sendLink');
  expect(link?.status.code).toBe(2);
  for (const name of ['paper', 'storage get', 'job sendLink', 'POST /api/login', 'insert projects']) {
    expect(named(name).length, name).toBeGreaterThan(0);
  }

  // Every value in a span is one of these, and none of them was entered by a user.
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  const known = [
    'http.request.method',
    'http.route',
    'http.response.status_code',
    'db.system.name',
    'db.operation.name',
  ];
  const others = ['db.collection.name', 'messaging.operation.name', 'pimis.paper.rows', 'error.type'];
  expect([...keys].filter((key) => ![...known, ...others].includes(key))).toEqual([]);
  expect(spans.flatMap(({ events = [] }) => events)).toEqual([]);
  const everything = received.map(({ text }) => text).join('\n');
  for (const secret of [
    NAME,
    REASON,
    code,
    'local.user',
    'tajna-lozinka',
    'tajni-kljuc',
    'neko@example.rs',
    '127.0.0.1',
  ]) {
    expect(everything, secret).not.toContain(secret);
  }
});

it('runs work as it is when nobody traces', async () => {
  expect(isTracing()).toBe(false);
  const before = received.length;
  expect(await traced('work', {}, () => Promise.resolve(1))).toBe(1);
  expect(received).toHaveLength(before);
});
