import { expect, it } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { inPublicTime } from './public-time.ts';

it('makes the answers of a server one after the other, beside those of another server', async () => {
  const [server, other] = [{} as Context, {} as Context];
  const begun: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const work = (name: string, until: Promise<unknown>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const first = inPublicTime(server, work('first', gate.promise));
  const second = inPublicTime(server, work('second', Promise.resolve()));
  expect(await inPublicTime(other, work('other', Promise.resolve()))).toBe('other');
  expect(begun).toEqual(['first', 'other']);
  gate.resolve(undefined);
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

it('refuses who finds more than two hundred waiting, to come again', async () => {
  const server = {} as Context;
  const gate = Promise.withResolvers<undefined>();
  const waiting = Array.from({ length: 201 }, () => inPublicTime(server, () => gate.promise));
  await expect(inPublicTime(server, () => gate.promise)).rejects.toMatchObject({
    status: 'ServiceUnavailable',
    retryAfter: 5,
  });
  gate.resolve(undefined);
  await Promise.all(waiting);
});
