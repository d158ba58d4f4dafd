import { expect, it } from 'vitest';
import { percentAbove, percentBehind } from './progress-words.ts';

it.each([
  ['0.733', '26.7'],
  ['0.900', '10.0'],
  ['0.999', '0.1'],
  ['0.000', '100.0'],
  ['1.000', null],
  ['1.250', null],
  [null, null],
  ['неважеће', null],
])('SPI %s: works are %s per cent behind', (spi, behind) => {
  expect(percentBehind(spi)).toBe(behind);
});

it.each([
  ['0.800', '25.0'],
  ['0.897', '11.5'],
  ['1.000', null],
  ['0.000', null],
  [null, null],
])('CPI %s: the cost is %s per cent above the value of the works', (cpi, above) => {
  expect(percentAbove(cpi)).toBe(above);
});
