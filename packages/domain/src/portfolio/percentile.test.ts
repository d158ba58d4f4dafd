import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';

it.each([
  [0.5, [[3, 1]], 3],
  [
    0.5,
    [
      [1, 1],
      [2, 1],
    ],
    1.5,
  ],
  [
    0.5,
    [
      [1, 2],
      [10, 1],
    ],
    1,
  ],
  [
    0.9,
    [
      [0, 9],
      [100, 1],
    ],
    10,
  ],
  [
    1,
    [
      [4, 2],
      [7, 1],
    ],
    7,
  ],
] as const)('percentile %s of %j is %s', (share, values, expected) => {
  expect(percentile(values, share)).toBeCloseTo(expected, 9);
});

it('of nothing is unknown', () => {
  expect(percentile([], 0.5)).toBeNull();
});

it('is the interpolated value of the values written out one by one', () => {
  const counted = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    selector: ([value]) => value,
  });
  fc.assert(
    fc.property(counted, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const sorted = values.toSorted(([one], [other]) => one - other);
      const all = sorted.flatMap(([value, count]) => Array.from({ length: count }, () => value));
      const place = share * (all.length - 1);
      const [below = 0, above = 0] = [all[Math.floor(place)], all[Math.ceil(place)]];
      expect(percentile(sorted, share)).toBeCloseTo(below + (above - below) * (place % 1), 6);
    }),
  );
});
