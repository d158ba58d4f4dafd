import { expect, it } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { inPublicTime } from './public-time.ts';

const CALLER = { ip: '203.0.113.7' };
/** Callers of four networks. */
const from = (index: number) => ({ ip: `203.0.${index % 4}.7` });

it('computes the answers of a server one after another, independent of other servers', async () => {
  const [server, other] = [{} as Context, {} as Context];
  const begun: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const work = (name: string, until: Promise<unknown>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const first = inPublicTime(server, CALLER, work('first', gate.promise));
  const second = inPublicTime(server, CALLER, work('second', Promise.resolve()));
  expect(await inPublicTime(other, CALLER, work('other', Promise.resolve()))).toBe('other');
  expect(begun).toEqual(['first', 'other']);
  gate.resolve(undefined);
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

it('refuses callers behind more than two hundred others, with a time to come again', async () => {
  const server = {} as Context;
  const gate = Promise.withResolvers<undefined>();
  const waiting = Array.from({ length: 201 }, (_, index) => inPublicTime(server, from(index), () => gate.promise));
  await expect(inPublicTime(server, from(0), () => gate.promise)).rejects.toMatchObject({
    status: 'ServiceUnavailable',
    retryAfter: 5,
  });
  gate.resolve(undefined);
  await Promise.all(waiting);
});

it('lets a visitor wait for one call of each other network, not for all calls of one', async () => {
  const server = {} as Context;
  const gate = Promise.withResolvers<undefined>();
  const done: string[] = [];
  const call = (ip: string) =>
    inPublicTime(server, { ip }, async () => {
      await gate.promise;
      done.push(ip);
    });
  const crowd = Array.from({ length: 50 }, () => call('203.0.113.7'));
  const visitor = call('198.51.100.1');
  const lines = ['2001:db8::1', '2001:db8::2'].map(call);
  gate.resolve(undefined);
  await Promise.all([...crowd, visitor, ...lines]);
  // The IPv6 addresses of one line are one network.
  expect(done.slice(0, 5)).toEqual(['203.0.113.7', '203.0.113.7', '198.51.100.1', '2001:db8::1', '203.0.113.7']);
});
