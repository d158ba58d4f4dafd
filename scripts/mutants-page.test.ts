import { expect, test } from 'vitest';
import { findsTooFew } from './mutants/page.ts';

const file = (mutants: number, found: number) => ({ file: 'a.ts', mutants, found });

test('92 of 100 mutants have to fail a test', () => {
  expect(findsTooFew([file(100, 92)])).toBe(false);
  expect(findsTooFew([file(100, 91)])).toBe(true);
});

test('a file with few found ones is made good by the others of its folder', () => {
  expect(findsTooFew([file(43, 35), file(157, 149)])).toBe(false);
  expect(findsTooFew([file(43, 35), file(157, 148)])).toBe(true);
});

test('files without mutants lack nothing', () => {
  expect(findsTooFew([])).toBe(false);
  expect(findsTooFew([file(0, 0)])).toBe(false);
});
