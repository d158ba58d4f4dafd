import { expect, it } from 'vitest';
import { inMillions, millionsText } from './millions.ts';

const text = (hundredths: bigint) => millionsText(hundredths, (value) => `${value} M`);

it('an amount is written in millions with two decimals', () => {
  expect(inMillions(123_456_789_00n)).toBe('123.46');
  expect([text(123_456_789_00n), text(1_000_000n)]).toEqual(['123.46 M', '0.01 M']);
});

it('nothing is written as nothing, and a little as less than the smallest figure', () => {
  expect([text(0n), text(1n), text(499_999n)]).toEqual(['0.00 M', '< 0.01 M', '< 0.01 M']);
});

it('a negative amount is no small one', () => {
  expect(text(-1n)).toBe('-0.00 M');
});
