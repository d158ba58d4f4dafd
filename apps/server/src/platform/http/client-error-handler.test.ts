import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { RawConnection } from '../../testing/raw-connection.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const SOON_MS = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'pimis-web-'));
let app: FastifyInstance;
let port = 0;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>ПИМИС</title>');
  const { config, db, files, mail, now } = server.context;
  const parts = { config: { ...config, logLevel: 'silent' }, db, files, mail, now };
  ({ app } = await buildApp(parts, { webFolder: folder }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The answer to what is written on a connection, and whether that ends. */
async function answered(text: string) {
  const client = new RawConnection(port);
  await client.write(text);
  const answer = await client.answer(SOON_MS);
  const kept = /connection: keep-alive/i.test(answer?.head ?? '');
  const ended = kept || (await client.end(SOON_MS));
  client.socket.destroy();
  const type = /content-type: ([\w/]+)/i.exec(answer?.head ?? '')?.[1];
  return { status: answer?.status, type, ended, head: answer?.head.toLowerCase() ?? '', body: answer?.body ?? '' };
}

const call = (line: string, headers = 'accept: text/html\r\n') => `${line} HTTP/1.1\r\nhost: pimis\r\n${headers}\r\n`;

describe('what cannot be read as a call', () => {
  it('is answered in the envelope', async () => {
    for (const [text, status, name] of [
      [call('BREW /api/health'), 400, 'BadRequest'],
      [call('PROPFIND /api/health'), 404, 'NotFound'],
      [call('TRACE /api/health'), 404, 'NotFound'],
      [call(`GET /api/${'a'.repeat(20_000)}`), 431, 'BadRequest'],
      [call(`GET /api/projects/${'a'.repeat(600)}`), 400, 'BadRequest'],
      [call('GET /api/health', `x: ${'a'.repeat(20_000)}\r\n`), 431, 'BadRequest'],
      [call('GET /api/health', `x: ${'a'.repeat(5_000_000)}\r\n`), 431, 'BadRequest'],
      [call('GET /api/health', `${'x: y\r\n'.repeat(500_000)}`), 431, 'BadRequest'],
      [call('GET /api/%'), 400, 'BadRequest'],
      [call('GET /assets/%'), 400, 'BadRequest'],
      [call('POST /%', 'content-length: 0\r\n'), 400, 'BadRequest'],
      ['nonsense\r\n\r\n', 400, 'BadRequest'],
      [`\u0016\u0003\u0001${'\u0000'.repeat(200)}`, 400, 'BadRequest'],
    ] as const) {
      const answer = await answered(text);
      const told = (JSON.parse(answer.body) as { status: { name: string } }).status.name;
      expect([text.slice(0, 30), answer.status, answer.type, told]).toEqual([
        text.slice(0, 30),
        status,
        'application/json',
        name,
      ]);
      expect(answer.ended, text.slice(0, 30)).toBe(true);
      expect(answer.head).toContain('x-content-type-options: nosniff');
      expect(answer.head).toContain('cache-control: no-store');
    }
  });

  it('shows the page of an unknown address to a browser', async () => {
    for (const [path, status] of [
      ['/%', 400],
      ['/projects/%e4/details', 400],
      [`/${'a'.repeat(20_000)}`, 431],
      [`/${'a'.repeat(2_000)}`, 200],
    ] as const) {
      const answer = await answered(call(`GET ${path}`));
      expect([path.slice(0, 30), answer.status, answer.type]).toEqual([path.slice(0, 30), status, 'text/html']);
      expect(answer.body).toContain('<title>ПИМИС</title>');
      expect(answer.head).toContain("script-src 'self'");
      expect(answer.ended).toBe(true);
    }
  });
});
