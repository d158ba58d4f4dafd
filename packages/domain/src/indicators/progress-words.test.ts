import { expect, it } from 'vitest';
import { percentAbove, percentBehind, progressMark, progressSentence } from './progress-words.ts';

it.each([
  ['0.733', '26.7'],
  ['0.900', '10.0'],
  ['0.999', '0.1'],
  ['0.000', '100.0'],
  ['1.000', null],
  ['1.250', null],
  [null, null],
  ['неважеће', null],
  ['x0.733', null],
  ['0.7331', null],
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

it.each([
  ['0.950', '1.000', 'good'],
  ['0.949', '1.000', 'watch'],
  ['1.000', '0.949', 'watch'],
  ['0.900', '0.900', 'watch'],
  ['0.899', '1.200', 'bad'],
  ['1.200', '0.899', 'bad'],
  [null, '0.960', 'good'],
  ['0.910', '12.345', 'watch'],
  ['12.345', null, 'good'],
  ['0.910', null, 'watch'],
  [null, null, null],
])('SPI %s and CPI %s: the mark is %s', (spi, cpi, mark) => {
  expect(progressMark({ spi, cpi })).toBe(mark);
});

it.each([
  ['0.976', '0.979', 'Радови су 2,4\u00A0% иза плана, трошак 2,1\u00A0% изнад вредности изведеног.'],
  ['1.030', '1.250', 'Радови су 3,0\u00A0% испред плана, трошак 20,0\u00A0% испод вредности изведеног.'],
  ['1.000', '1.000', 'Радови теку по плану, а трошак одговара изведеном.'],
  ['0.000', null, 'Радови су 100,0\u00A0% иза плана, а ништа није плаћено.'],
  ['0.500', '0.000', 'Радови су 50,0\u00A0% иза плана, а плаћено је без изведених радова.'],
  [null, '0.500', 'По плану још није било радова, трошак 100,0\u00A0% изнад вредности изведеног.'],
])('SPI %s and CPI %s in words', (spi, cpi, sentence) => {
  expect(progressSentence({ spi, cpi })?.sr).toBe(sentence);
});

it('says nothing without any index', () => expect(progressSentence({ spi: null, cpi: null })).toBeNull());
