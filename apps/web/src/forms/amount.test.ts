import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import {
  isUnclearAmount,
  shownAmount,
  steppedAmount,
  typedAmount,
  typedAmountOrRemark,
  typedInteger,
} from './amount.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({
  path: 'a',
  kind,
  label: { sr: 'А', en: 'A' },
  ...more,
});

describe('an amount', () => {
  it('is shown with its dots and comma, and nothing where there is none', () => {
    expect(['1234.50', '', undefined, null, 5].map(shownAmount)).toEqual(['1.234,50', '', '', '', '']);
  });

  it.each<[string, Partial<Field>, string]>([
    ['1.234,5', { kind: 'rsd' }, '1234.50'],
    [' 12 РСД ', { kind: 'rsd' }, '12.00'],
    ['12 %', { kind: 'percent' }, '12.00'],
    ['-5', { kind: 'rsd', signed: true }, '-5.00'],
    [' 1,234 ', { kind: 'rsd' }, '1,234'],
  ])('typed as %j in %j is %j', (typed, of, stored) => {
    expect(typedAmount(typed, field('rsd', of))).toBe(stored);
  });

  it('without a sign is not below zero', () => {
    expect(typedAmount('-5', field('rsd'))).not.toBe('-5.00');
  });

  it.each([
    ['1.200', '1200.00'],
    ['12 комада', '12 комада'],
    [' - ', ' - '],
    ['-5', '-5'],
    ['–', '–'],
    ['', ''],
  ])('or a remark: %j is %j', (typed, stored) => {
    expect(typedAmountOrRemark(typed, field('text'))).toBe(stored);
  });

  it('is unclear where a figure may mean two', () => {
    expect(isUnclearAmount('1,234', 'rsd')).toBe(true);
    expect(isUnclearAmount('1,234 РСД', 'rsd')).toBe(true);
    expect(isUnclearAmount('1.234,50', 'rsd')).toBe(false);
  });
});

it.each([
  ['12', 12],
  [' 12 ', 12],
  ['1.200', 1200],
  ['12.345.678', 12_345_678],
  ['999.999', 999_999],
  ['', undefined],
  ['  ', undefined],
  ['1.20', '1.20'],
  ['12a', '12a'],
  ['a12', 'a12'],
  [' 1,5 ', '1,5'],
])('a whole number typed as %j is %j', (typed, stored) => {
  expect(typedInteger(typed)).toBe(stored);
});

describe('a step', () => {
  it('is a thousand, for per cent five', () => {
    expect(steppedAmount(field('rsd'), '5000.00', 1)).toBe('6000.00');
    expect(steppedAmount(field('rsd'), '5000.00', -1)).toBe('4000.00');
    expect(steppedAmount(field('percent'), '50.00', 1)).toBe('55.00');
  });

  it('ends at the bounds of the field', () => {
    expect(steppedAmount(field('rsd'), '500.00', -1)).toBe('0.00');
    expect(steppedAmount(field('rsd', { signed: true }), '500.00', -1)).toBe('-500.00');
    expect(steppedAmount(field('percent'), '98.00', 1)).toBe('100.00');
    expect(steppedAmount(field('percent', { unbounded: true }), '98.00', 1)).toBe('103.00');
    expect(steppedAmount(field('rsd', { unbounded: true }), '999999.00', 1)).toBe('1000999.00');
    expect(steppedAmount(field('rsd'), '999999999999999.00', 1)).toBe('999999999999999.00');
  });
});
