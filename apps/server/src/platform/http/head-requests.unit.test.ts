import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { leaveContentUnread } from './head-requests.ts';

it('answers HEAD with the headers of a content of which nothing is read', async () => {
  let pieces = 0;
  const app = fastify();
  leaveContentUnread(app);
  app.get('/', (_request, reply) =>
    reply.header('content-length', 1000).send(
      Readable.from(
        (function* content() {
          for (; pieces < 1000; pieces += 1) yield 'a';
        })(),
      ),
    ),
  );
  const answer = await app.inject({ method: 'HEAD', url: '/' });
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect([answer.statusCode, answer.headers['content-length'], pieces]).toEqual([200, '1000', 0]);
  expect((await app.inject('/')).body).toHaveLength(1000);
});
