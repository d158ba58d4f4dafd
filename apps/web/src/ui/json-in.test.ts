import { expect, it } from 'vitest';
import { jsonIn, objectIn } from './json-in.ts';

it('reads what the product has kept, and takes what another program wrote as nothing', () => {
  expect([jsonIn('[1]'), jsonIn('null'), jsonIn('{"a":'), jsonIn(null), jsonIn(undefined)]).toEqual([
    [1],
    null,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['{"a":1}', 'null', '7', 'abc', null].map(objectIn)).toEqual([{ a: 1 }, {}, {}, {}, {}]);
});
