import { expect, it } from 'vitest';
import { CATALOGUE } from '@pimis/contract/errors';

it('each answer of the catalogue has a number of its own', () => {
  const numbers = Object.values(CATALOGUE).map(({ code }) => code);
  expect(numbers.filter((code, index) => numbers.indexOf(code) !== index)).toEqual([]);
});
