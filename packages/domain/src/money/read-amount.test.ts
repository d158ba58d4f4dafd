import { expect, it } from 'vitest';
import { MAX_HUNDREDTHS } from './decimal.ts';
import { readAmount, readFigure } from './read-amount.ts';

it.each([
  ['1.234,56', 123_456n],
  [' 1,234.56 ', 123_456n],
  ['1.234', 123_400n],
  ['1.234.567', 123_456_700n],
  ['1.234.', 123_400n],
  ['1.234.567,', 123_456_700n],
  ['12,3', 1_230n],
  ['12 345', 1_234_500n],
  ['12 345,6', 1_234_560n],
  ['.125', 13n],
  ['00.125', 13n],
  ['0.124', 12n],
  ['-5', -500n],
  ['−5', -500n],
  ['– 5', -500n],
])('reads %s', (text, hundredths) => {
  expect(readAmount(text)).toEqual({ hundredths });
});

it.each([
  ['a comma before three digits is decimals here and thousands elsewhere', '1,234'],
  ['marks of both kinds between thousands', '1.234,567.890'],
  ['a first group of four digits', '1234.567.890'],
  ['a later group of four digits', '1.2345.678'],
  ['a zero before thousands', '0123.456'],
  ['more than two decimals of a whole number', '1234.5678'],
  ['spaces in other places than between thousands', '12 3 456'],
])('does not guess at %s', (_, text) => {
  expect(readAmount(text)).toBe('unclear');
});

it('distinguishes text without a figure, and an amount that is too large', () => {
  for (const text of ['', '-', '.', 'x5', '5x', '1−2']) expect(readAmount(text), text).toBe('nothing');
  const most = String(MAX_HUNDREDTHS / 100n);
  expect(readAmount(most)).toEqual({ hundredths: MAX_HUNDREDTHS - (MAX_HUNDREDTHS % 100n) });
  expect(readAmount(`${most}0`)).toBe('tooLarge');
});

it.each([
  ['1234', '', '1234', ''],
  ['-12,50', '-', '12', '50'],
  ['12.5', '', '12', '5'],
  ['1234.567', '', '1234', '567'],
  ['0.234', '', '0', '234'],
  ['1.2345', '', '1', '2345'],
  ['1.2', '', '1', '2'],
  ['12.345.678', '', '12345678', ''],
  ['123.456.789,01', '', '123456789', '01'],
  ['12,345,678', '', '12345678', ''],
  ['123,456,789.01', '', '123456789', '01'],
  ['12 345', '', '12345', ''],
  ['123 456,78', '', '123456', '78'],
  ['123 456.78', '', '123456', '78'],
])('a file or registry says %s', (text, sign, whole, decimals) => {
  expect(readFigure(text, 2)).toEqual({ sign, whole, decimals });
});

it.each(['1.234', '12,345', '123.456'])('%s may be thousands, unless three decimals are stored', (text) => {
  expect(readFigure(text, 2)).toBeNull();
  const [whole, decimals] = text.split(/[.,]/);
  expect(readFigure(text, 3)).toEqual({ sign: '', whole, decimals });
});

it.each([
  '',
  '--1',
  'x12',
  '12x',
  '1.2.3',
  '12.345.67',
  '1234.567.890',
  'x1.234.567',
  '1.234.567,8x',
  '1.234.567,8,9',
  '1,234,56',
  '1234,567,890',
  'x1,234,567',
  '1,234,567.8x',
  '1 23',
  '1234 567',
  'x1 234',
  '1 234,5x',
])('no figure: %s', (text) => {
  expect(readFigure(text, 2)).toBeNull();
});
