import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { helpAssets, helpPages } from './help-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'pimis-manual-'));
const app = fastify();

beforeAll(async () => {
  for (const page of ['sr', 'sr/projects', 'en/forms/plan']) {
    mkdirSync(join(folder, page), { recursive: true });
    writeFileSync(join(folder, page, 'index.html'), `<title>${page}</title>`);
  }
  await helpAssets(app, '/help', folder);
  helpPages(app, '/help', folder);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['/help', '/help/sr/'],
  ['/help/projects?lang=sr-Cyrl', '/help/sr/projects/'],
  ['/help/projects/MOST-1/phases/3/forms/plan/id/8?lang=en', '/help/en/forms/plan/'],
  ['/help/projects/MOST-1?lang=sr-Latn', '/help/latin/project/'],
  ['/help/4', '/help/sr/phases/4/'],
  ['/help/6', '/help/sr/phases/13/'],
  ['/help/nowhere?lang=..', '/help/sr/'],
  ['/help//example.org', '/help/sr/'],
])('%s leads to %s', async (path, page) => {
  const answer = await app.inject(path);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, page]);
});

it('a page may run only its own scripts, and only the product may show it in a frame', async () => {
  const answer = await app.inject('/help/en/forms/plan/');
  expect([answer.statusCode, answer.body]).toEqual([200, '<title>en/forms/plan</title>']);
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
  );
  expect((await app.inject('/help/../../package.json')).statusCode).not.toBe(200);
});
