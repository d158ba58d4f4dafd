import { describe, expect, it } from 'vitest';
import { keepText, retainedOf, readKeep } from './backup-keep.ts';

const DAY_MS = 86_400_000;
const TODAY = new Date('2026-11-23T01:30:00Z').getTime();
/** One backup a day, the newest first. */
const daily = Array.from({ length: 500 }, (_, age) => ({ age, at: new Date(TODAY - age * DAY_MS) }));

const agesOf = (text: string, backups = daily) =>
  [...retainedOf(backups, readKeep(text) ?? { hours: 0, days: 0, weeks: 0, months: 0 })]
    .map(({ age }) => age)
    .toSorted((a, b) => a - b);

describe('which backups are kept', () => {
  it.each([
    ['14d,8w,12m', { hours: 0, days: 14, weeks: 8, months: 12 }],
    ['3m', { hours: 0, days: 0, weeks: 0, months: 3 }],
    ['6h,1d', { hours: 6, days: 1, weeks: 0, months: 0 }],
    [' 2w , 1d ', { hours: 0, days: 1, weeks: 2, months: 0 }],
  ])('%s is read', (text, keep) => expect(readKeep(text)).toEqual(keep));

  it.each(['', '14', 'd', '14d,14d', '0d', '-1d', '14y', '14d;8w', '99999d'])('%s is none', (text) =>
    expect(readKeep(text)).toBeNull(),
  );

  it('is the newest of each of the last days, weeks and months', () => {
    expect(agesOf('3d')).toEqual([0, 1, 2]);
    // 23 November 2026 is a Monday: the day before ends the week before.
    expect(agesOf('3w')).toEqual([0, 1, 8]);
    // The last days of October and September.
    expect(agesOf('3m')).toEqual([0, 23, 54]);
    expect(agesOf('2d,2w,2m')).toEqual([0, 1, 23]);
    expect(agesOf('14d,8w,12m')).toHaveLength(14 + 6 + 10);
  });

  it('is the newest of each of the last hours, and keepText gives back what is read', () => {
    const quarters = Array.from({ length: 20 }, (_, age) => ({ age, at: new Date(TODAY - age * 15 * 60_000) }));
    // 1:30, 0:45, 23:45 of the day before.
    expect(agesOf('3h', quarters)).toEqual([0, 3, 7]);
    const keep = { hours: 1, days: 2, weeks: 3, months: 4 };
    expect(readKeep(keepText(keep))).toEqual(keep);
  });

  it('counts days that have a backup, and keeps the newest in any case', () => {
    expect(
      agesOf(
        '2d',
        daily.filter(({ age }) => age > 300),
      ),
    ).toEqual([301, 302]);
    const twice = [...daily.slice(0, 2), { age: 0.1, at: new Date(TODAY - DAY_MS / 10) }];
    expect(agesOf('9d', twice)).toEqual([0, 0.1]);
    expect(retainedOf([], { hours: 0, days: 1, weeks: 0, months: 0 }).size).toBe(0);
  });
});
