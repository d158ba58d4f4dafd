import { describe, expect, it } from 'vitest';
import { isWorkingDay, orthodoxEaster } from './working-days.ts';

describe('working days', () => {
  it.each([
    [2000, '2000-04-30'],
    [2002, '2002-05-05'],
    [2004, '2004-04-11'],
    [2010, '2010-04-04'],
    [2013, '2013-05-05'],
    [2014, '2014-04-20'],
    [2018, '2018-04-08'],
    [2019, '2019-04-28'],
    [2021, '2021-05-02'],
    [2023, '2023-04-16'],
    [2024, '2024-05-05'],
    [2025, '2025-04-20'],
    [2026, '2026-04-12'],
    [2027, '2027-05-02'],
  ])('Easter of %i', (year, day) => {
    expect(orthodoxEaster(year)).toBe(day);
  });

  it.each([
    ['2026-03-02', true],
    ['2026-03-01', false],
    ['2026-02-28', false],
    ['2026-01-07', false],
    ['2026-11-11', false],
    ['2026-04-10', false],
    ['2026-04-13', false],
    ['2026-04-14', true],
  ])('%s: %s', (day, expected) => {
    expect(isWorkingDay(day)).toBe(expected);
  });

  it('moves a state holiday from Sunday to the next day that is none', () => {
    // 15 February 2026 is a Sunday, the 16th a holiday itself.
    expect(isWorkingDay('2026-02-17')).toBe(false);
    expect(isWorkingDay('2026-02-18')).toBe(true);
    expect(isWorkingDay('2023-01-03')).toBe(false);
    expect(isWorkingDay('2021-05-04')).toBe(false);
    expect(isWorkingDay('2021-05-05')).toBe(true);
    // 1 May 2026 is a Friday, the 2nd a Saturday: no holiday moves.
    expect(isWorkingDay('2026-05-04')).toBe(true);
    // Christmas does not move.
    expect(isWorkingDay('2024-01-08')).toBe(true);
  });
});
