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

describe('callers of the public', () => {
  it('find out by no statement more whether a project is withheld or does not exist', async () => {
    const hidden = await idOf(withheld);
    for (const root of ['/public/projects', '/public/en/projects', '/api/open-data/projects']) {
      const texts = async (id: string) =>
        (await queriesOf(() => server.app.inject({ url: `${root}/${id}` }))).map(({ text }) => text);
      expect(await texts(hidden)).toEqual(await texts(`${PREFIX}-2026-9999`));
    }
  });

  it('may ask from a page of others with tags of what they have', async () => {
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

  it('of one network share a limit over pages and calls; another network is not held up', async () => {
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
    const refused = await call('/public', '203.0.113.7');
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.headers['cache-control']).toBe('no-store');
    expect((await call('/public', '198.51.100.7')).statusCode).toBe(200);
    server.setNow(new Date('2026-04-02T13:00:00Z'));
  });
});

it('the examples stand in the documentation as on the page, and their addresses answer', async () => {
  await makeOpenDataFiles(server.jobs);
  const docs = readFileSync(DOCS, 'utf8');
  const { curl, python } = examplesFor('https://example.rs');
  expect(docs).toContain(curl);
  for (const line of python.split('\n')) expect(docs).toContain(line);
  const [, address = ''] = /'https:\/\/example\.rs([^']+)'/.exec(curl) ?? [];
  expect((await server.app.inject({ url: address })).statusCode).toBe(200);
  const csv = await server.app.inject({ url: '/api/open-data/projects.csv' });
  // What the example sums, as the table is read by the rules that it tells spreadsheets.
  const rows = parse<Record<string, string>>(csv.body, { columns: true });
  expect(rows.map(({ id }) => id)).toEqual([await idOf(shown)]);
  expect(rows.reduce((sum, { budget }) => sum + Number(budget || 0), 0)).toBeGreaterThan(0);
});
