import { connect, type Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newProject, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';

const CONNECTIONS = 10_000;
/** Opened at once; the system keeps so many that are not accepted yet. */
const AT_ONCE = 200;
/** The memory that an open connection may take. */
const KILOBYTES_EACH = 40;
const QUICK_MS = 2_000;

const installation = useInstallation();
const sockets: Socket[] = [];
let product: Product;

beforeAll(async () => {
  // As deploy/systemd/pimis.service has it.
  product = await installation.product({}, { before: ['prlimit', '--nofile=16384:16384'] });
  await product.start();
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

function open(said: string): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(product.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail).on('error', () => undefined);
      if (said !== '') socket.write(said);
      done();
    });
    socket.resume();
  });
}

/** Files and connections that the product holds. */
const held = () => readdirSync(`/proc/${product.pid}/fd`).length;

/** Kinds of connections: idle, half of a head, kept open after a call. */
const KINDS = [
  '',
  'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n',
];

it('10,000 open connections: people are answered, memory is bounded, the connections go', async () => {
  const person = new Person(() => product.url, 'local.user');
  await person.signIn();
  const before = { memory: product.memory(), held: held() };
  for (let from = 0; from < CONNECTIONS; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => open(KINDS[(from + at) % KINDS.length] ?? '')));
  }
  const open10k = { memory: product.memory(), held: held() };
  const slowest: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    const begun = performance.now();
    const code = await newProject(person);
    expect((await person.call('POST', `projects/${code}/comments`, { text: 'иде' })).status).toBe(200);
    slowest.push(performance.now() - begun);
  }
  expect((await new Person(() => product.url, 'admin').signIn()).status).toBe(200);
  expect(Math.max(...slowest)).toBeLessThan(QUICK_MS);
  expect((open10k.memory - before.memory) * 1024).toBeLessThan(CONNECTIONS * KILOBYTES_EACH);
  // The server itself closes silent connections.
  await expect.poll(held, { timeout: 180_000, interval: 1_000 }).toBeLessThan(before.held + 200);
  for (const socket of sockets) socket.destroy();
  await delay(2_000);
  const after = { memory: product.memory(), held: held() };
  expect(product.isRunning).toBe(true);
  process.stdout.write(
    `connections: ${JSON.stringify({ before, open10k, after, slowest: Math.round(Math.max(...slowest)) })}\n`,
  );
});
