import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, difference, type FirstPage } from './pages.ts';

const page = (codes: string[], total: number, atLeast = false): FirstPage => ({ codes, total, atLeast });

describe('a first page beside the product’s', () => {
  it('is the same with the same rows in the same order, and the same number', () => {
    expect(difference(page(['A', 'B'], 7), page(['A', 'B'], 7))).toBe('');
  });

  it('is distinguished by its first other row', () => {
    expect(difference(page(['A', 'B', 'C'], 7), page(['A', 'C', 'B'], 7))).toBe('other rows from the 2. on');
  });

  it('is distinguished by how many rows it has', () => {
    expect(difference(page(['A', 'B'], 2), page(['A'], 1))).toBe('1 rows instead of 2, 1 in all instead of 2');
  });

  it('counts more where the product counted no further', () => {
    expect(difference(page(['A'], 10_000, true), page(['A'], 12_345))).toBe('');
    expect(difference(page(['A'], 10_000, true), page(['A'], 10_000))).toBe('10000 in all instead of more than 10000');
  });
});

describe('those who are asked beside it', () => {
  const answers: Record<string, string> = {
    '/product': JSON.stringify(page(['A', 'B'], 2)),
    '/same': JSON.stringify(page(['A', 'B'], 2)),
    '/other': JSON.stringify(page(['B', 'A'], 2)),
  };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = answers[request.url ?? ''];
      response.statusCode = answer === undefined ? 500 : 200;
      response.end(answer ?? 'broken');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => server.close());
  const party = (name: string) => ({
    name,
    request: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`, headers: {} },
    read: (answer: unknown) => answer as FirstPage,
  });

  it('are measured when they answer, and reported with their reason when they do not', async () => {
    const { answering, notes } = await compare(party('product'), [party('same'), party('other'), party('none')]);
    expect(answering.map(({ name }) => name)).toEqual(['same', 'other']);
    expect(notes).toEqual([
      '2 rows of 2, the same: same',
      'other: other rows from the 1. on',
      'none does not answer: Error: 500 broken',
    ]);
  });
});
