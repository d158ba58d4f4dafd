import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convert,
  differs,
  divideRounded,
  ENGLISH_MARKS,
  formatAmount,
  fromHundredths,
  isShownExactly,
  MAX_HUNDREDTHS,
  percentOf,
  stepAmount,
  sumHundredths,
  toHundredths,
  toRate,
  totalHundredths,
} from './decimal.ts';
import { parseAmountInput, readAmount, readWrittenAmount, signedOrZero } from './read-amount.ts';

describe('amounts in files', () => {
  const byNumber = (value: bigint) => Number(fromHundredths(value)).toFixed(2) === fromHundredths(value);

  it('are those that a number shows as they are', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_HUNDREDTHS, max: MAX_HUNDREDTHS }), (value) => {
        fc.pre(isShownExactly(value));
        expect(byNumber(value)).toBe(true);
      }),
    );
  });

  it('have decimals below 2^46, and none from it on', () => {
    const bound = 2n ** 46n * 100n;
    expect([bound - 1n, 1n - bound, bound, bound + 100n, MAX_HUNDREDTHS].every(isShownExactly)).toBe(true);
    expect([bound + 1n, -bound - 1n, MAX_HUNDREDTHS - 1n, MAX_HUNDREDTHS + 100n].map(isShownExactly)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(byNumber(MAX_HUNDREDTHS - 1n)).toBe(false);
  });
});

