import { expect, test } from 'vitest';
import { numbersOf } from './columns.ts';

test('a quarter without a report or a value is left out of a chart, and a zero is drawn', () => {
  expect(numbersOf([{ value: '1.50' }, { value: null }, {}, { value: 0 }, { value: '0.00' }], 'value')).toEqual([
    1.5,
    null,
    null,
    0,
    0,
  ]);
});
