import { expect, it } from 'vitest';
import type { BenchCall } from './calls.ts';
import type { Client } from './client.ts';
import { abreast, measureLine, warmUp } from './growth.ts';
import type { Seat } from './seats.ts';

const call = (name: string, path: string, main = false): BenchCall => ({ name, path, main, bare: null });

const seat = (projects: number, calls: readonly BenchCall[]): Seat => ({
  site: { projects, product: `http://of-${projects}` } as Seat['site'],
  login: 'local.user',
  headers: { authorization: `Bearer of ${projects}` },
  calls,
});

const SEATS = [
  seat(10, [call('list', 'projects', true)]),
  seat(1_000, [call('list', 'projects', true), call('project details', 'projects/B-7')]),
];

it('asks a call at every size at which somebody makes it, as they are signed in there', () => {
  expect(abreast(SEATS)).toEqual([
    {
      name: 'list',
      main: true,
      sizes: [
        { projects: 10, request: { url: 'http://of-10/api/projects', headers: { authorization: 'Bearer of 10' } } },
        {
          projects: 1_000,
          request: { url: 'http://of-1000/api/projects', headers: { authorization: 'Bearer of 1000' } },
        },
      ],
    },
    {
      name: 'project details',
      main: false,
      sizes: [
        {
          projects: 1_000,
          request: { url: 'http://of-1000/api/projects/B-7', headers: { authorization: 'Bearer of 1000' } },
        },
      ],
    },
  ]);
});

/** Answers each address from a table and records which addresses were requested together. */
const clientOf = (known: Readonly<Record<string, number>>) => {
  const requests: string[][] = [];
  const client: Client = {
    measure: async (calls) => {
      requests.push(calls.map(({ url }) => url));
      return calls.map(({ url }) => {
        const alone = known[url];
        return alone === undefined ? { failed: '503' } : { alone, together: null };
      });
    },
    end: async () => undefined,
  };
  return { requests, client };
};

it('measures all sizes of a line in one go, and keeps what belongs to which', async () => {
  const { requests, client } = clientOf({ 'http://of-10/api/projects': 1, 'http://of-1000/api/projects': 2 });
  const [list] = abreast(SEATS);
  const line = list && (await measureLine(client, 'local.user', list));
  expect(requests).toEqual([['http://of-10/api/projects', 'http://of-1000/api/projects']]);
  expect(line).toEqual({
    name: 'list',
    login: 'local.user',
    sizes: [
      { projects: 10, product: { alone: 1, together: null } },
      { projects: 1_000, product: { alone: 2, together: null } },
    ],
  });
});

it('ends where the product does not answer at a size', async () => {
  const { client } = clientOf({ 'http://of-10/api/projects': 1 });
  const [list] = abreast(SEATS);
  await expect(list && measureLine(client, 'local.user', list)).rejects.toThrow('list, local.user, 1000: 503');
});

it('warms up at all sizes with the main calls, and with any where there are none', async () => {
  const { requests, client } = clientOf({});
  await warmUp(client, SEATS);
  expect(requests).toEqual([['http://of-10/api/projects', 'http://of-1000/api/projects']]);
  await warmUp(client, [seat(10, [call('sorted', 'projects?sort')])]);
  expect(requests.slice(1)).toEqual([['http://of-10/api/projects?sort']]);
});