describe('amounts', () => {
  it('are read as people type them', () => {
    expect(parseAmountInput('1.234.567,89')).toBe('1234567.89');
    expect(parseAmountInput('12.5')).toBe('12.50');
    expect(parseAmountInput('1.234,567')).toBe('1234.57');
    expect(parseAmountInput('abc')).toBe('0.00');
    expect(parseAmountInput('')).toBe('0.00');
    expect(parseAmountInput('-5')).toBe('0.00');
    expect(parseAmountInput('-5', { signed: true })).toBe('-5.00');
    expect(parseAmountInput('999.999.999.999.999')).toBe('999999999999999.00');
    expect(parseAmountInput('1000000000000000')).toBeNull();
  });

  it('are shown with dots and a comma, and read back the same', () => {
    expect(formatAmount('2109600000.00')).toBe('2.109.600.000,00');
    expect(formatAmount('-1234.5')).toBe('−1.234,50');
    expect(formatAmount('-1234567.5', ENGLISH_MARKS)).toBe('−1,234,567.50');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999_900n }), (value) => {
        expect(parseAmountInput(formatAmount(fromHundredths(value)))).toBe(fromHundredths(value));
      }),
    );
  });

  it('are divided with halves away from zero, never through a float', () => {
    expect(divideRounded(5n, 2n)).toBe(3n);
    expect(divideRounded(-5n, 2n)).toBe(-3n);
    expect(divideRounded(1n, 0n)).toBeNull();
    expect(convert('2109600000.00', '117.2000')).toBe('18000000.00');
    expect(convert('2344000001.18', '117.2000')).toBe('20000000.01');
    expect(percentOf(toHundredths('492240000.00'), toHundredths('2109600000.00'))).toBe('23.33');
  });

  it('differ by more than a hundredth', () => {
    expect(differs(100n, 101n)).toBe(false);
    expect(differs(100n, 102n)).toBe(true);
  });

  it.each([
    ['0', 0n],
    ['1', 100n],
    ['1.5', 150n],
    ['-1.05', -105n],
    ['999999999999999.99', 99_999_999_999_999_999n],
    ['1000000000000000.00', null],
    ['1.005', null],
    ['.50', null],
    ['1.', null],
    ['+1', null],
    ['1,50', null],
    ['x1.00', null],
    ['1.00 ', null],
    ['', null],
    [1, null],
    [null, null],
  ])('%j counts as %s hundredths', (text, expected) => {
    expect(toHundredths(text)).toBe(expected);
  });

  it.each([
    ['1000000000000000.00', 100_000_000_000_000_000n],
    [`-${'9'.repeat(30)}.10`, -BigInt(`${'9'.repeat(30)}10`)],
    ['9'.repeat(31), null],
    ['x1.00', null],
    ['1.00x', null],
  ])('a total of %s may be beyond every amount: %s', (text, expected) => {
    expect(totalHundredths(text)).toBe(expected);
  });

  it.each([
    [-1n, '-0.01'],
    [0n, '0.00'],
    [5n, '0.05'],
    [-12_345n, '-123.45'],
  ])('%s hundredths are written %s', (value, text) => {
    expect(fromHundredths(value)).toBe(text);
  });

  it.each([
    [7n, 2n, 4n],
    [-7n, 2n, -4n],
    [7n, -2n, -4n],
    [-7n, -2n, 4n],
    [4n, 3n, 1n],
    [5n, 3n, 2n],
    [5n, -3n, -2n],
    [0n, -3n, 0n],
  ])('%s divided by %s is %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });

  it.each([
    ['117.2000', 1_172_000n],
    ['1.5', 15_000n],
    ['117', null],
    ['117.20001', null],
    ['x117.2', null],
    ['117.2 ', null],
    ['12345678901.0', null],
    [117.2, null],
  ])('a rate of %j is %s ten-thousandths', (text, expected) => {
    expect(toRate(text)).toBe(expected);
  });

  it('are converted and shared only where both sides are known', () => {
    expect(convert('нема', '117.2000')).toBeNull();
    expect(convert('1.00', 'нема')).toBeNull();
    expect(convert('1.00', '0.0000')).toBeNull();
    expect(percentOf(null, 100n)).toBeNull();
    expect(percentOf(100n, null)).toBeNull();
    expect(percentOf(100n, 0n)).toBeNull();
    expect(percentOf(1n, 3n)).toBe('33.33');
  });

  it('are summed without values that are not amounts', () => {
    expect(sumHundredths(['1.10', 'н/п', undefined, '-0.05'])).toBe(105n);
  });

  it('differ alike in both directions', () => {
    expect(differs(101n, 100n)).toBe(false);
    expect(differs(102n, 100n)).toBe(true);
  });

  it.each([
    ['0,005', '0.01'],
    ['0,0049', '0.00'],
    [',5', '0.50'],
    [',', '0.00'],
    ['-', '0.00'],
    ['7,', '7.00'],
    ['1 234,5', '1234.50'],
    ['x1', '0.00'],
    ['1x', '0.00'],
    ['999999999999999,00', '999999999999999.00'],
    ['999999999999999,01', null],
  ])('typed as %j they are %s', (typed, expected) => {
    expect(parseAmountInput(typed, { signed: true })).toBe(expected);
  });

  it.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234,567.89', '1234567.89'],
    ['1.234.567,89', '1234567.89'],
    ['1,234,567', '1234567.00'],
    ['1.234.567', '1234567.00'],
    ['1234567.89', '1234567.89'],
    ['1 234 567.89', '1234567.89'],
    ['1\u00a0234\u202f567,89', '1234567.89'],
    ['1.234', '1234.00'],
    ['1000.5', '1000.50'],
    ['.5', '0.50'],
    ['0.005', '0.01'],
    ['0,123', '0.12'],
    ['12,3456', '12.35'],
    ['1.2345,00', '12345.00'],
    ['1.234.', '1234.00'],
    ['-1,234.50', '-1234.50'],
  ])('in either notation, %j is %s', (typed, expected) => {
    expect(parseAmountInput(typed, { signed: true })).toBe(expected);
    expect(readWrittenAmount(typed)).toBe(expected);
  });

  it.each([
    '1,234',
    '-1,234',
    '1,2,3',
    '12.34.56',
    '1000.000',
    '12.3456',
    '10 20',
    '1.000, 50',
    '1,23.456,7',
    '1.3.2027.',
  ])('that may mean several amounts are not read: %j', (typed) => {
    expect(readAmount(typed)).toBe('unclear');
    expect(parseAmountInput(typed)).toBeNull();
    expect(readWrittenAmount(typed)).toBeNull();
  });

  it.each([
    ['1.000', '1000.00'],
    ['1.000,50', '1000.50'],
    ['1000', '1000.00'],
    [' -12.345.678,9 ', '-12345678.90'],
    ['12.345', '12345.00'],
    ['1000,', '1000.00'],
    ['1.00', '1.00'],
    ['1.000.00', null],
    ['1000.000', null],
    ['око 1.000', null],
    ['1.000 дин', null],
    ['н/п', null],
  ])('a cell of %j says %s', (text, expected) => {
    expect(readWrittenAmount(text)).toBe(expected);
  });

  it.each([
    ['-5.00', false, '0.00'],
    ['-5.00', true, '-5.00'],
    ['5.00', false, '5.00'],
    [null, false, null],
  ])('%s, signed %s, counts as %s', (amount, signed, expected) => {
    expect(signedOrZero(amount, signed)).toBe(expected);
  });

  it('step within their bounds', () => {
    expect(stepAmount('1.00', 100n)).toBe('2.00');
    expect(stepAmount(undefined, 100n)).toBe('1.00');
    expect(stepAmount('0.50', -100n)).toBe('0.00');
    expect(stepAmount('0.50', -100n, { min: -100n })).toBe('-0.50');
    expect(stepAmount('99.50', 100n, { max: 10_000n })).toBe('100.00');
    expect(stepAmount('999999999999999.00', 1n)).toBe(fromHundredths(MAX_HUNDREDTHS));
  });

  it.each([
    ['0', '0,00'],
    ['-0.5', '−0,50'],
    ['999', '999,00'],
    ['1000', '1.000,00'],
    ['нема', 'нема'],
  ])('%s is shown as %s', (amount, shown) => {
    expect(formatAmount(amount)).toBe(shown);
  });
});
