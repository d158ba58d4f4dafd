import { describe, expect, it } from 'vitest';
import {
  addYear,
  days,
  formatDay,
  isDay,
  isKeptYear,
  isMonth,
  months,
  nextQuarter,
  quarterEnd,
  quarterOf,
  quarterAt,
  quarterOrder,
  quarterStart,
  readDay,
  readMonth,
  withPlainDays,
} from './dates.ts';

describe('calendar days', () => {
  it('exist or do not', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(isDay('2027-02-29')).toBe(false);
    expect(isDay('2027-2-9')).toBe(false);
    expect(isDay('0000-01-01')).toBe(false);
  });

  it('are counted without summer time', () => {
    expect(days('2028-09-30', '2028-12-20')).toBe(81);
    expect(days('2026-03-28', '2026-03-30')).toBe(2);
    expect(days('2026-03-30', '2026-03-28')).toBe(-2);
  });

  it('have a next year, months and quarters', () => {
    expect(addYear('2028-02-29')).toBe('2029-02-28');
    expect(addYear('2027-03-01')).toBe('2028-03-01');
    expect(months('2026-02-02', '2028-09-30')).toBe(32);
    expect(quarterOf('2026-02-02')).toEqual({ year: 2026, quarter: 1 });
    expect(nextQuarter({ year: 2026, quarter: 1 })).toEqual({ year: 2026, quarter: 2 });
    expect(nextQuarter({ year: 2026, quarter: 4 })).toEqual({ year: 2027, quarter: 1 });
    expect([1, 2, 3, 4].map((quarter) => quarterEnd({ year: 2026, quarter }))).toEqual([
      '2026-03-31',
      '2026-06-30',
      '2026-09-30',
      '2026-12-31',
    ]);
    expect(formatDay('2026-02-05')).toBe('5.2.2026.');
    expect(withPlainDays('од 01.01.2023. до 1.2.2030')).toBe('од 1.1.2023. до 1.2.2030.');
  });

  it('order quarters without a gap between the years', () => {
    const last = { year: 2026, quarter: 4 };
    expect(quarterOrder(nextQuarter(last)) - quarterOrder(last)).toBe(1);
    expect(quarterOrder(last) - quarterOrder({ year: 2026, quarter: 1 })).toBe(3);
    expect(quarterAt(quarterOrder(last))).toEqual(last);
  });

  it.each([
    [202, '0202-01-01', '0202-12-31'],
    [0, '0001-01-01', '0001-12-31'],
    [-5, '0001-01-01', '0001-12-31'],
    [9999, '9999-01-01', '9999-12-31'],
    [20_267, '9999-01-01', '9999-12-31'],
    [1e300, '9999-01-01', '9999-12-31'],
    [2026.5, '2026-01-01', '2026-12-31'],
  ])('are those of a quarter in the year %d, whoever sent it', (year, start, end) => {
    expect([quarterStart({ year, quarter: 1 }), quarterEnd({ year, quarter: 4 })]).toEqual([start, end]);
  });

  it.each([
    ['0001-01-01', true],
    ['2026-12-31', true],
    ['2026-13-01', false],
    ['2026-00-10', false],
    [' 2026-12-31', false],
    ['2026-12-31T00', false],
    ['нема', false],
    ['', false],
    [['2026-12-31'], false],
    [20261231, false],
    [null, false],
  ])('%j is a day: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });

  it.each([
    ['2026-01', true],
    ['2026-09', true],
    ['2026-10', true],
    ['2026-12', true],
    ['2026-13', false],
    ['2026-00', false],
    ['2026-5', false],
    ['x2026-05', false],
    ['2026-05-01', false],
    [['2026-05'], false],
    [null, false],
  ])('%j is a month: %s', (text, expected) => {
    expect(isMonth(text)).toBe(expected);
  });

  it.each([
    ['1.3.2027.', '2027-03-01'],
    ['01.03.2027', '2027-03-01'],
    ['01. 03. 2027.', '2027-03-01'],
    ['12. 11. 2027', '2027-11-12'],
    [' 2027-03-01 ', '2027-03-01'],
    [' 1.3.2027 ', '2027-03-01'],
    ['29.2.2027.', null],
    ['1.3.27', null],
    ['1.3.2027..', null],
    ['у 1.3.2027', null],
    ['1.3.2027 у подне', null],
    ['1/3/2027', null],
    ['', null],
  ])('typed as %j it is %s', (typed, expected) => {
    expect(readDay(typed)).toBe(expected);
  });

  it.each([
    ['3.2027.', '2027-03'],
    ['3.2027', '2027-03'],
    ['03/2027', '2027-03'],
    ['12. 2027', '2027-12'],
    [' 3.2027 ', '2027-03'],
    [' 2027-03 ', '2027-03'],
    ['13.2027', null],
    ['3-2027', null],
    ['3.27', null],
    ['од 3.2027', null],
    ['3.2027 надаље', null],
    ['', null],
  ])('a month typed as %j is %s', (typed, expected) => {
    expect(readMonth(typed)).toBe(expected);
  });

  it('keep four digits of the year, early ones too', () => {
    expect(addYear('0998-05-04')).toBe('0999-05-04');
    expect(withPlainDays('01.02.2030 и 03.04.2030.')).toBe('1.2.2030. и 3.4.2030.');
  });
});

it.each([
  [1899, false],
  [1900, true],
  [2100, true],
  [2101, false],
  [2027.5, false],
])('stores quarterly figures of %d: %s', (year, kept) => {
  expect(isKeptYear(year)).toBe(kept);
});
