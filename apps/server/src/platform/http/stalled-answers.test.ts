import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { guardStalledAnswers } from './stalled-answers.ts';

/** Much longer than the pauses of the slow reader, because a busy machine delays a test. */
const STALL_MS = 1_000;
/** More than the buffers of the system hold. */
const CHUNKS = 400;
const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** A server whose only answer is streamed from parts, and the sources of these streams. */
async function serving(parts: () => AsyncGenerator<Buffer>) {
  const app = fastify();
  guardStalledAnswers(app, STALL_MS);
  const sources: Readable[] = [];
  app.get('/', (_request, reply) => {
    const source = Readable.from(parts(), { objectMode: false });
    sources.push(source);
    return reply.type('application/octet-stream').send(source);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return { app, socket, sources };
}

async function* large(): AsyncGenerator<Buffer> {
  for (let at = 0; at < CHUNKS; at += 1) yield CHUNK;
}

it('an answer that nobody reads ends with its connection, and its source with it', async () => {
  const { app, socket, sources } = await serving(large);
  socket.pause();
  await expect.poll(() => sources[0]?.destroyed).toBe(true);
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  socket.destroy();
  await app.close();
});

it('an answer that is read slowly is sent to its end', async () => {
  const { app, socket } = await serving(large);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    // The whole answer takes longer than a stall may, but each pause is shorter.
    if (bytes % 10 === 0) socket.pause();
    setTimeout(() => socket.resume(), STALL_MS / 30);
  });
  await once(socket, 'close');
  expect(bytes).toBeGreaterThan(CHUNKS * CHUNK.length);
  await app.close();
});

it('one whose source is slow is waited for', async () => {
  const { app, socket } = await serving(async function* () {
    yield Buffer.from('first ');
    await pause(3 * STALL_MS);
    yield Buffer.from('last');
  });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/first [^]*last/);
  await app.close();
});
