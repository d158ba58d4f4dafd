import { describe, expect, it } from 'vitest';
import { isWrittenNumber, wholeNumber } from './number.ts';

describe('a number', () => {
  it('is written as people write one', () => {
    expect(['0', '5', '-5', '05', '999999999999999'].map(wholeNumber)).toEqual([0, 5, -5, 5, 999_999_999_999_999]);
    expect(['0', '-5', '2.50', '-1234.5'].every(isWrittenNumber)).toBe(true);
  });

  it('is no other notation that a program accepts', () => {
    const others = [
      '',
      ' ',
      ' 5',
      '5 ',
      '+5',
      '0x5',
      '0b1',
      '0o7',
      '1e1',
      '5.',
      '.5',
      '1_000',
      'Infinity',
      'NaN',
      '5\n',
      '٥',
    ];
    expect(others.filter(isWrittenNumber)).toEqual([]);
    expect([...others, '2.5', '1000000000000000'].map(wholeNumber).filter((value) => value !== null)).toEqual([]);
  });
});
