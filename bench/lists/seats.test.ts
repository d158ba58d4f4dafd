import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seatAt } from './seats.ts';
import type { Site } from './site.ts';

/** Answers of the product by path; other paths answer 200 without content. */
const answers = new Map<string, { status: number; payload: unknown }>();
let server: Server;
let site: Site;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, payload } = answers.get(request.url?.split('?')[0] ?? '') ?? { status: 200, payload: null };
    response.statusCode = status;
    response.end(JSON.stringify({ payload }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = { product: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } as Site;
});
afterAll(() => server.close());
beforeEach(() => {
  answers.clear();
  answers.set('/api/login', { status: 200, payload: { accessToken: 'of admin' } });
});

it('has the calls that a role may make, those that fail otherwise too, and a project that it sees', async () => {
  answers.set('/api/projects/paged', { status: 200, payload: [{ code: 'B-7', sector: 9 }] });
  answers.set('/api/dashboard', { status: 500, payload: null });
  answers.set('/api/dashboard/tasks', { status: 403, payload: null });
  const { headers, calls } = await seatAt(site, 'admin', '');
  expect(headers).toEqual({ authorization: 'Bearer of admin' });
  const names = calls.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['list', 'dashboard']));
  expect(names).not.toContain('tasks');
  expect(calls.at(-1)).toMatchObject({ name: 'project details', path: 'projects/B-7' });
  expect(calls.find(({ name }) => name === 'filter sector')?.path).toMatch(/filter\[sector\]=9$/);
});

it('has those calls alone whose name has a part in it', async () => {
  expect((await seatAt(site, 'admin', 'header')).calls.map(({ name }) => name)).toEqual([
    'header search',
    'header search, a word of many',
    'header search, two words',
    'header search, a word and a place',
  ]);
});

it('opens no project where none is seen, and asks for some sector', async () => {
  const { calls } = await seatAt(site, 'admin', '');
  expect(calls.filter(({ name }) => name === 'project details')).toEqual([]);
  expect(calls.find(({ name }) => name === 'filter sector')?.path).toMatch(/filter\[sector\]=\d$/);
});

it('ends where nobody is signed in, or projects are not answered', async () => {
  answers.set('/api/projects/paged', { status: 500, payload: 'broken' });
  await expect(seatAt(site, 'admin', '')).rejects.toThrow('No page of projects: 500 {"payload":"broken"}');
  answers.set('/api/login', { status: 401, payload: null });
  await expect(seatAt(site, 'admin', '')).rejects.toThrow('admin is not signed in: 401');
});
