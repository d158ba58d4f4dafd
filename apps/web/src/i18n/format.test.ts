import { expect, test } from 'vitest';
import { dayOf, yearOf } from './format.ts';

test('a day and a year begin in Belgrade, in summer an hour earlier than in winter', () => {
  expect([dayOf('2026-12-31T22:59:59Z'), yearOf('2026-12-31T22:59:59Z')]).toEqual(['2026-12-31', 2026]);
  expect([dayOf('2026-12-31T23:00:00Z'), yearOf('2026-12-31T23:00:00Z')]).toEqual(['2027-01-01', 2027]);
  expect(dayOf('2026-06-30T22:00:00Z')).toBe('2026-07-01');
  expect(dayOf('2028-02-28T23:00:00Z')).toBe('2028-02-29');
});
