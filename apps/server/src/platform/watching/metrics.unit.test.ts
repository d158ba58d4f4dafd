import fastify, { type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { expect, it } from 'vitest';
import type { FileStore } from '../storage/file-store.ts';
import { FileMissing } from '../storage/file-store.ts';
import { ApiError } from '../errors.ts';
import { installErrorHandling } from '../http/error-handling.ts';
import type { Context } from '../context.ts';
import { Metrics } from './metrics.ts';

it('labels calls with patterns of routes, so that addresses made up by clients add no series', async () => {
  const metrics = new Metrics();
  const app = fastify();
  metrics.countCalls(app);
  app.get('/people/:login', async () => 'here');
  const series = async () => (await metrics.text()).split('\n').filter((line) => line.includes('http_request')).length;
  await app.inject('/people/ana');
  await app.inject('/nowhere');
  const before = await series();
  for (let index = 0; index < 20; index += 1) {
    await app.inject(`/people/${index}?q=${index}`);
    await app.inject(`/nowhere/${index}`);
  }
  const text = await metrics.text();
  expect(await series()).toBe(before);
  expect(text).toContain('pimis_http_requests_total{method="GET",route="/people/:login",status="200"} 21');
  expect(text).toContain('pimis_http_requests_total{method="none",route="none",status="404"} 21');
  expect(text).not.toContain('ana');
  await app.close();
});

it('counts refusals by the limit that has refused, and no other refusals', async () => {
  const metrics = new Metrics();
  const app = fastify();
  metrics.countCalls(app);
  installErrorHandling(app, {} as Context);
  app.get('/limited', () => Promise.reject(new ApiError('RequestLimitReached', { limit: 'poolShare' })));
  app.get('/refused', () => Promise.reject(new ApiError('RequestLimitReached')));
  await app.inject('/limited');
  await app.inject('/refused');
  const text = await metrics.text();
  expect(text).toContain('pimis_refused_calls_total{limit="poolShare"} 1');
  expect(text).toContain('pimis_refused_calls_total{limit="publicTime"} 0');
  await app.close();
});

it('shows the share of a pool that clients use', async () => {
  const metrics = new Metrics();
  const shares = () => [
    { share: 'accounts', held: 1, waiting: 0, most: null } as const,
    { share: 'clients', held: 6, waiting: 2, most: 6 } as const,
  ];
  metrics.watchPool('calls')({ totalCount: 9, idleCount: 2, waitingCount: 0 } as pg.Pool, shares);
  const text = await metrics.text();
  const lines = text.split('\n').filter((line) => line.startsWith('pimis_pool_share'));
  expect(lines).toEqual([
    'pimis_pool_share{pool="calls",share="accounts",state="held"} 1',
    'pimis_pool_share{pool="calls",share="accounts",state="waiting"} 0',
    'pimis_pool_share{pool="calls",share="clients",state="held"} 6',
    'pimis_pool_share{pool="calls",share="clients",state="waiting"} 2',
    'pimis_pool_share{pool="calls",share="clients",state="most"} 6',
  ]);
  expect(text).toContain('pimis_pool_connections{pool="calls",state="busy"} 7');
});

it('counts calls of clients by outcome, and none of people', async () => {
  const metrics = new Metrics();
  const app = fastify();
  metrics.countCalls(app);
  app.decorateRequest('currentUser', null);
  app.addHook('onRequest', async (request) => {
    const client = request.headers['x-client'] === 'yes' ? {} : null;
    request.currentUser = { client } as FastifyRequest['currentUser'];
  });
  app.get('/:status', async (request, reply) =>
    reply.status(Number((request.params as { status: string }).status)).send(),
  );
  for (const status of [200, 304, 404, 409, 429, 500, 503, 503]) {
    await app.inject({ url: `/${status}`, headers: { 'x-client': 'yes' } });
    await app.inject(`/${status}`);
  }
  const text = await metrics.text();
  const counted = Object.entries({ done: 2, refused: 2, limited: 1, failed: 3 });
  for (const [outcome, calls] of counted)
    expect(text).toContain(`pimis_client_calls_total{outcome="${outcome}"} ${calls}\n`);
  await app.close();
});

it('leaves out what cannot be read, and counts that', async () => {
  const metrics = new Metrics();
  let isAway = false;
  metrics.addSource({
    gauges: { known: ['Known.'] },
    read: async () => {
      if (isAway) throw new Error('away');
      return [{ name: 'known', value: 7 }];
    },
  });
  expect(await metrics.text()).toContain('pimis_known 7');
  isAway = true;
  const text = await metrics.text();
  expect(text).not.toContain('pimis_known 7');
  expect(text).toContain('pimis_scrape_errors_total 1');
});

it('counts failures of the store, but not a file that is not there', async () => {
  const metrics = new Metrics();
  const failing = (error: Error) => metrics.watchFiles({ get: () => Promise.reject(error) } as unknown as FileStore);
  await expect(failing(new Error('disk')).get('a')).rejects.toThrow('disk');
  await expect(failing(new FileMissing('a')).get('a')).rejects.toThrow(FileMissing);
  expect(await metrics.text()).toContain('pimis_storage_errors_total{operation="get"} 1');
});

it('answers /metrics and nothing else at its own address', async () => {
  const server = await new Metrics().listen(0, '127.0.0.1');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('process_cpu_seconds_total');
  expect((await fetch(`${url}/`)).status).toBe(404);
  server.close();
});
