import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convert,
  differs,
  divideRounded,
  formatAmount,
  fromHundredths,
  parseAmountInput,
  percentOf,
  toHundredths,
} from './decimal.ts';

describe('amounts', () => {
  it('are read as people type them', () => {
    expect(parseAmountInput('1.234.567,89')).toBe('1234567.89');
    expect(parseAmountInput('12.5')).toBe('125.00');
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
    expect(formatAmount('-1234.5')).toBe('-1.234,50');
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
});
