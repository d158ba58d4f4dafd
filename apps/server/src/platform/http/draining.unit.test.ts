import fastify from 'fastify';
import { expect, it } from 'vitest';
import { drainConnections } from './draining.ts';

it('says that it is not ready, and answers what still comes', async () => {
  const leaving = new AbortController();
  const app = fastify();
  drainConnections(app, leaving.signal);
  app.get('/api/health/ready', () => ({}));
  app.get('/api/notices', () => ({}));
  app.setErrorHandler((error, _request, reply) => reply.code(503).send({ name: (error as Error).name }));
  const ask = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, headers.connection];
  };
  expect(await ask('/api/health/ready')).toEqual([200, 'keep-alive']);
  leaving.abort();
  expect(await ask('/api/health/ready')).toEqual([503, 'close']);
  expect(await ask('/api/notices')).toEqual([200, 'close']);
  await app.close();
});
