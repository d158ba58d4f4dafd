import { type Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { useServer } from '../../../testing/server.ts';
import type { ProjectPackage } from '../package.ts';
import { makeOpenDataFiles } from './making.ts';
import { readMaking } from './stored.ts';

const server = useServer();
const NAMES = ['projects.ndjson.gz', 'projects.csv', 'observations.csv', 'catalog.jsonld', 'feed.atom'];

async function get(name: string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({ url: `/api/open-data/${name}`, headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const day = (text: string) => server.setNow(new Date(`${text}T09:00:00Z`));
let life: ProjectDriver;

beforeAll(async () => {
  day('2026-04-02');
  life = await ProjectDriver.start(server, { type: 1 }, { name: '=Пројекат „1“, први' });
  await life.fillAndApprove();
  await life.fillAndApprove();
  day('2026-07-02');
  await life.fill();
  await life.quarter();
});

it('do not exist before they are made', async () => {
  for (const name of [...NAMES, 'other.txt']) expect((await get(name)).status).toBe(404);
});

it('contain the same data as the calls, in every format', async () => {
  await makeOpenDataFiles(server.jobs);
  expect(await readMaking(server.context.db)).toMatchObject({ projects: 1, problems: [], failedAt: null });
  const lines = gunzipSync((await get('projects.ndjson.gz')).bytes)
    .toString()
    .trim()
    .split('\n');
  const [own] = lines.map((line) => JSON.parse(line) as ProjectPackage);
  const id = own?.projects[0]?.id ?? '';
  const { body } = await server.app.inject({ url: `/api/open-data/projects/${id}` });
  expect(own).toEqual(JSON.parse(body));

  const table = (await get('projects.csv')).bytes;
  expect(table[0]).not.toBe(0xef);
  const rows = parse<Record<string, string>>(table, { columns: true });
  expect(rows).toEqual([
    expect.objectContaining({
      id,
      title: "'=Пројекат „1“, први",
      status: 'implementation',
      budget: '2110000000',
      spent: '1055000000',
      done_percent: '50',
      planned_end: '2026-09-30',
    }),
  ]);
  expect(parse((await get('observations.csv')).bytes)).toEqual([
    ['project', 'quarter', 'planned', 'actual'],
    [id, '2026-Q2', '1055000000', '1055000000'],
    [id, '2026-Q3', '1055000000', ''],
  ]);
  const catalogue = JSON.parse((await get('catalog.jsonld')).bytes.toString()) as {
    'dcat:dataset': { 'dcat:distribution': { '@id': string }[] };
  };
  const places = catalogue['dcat:dataset']['dcat:distribution'].map((one) => one['@id'].split('/').at(-1));
  expect(new Set(places)).toEqual(
    new Set(['feed.atom', 'observations.csv', 'projects', 'projects.csv', 'projects.ndjson.gz']),
  );
  const feed = (await get('feed.atom')).bytes.toString();
  expect(feed).toContain('<title>=Пројекат „1“, први</title>');
});

it('can be requested again by their ETag', async () => {
  const { headers } = await get('projects.csv');
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' });
  const again = await get('projects.csv', { 'if-none-match': String(headers.etag) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

it('are made again after a public change, and after no other', async () => {
  const keys = async () => {
    const rows = await server.context.db.selectFrom('open_data_files').select('storage_key').execute();
    return rows.map((row) => row.storage_key).toSorted();
  };
  const before = await keys();
  await life.act('reviewer', 4);
  await makeOpenDataFiles(server.jobs);
  expect(await keys()).toEqual(before);
  await server.call('admin', 'PUT', `projects/${life.code}/withholding`, { withheld: true, reason: 'Тајно.' });
  await makeOpenDataFiles(server.jobs);
  expect(await keys()).not.toEqual(before);
  expect(parse((await get('projects.csv')).bytes)).toHaveLength(1);
  // Somebody may still be reading a former file.
  for (const key of before) await text(await server.jobs.files.get(key));
});

it('are made again after a day, even if a clock years ahead has made them', async () => {
  const madeAt = async () => (await readMaking(server.context.db))?.madeAt?.toISOString().slice(0, 10);
  for (const next of ['2026-07-03', '2031-01-01', '2026-07-03']) {
    day(next);
    await makeOpenDataFiles(server.jobs);
    expect(await madeAt()).toBe(next);
  }
});

/** Ways in which a store fails: it is full, it does not answer, or somebody has removed a `.part`. */
const FAILURES: Record<string, (content: Readable) => Promise<unknown>> = {
  'at once': async () => undefined,
  'at its first byte': async (content) => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
    await pipeline(content, full);
  },
  'at its last byte': (content) => buffer(content),
};

describe('a failed attempt', () => {
  it.each(Object.keys(FAILURES))('%s at any of its files keeps the former ones and is reported', async (when) => {
    const before = (await get('projects.csv')).bytes;
    const told = { withheld: when !== 'at once', reason: 'Тајно или није.' };
    await server.call('admin', 'PUT', `projects/${life.code}/withholding`, told);
    const { files } = server.jobs;
    for (let failing = 1; failing <= NAMES.length; failing += 1) {
      let puts = 0;
      const put: typeof files.put = async (key, content, most) => {
        puts += 1;
        if (puts !== failing) return files.put(key, content, most);
        await FAILURES[when]?.(content);
        throw new ApiError('StorageUnavailable', { cause: new Error('the disk is full') });
      };
      const log = { ...server.jobs.log, error: () => undefined } as never;
      await makeOpenDataFiles({ ...server.jobs, files: { ...files, put }, log });
      const { failure, failedAt } = (await readMaking(server.context.db)) ?? {};
      expect([failing, failure, failedAt instanceof Date]).toEqual([failing, 'the disk is full', true]);
      expect((await get('projects.csv')).bytes).toEqual(before);
    }
    await makeOpenDataFiles(server.jobs);
    expect(await readMaking(server.context.db)).toMatchObject({ failure: null, projects: told.withheld ? 0 : 1 });
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from open_data_files`.execute(
      server.context.db,
    );
    expect(rows[0]?.count).toBe(NAMES.length);
    if (told.withheld) {
      const again = { withheld: false, reason: 'Није тајно.' };
      await server.call('admin', 'PUT', `projects/${life.code}/withholding`, again);
      await makeOpenDataFiles(server.jobs);
    }
  });
});
