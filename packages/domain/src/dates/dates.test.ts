import { describe, expect, it } from 'vitest';
import { addYear, days, formatDay, withPlainDays, isDay, months, nextQuarter, quarterEnd, quarterOf } from './dates.ts';

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
    expect(nextQuarter({ year: 2026, quarter: 4 })).toEqual({ year: 2027, quarter: 1 });
    expect(quarterEnd({ year: 2026, quarter: 1 })).toBe('2026-03-31');
    expect(formatDay('2026-02-05')).toBe('5.2.2026.');
    expect(withPlainDays('од 01.01.2023. до 1.2.2030')).toBe('од 1.1.2023. до 1.2.2030.');
  });
});
