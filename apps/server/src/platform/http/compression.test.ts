import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProject, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { compressAnswers } from './compression.ts';

const server = useServer();
const CONTENT = 'садржај '.repeat(20_000);
let document = '';

beforeAll(async () => {
  const code = await createProject(server, 'local.user');
  const [made] =
    (await upload(server, 'local.user', code, 'dugacak.txt', { description: 'Опис' }, CONTENT)).payload ?? [];
  document = `/api/projects/${code}/documents/${made?.id}/revisions/${made?.revisionId}/download`;
});

async function get(url: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await server.token('local.user')}`;
  return server.app.inject({ url, headers: { authorization, 'accept-encoding': 'gzip, br', ...headers } });
}

describe('what a browser downloads', () => {
  it('comes as it is: with its length, and the one tag that names its bytes', async () => {
    const whole = await get(document);
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(whole.headers['content-length']).toBe(String(Buffer.byteLength(CONTENT)));
    expect(whole.headers['etag']).toMatch(/^"[0-9a-f]{64}"$/);
    expect(whole.body).toBe(CONTENT);
    const plain = await get(document, { 'accept-encoding': 'identity' });
    expect(plain.headers['etag']).toBe(whole.headers['etag']);
  });

  it('is compressed where it is a text of ours, and for those alone who take it', async () => {
    const table = '/api/registry/countries/export';
    const [packed, plain] = [await get(table), await get(table, { 'accept-encoding': 'gzip;q=0' })];
    expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
    expect([packed.headers['vary'], plain.headers['vary']]).toEqual(['accept-encoding', 'accept-encoding']);
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const workbook = await get(`${table}?format=xlsx`);
    expect(workbook.headers['content-encoding']).toBeUndefined();
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const list = await get('/api/registry/countries?perPage=100');
    expect(gunzipSync(list.rawPayload).length).toBeGreaterThan(Number(list.headers['content-length']));
  });
});

describe('an answer that is compressed', () => {
  const text = 'a'.repeat(200_000);
  const app = fastify();
  compressAnswers(app);
  app.get('/text', (_, reply) => reply.type('text/plain').header('etag', '"1"').send(text));
  app.get('/stream', (_, reply) =>
    reply
      .type('text/csv')
      .header('etag', '"1"')
      .send(Readable.from([text, text])),
  );
  app.get('/part', (_, reply) => reply.status(206).type('text/plain').header('etag', '"1"').send(text));
  app.get('/bytes', (_, reply) => reply.type('application/octet-stream').send(Readable.from([text])));
  app.get('/short', (_, reply) => reply.type('text/plain').send('a'));
  app.get('/broken', (_, reply) => {
    async function* broken() {
      for (let chunk = 0; chunk < 20; chunk += 1) yield randomBytes(50_000).toString('hex');
      throw new Error('broken');
    }
    return reply.type('text/plain').send(Readable.from(broken()));
  });

  const fetched = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } });

  it('carries no tag that names other bytes, and the length that it has', async () => {
    const { headers, rawPayload } = await fetched('/text');
    expect(headers).toMatchObject({
      etag: 'W/"1"',
      vary: 'accept-encoding',
      'content-length': String(rawPayload.length),
    });
    expect(gunzipSync(rawPayload).toString()).toBe(text);
    expect((await app.inject('/text')).headers).toMatchObject({ etag: '"1"', vary: 'accept-encoding' });
    const stream = await fetched('/stream');
    expect(stream.headers).toMatchObject({ etag: 'W/"1"', 'content-encoding': 'gzip' });
    expect(gunzipSync(stream.rawPayload).length).toBe(2 * text.length);
  });

  it('is neither a part, nor of an unknown type, nor short', async () => {
    for (const url of ['/part', '/bytes', '/short']) {
      expect((await fetched(url)).headers['content-encoding'], url).toBeUndefined();
    }
  });

  it('is cut where its source breaks: half of it is never taken for the whole', async () => {
    await expect(fetched('/broken')).rejects.toThrow();
  });
});
