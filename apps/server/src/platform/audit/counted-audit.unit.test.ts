import { expect, it } from 'vitest';
import { getsRow } from './counted-audit.ts';

const told = (first: number) => Array.from({ length: 2_000 }, (_, index) => index + 1).filter((n) => getsRow(n, first));

it('gives a row to the first refusals, and then to each whose number has one more zero', () => {
  expect(told(1)).toEqual([1, 10, 100, 1_000]);
  expect(told(10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1_000]);
});
