import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addressOf, type Failed, type Measured, measure, measuresOn, OTHER, taken, warmsUp } from './measure.ts';

describe('before twenty clients are measured', () => {
  it('they warm up for 500 calls or 5 seconds, whatever comes first', () => {
    expect(warmsUp(24, 499, 1_000)).toBe(true);
    expect(warmsUp(25, 500, 1_000)).toBe(false);
    expect(warmsUp(1, 20, 4_999)).toBe(true);
    expect(warmsUp(1, 20, 5_000)).toBe(false);
  });
});

describe('an address', () => {
  it('is another at each call where it says so, and stays as it is where it does not', () => {
    const addresses = Array.from({ length: 2_500 }, () => addressOf(`/list?from=1${OTHER}${OTHER}`));
    expect(new Set(addresses).size).toBe(2_500);
    for (const address of addresses) expect(address).toMatch(/^\/list\?from=1[1-5]\d[1-5]\d$/);
    expect(addressOf('/list?from=1')).toBe('/list?from=1');
  });
});

describe('what is measured of twenty clients', () => {
  it('is at least 15 rounds, and 3 seconds', () => {
    expect(measuresOn(14, 280, 10_000)).toBe(true);
    expect(measuresOn(15, 300, 1_000)).toBe(true);
    expect(measuresOn(15, 300, 3_000)).toBe(false);
  });

  it('takes no longer than 30 seconds', () => {
    expect(measuresOn(2, 40, 29_999)).toBe(true);
    expect(measuresOn(2, 40, 30_000)).toBe(false);
  });
});

/** Answers this number of calls per path, and refuses later ones; records the paths in order. */
const answering = async (most: Readonly<Record<string, number>>) => {
  const had: Record<string, number> = {};
  const order: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    order.push(path);
    had[path] = (had[path] ?? 0) + 1;
    response.statusCode = had[path] <= (most[path] ?? 0) ? 200 : 503;
    response.end('body');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, had, order, requestOf: (path: string) => ({ url: `${address}${path}`, headers: {} }) };
};

describe('what one client waits', () => {
  it('is measured in turn, 100 times after 10 to warm up', async () => {
    const { server, order, requestOf } = await answering({ '/small': 1_000, '/large': 1_000 });
    const measured = await measure([requestOf('/small'), requestOf('/large')], false);
    server.close();
    expect(order).toEqual(Array.from({ length: 110 }, () => ['/small', '/large']).flat());
    for (const result of measured) expect('alone' in result && result.alone).toBeGreaterThan(0);
    expect(measured).toHaveLength(2);
  });
});

describe('what was measured', () => {
  it('is taken, and what was not ends the bench with its reason', () => {
    expect(taken({ alone: 1, together: null }, 'list')).toEqual({ alone: 1, together: null });
    expect(() => taken({ failed: '503 body' }, 'list')).toThrow('list: 503 body');
    expect(() => taken(undefined, 'list')).toThrow('list: nothing measured');
  });
});

describe('somebody who stops answering', () => {
  const reason = (result: Measured | Failed | undefined) => (result && 'failed' in result ? result.failed : null);

  it('alone is reported with the reason and asked no more, and the others are measured', async () => {
    const { server, had, requestOf } = await answering({ '/sound': 1_000, '/broken': 3 });
    const [sound, broken] = await measure([requestOf('/sound'), requestOf('/broken')], false);
    server.close();
    expect(reason(sound)).toBeNull();
    expect(reason(broken)).toContain('/broken: 503 body');
    expect(had['/broken']).toBe(4);
  });

  it('with twenty clients is reported with the reason, and soon asked by none of them', async () => {
    const { server, had, requestOf } = await answering({ '/broken': 100 });
    const [broken] = await measure([requestOf('/broken')], true);
    expect(reason(broken)).toContain('/broken: 503 body');
    server.close();
    expect(had['/broken']).toBeLessThanOrEqual(120);
  });
});
