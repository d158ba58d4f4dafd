import { expect, it } from 'vitest';
import { codesOf, MOST_OPENED, toggled } from './opened-codes.ts';

const CODES = Array.from({ length: MOST_OPENED + 2 }, (_, index) => `P${index}`);

it('are opened and closed one by one', () => {
  expect(codesOf('')).toEqual([]);
  expect(toggled('', 'P1')).toBe('P1');
  expect(toggled('P1', 'P2')).toBe('P1,P2');
  expect(toggled('P1,P2', 'P1')).toBe('P2');
  expect(toggled('P1', 'P1')).toBe('');
});

it('are bounded: a link with more opens the last ones, and one more closes the first', () => {
  const written = CODES.join();
  expect(codesOf(written)).toEqual(CODES.slice(2));
  expect(toggled(written, 'P0')).toBe([...CODES.slice(3), 'P0'].join());
});
