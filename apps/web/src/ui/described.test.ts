import { expect, it } from 'vitest';
import { described } from './described.ts';

it('an input without a description elsewhere keeps that of the library', () => {
  expect([described(undefined), described('')]).toEqual([{}, {}]);
  expect(described('hint error')).toEqual({ attributes: { input: { 'aria-describedby': 'hint error' } } });
});
