import { expect, test } from 'vitest';
import { numbersOf, quarterOfRow } from './rows.ts';

test('a quarter without a report or a value is left out of a chart, and a zero is drawn', () => {
  expect(numbersOf([{ value: '1.50' }, { value: null }, {}, { value: 0 }, { value: '0.00' }], 'value')).toEqual([
    1.5,
    null,
    null,
    0,
    0,
  ]);
});

test('a row has the quarter that its two numbers say, also where they are texts', () => {
  expect(quarterOfRow({ year: '2026', quarter: 3 })).toEqual({ year: 2026, quarter: 3 });
});
