import { describe, expect, it } from 'vitest';
import { rereadOf } from './reread.ts';

const names = Array.from({ length: 500 }, (_, index) => ((index * 8_589_731) >>> 0).toString(16).padStart(8, '0'));
const day = (number: number) => new Date(number * 86_400_000 + 5_400_000);

describe('contents that are read again', () => {
  it('are all of them once in so many days of daily backups, and a part each day', () => {
    const seen = names.map(() => 0);
    for (let today = 20_000; today < 20_030; today += 1) {
      const isReread = rereadOf(day(today), day(today - 1), 30);
      const part = names.filter(isReread);
      expect(part.length).toBeLessThan(names.length / 10);
      for (const [index, name] of names.entries()) if (isReread(name)) seen[index] = (seen[index] ?? 0) + 1;
    }
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it('include those whose day had no backup', () => {
    const both = names.filter(rereadOf(day(20_007), day(20_005), 30));
    const each = [20_006, 20_007].flatMap((today) => names.filter(rereadOf(day(today), day(today - 1), 30)));
    expect(both.toSorted()).toEqual(each.toSorted());
    expect(names.filter(rereadOf(day(20_100), day(20_005), 30))).toEqual(names);
  });

  it('are all of them each time where one day is allowed', () => {
    expect(names.filter(rereadOf(day(20_000), day(20_000), 1))).toEqual(names);
  });
});
