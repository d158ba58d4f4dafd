import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { queriesOf } from '../../testing/query-recorder.ts';
import { useServer } from '../../testing/server.ts';
import { makeOpenDataFiles } from '../open-data/files/making.ts';
import { examplesFor } from './pages/about.ts';

const server = useServer();
const PREFIX = 'oc4ids-test01';
const DOCS = join(import.meta.dirname, '../../../../../docs/open-data.md');

let withheld: ProjectDriver;
let shown: ProjectDriver;
const idOf = async (life: ProjectDriver) => `${PREFIX}-${(await life.read()).number}`;

async function decided(): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  await life.commission(3, 1);
  return life;
}

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  shown = await decided();
  withheld = await decided();
  await server.call('admin', 'PUT', `projects/${withheld.code}/withholding`, { withheld: true, reason: 'Тајно.' });
});

describe('anonymous callers', () => {
  it('cannot distinguish by the queries a withheld project from a missing one', async () => {
    const hidden = await idOf(withheld);
    for (const root of ['/public/projects', '/public/en/projects', '/api/open-data/projects']) {
      const texts = async (id: string) =>
        (await queriesOf(() => server.app.inject({ url: `${root}/${id}` }))).map(({ text }) => text);
      expect(await texts(hidden)).toEqual(await texts(`${PREFIX}-2026-9999`));
    }
  });

  it('get the same cached page with foreign parameters', async () => {
    const statements = async (url: string) => {
      let body = '';
      const queries = await queriesOf(async () => {
        body = (await server.app.inject({ url })).body;
      });
      return { body, count: queries.length };
    };
    for (const [url, params] of [
      ['/public', ['?fbclid=1', '?map=worth&utm_source=x', '?map=anything']],
      ['/public/projects', ['?utm_source=x', '?page=1&x=2', '?text=&sector=']],
      [`/public/projects/${await idOf(shown)}`, ['?a=1', '?map=number']],
      ['/public/en/about', ['?a=1']],
    ] as const) {
      const first = await statements(url);
      for (const query of params) {
        const again = await statements(url + query);
        if (!query.includes('page=1')) expect([query, again.count]).toEqual([query, 1]);
        expect(again.body).toBe(first.body);
      }
    }
  });

  it('get 404 for a missing part of the sitemap, no matter how large its number', async () => {
    for (const part of ['429496', '429497', '999999', '9999999', '-1', 'x']) {
      const answer = await server.app.inject({ url: `/public/sitemap-${part}.xml` });
      expect([part, answer.statusCode]).toEqual([part, 404]);
    }
  });

  it('may send requests with an ETag from pages of other sites', async () => {
    const answer = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/open-data/projects',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'if-none-match, if-modified-since',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const other = await server.app.inject({ method: 'OPTIONS', url: '/api/projects' });
    expect(other.statusCode).toBe(404);
  });

  it('in one network share a limit for pages and calls; other networks are not affected', async () => {
    server.setNow(new Date('2026-04-02T12:00:00Z'));
    const call = (url: string, address: string) =>
      server.app.inject({ url, headers: { 'x-forwarded-for': address }, remoteAddress: '127.0.0.1' });
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      for (const url of ['/public/projects', '/api/open-data']) {
        statuses.push((await call(url, '203.0.113.7')).statusCode);
      }
    }
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(120)).toEqual([429, 429]);
    for (const [url, title] of [
      ['/public', 'Тренутно је велика гужва'],
      ['/public/lat/projects', 'Trenutno je velika gužva'],
      ['/public/en/about', 'Too many visitors'],
    ] as const) {
      const refused = await call(url, '203.0.113.7');
      expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
        429,
        '60',
        'no-store',
      ]);
      // Browsers show the answer, so it is a page and not the envelope.
      expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(refused.body).toContain(`<h1>${title}</h1>`);
    }
    expect((await call('/api/open-data', '203.0.113.7')).json()).toMatchObject({
      status: { name: 'RequestLimitReached' },
    });
    expect((await call('/public', '198.51.100.7')).statusCode).toBe(200);
    server.setNow(new Date('2026-04-02T13:00:00Z'));
  });
});

it('the examples are the same in the documentation and on the page, and their URLs answer', async () => {
  await makeOpenDataFiles(server.jobs);
  const docs = readFileSync(DOCS, 'utf8');
  const { curl, python } = examplesFor('https://example.rs');
  expect(docs).toContain(curl);
  for (const line of python.split('\n')) expect(docs).toContain(line);
  const [, address = ''] = /'https:\/\/example\.rs([^']+)'/.exec(curl) ?? [];
  // None of these projects is being realized.
  expect((await server.app.inject({ url: address })).statusCode).toBe(204);
  const csv = await server.app.inject({ url: '/api/open-data/projects.csv' });
  // Computes the sum of the example from the table, by the documented rules for spreadsheets.
  const rows = parse<Record<string, string>>(csv.body, { columns: true });
  expect(rows.map(({ id }) => id)).toEqual([await idOf(shown)]);
  expect(rows.reduce((sum, { budget }) => sum + Number(budget || 0), 0)).toBeGreaterThan(0);
});
