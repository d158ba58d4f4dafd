import { expect, it } from 'vitest';
import { reachesEnd } from './project-facts.ts';

const planUntil = (end: string) => ({
  implementationDates: { start: '2026-01-01', end },
  financialInfo: { activityList: [{ name: 'Радови', estimate: '1000.00' }] },
});
const report = (fulfilled: string) => ({
  id: 9,
  code: 'kvartalni',
  name: 'Квартални-2026-2',
  status: 1,
  input: { summary: { activities: [{ name: 'Радови', details: { physical: { activityFulfilled: fulfilled } } }] } },
});
const ends = (plans: ReturnType<typeof planUntil>[] | null, quarter: number, forms: ReturnType<typeof report>[] = []) =>
  reachesEnd({ plans, forms }, { year: 2026, quarter }, 9);

it.each([
  ['2026-06-30', 2, true],
  ['2026-07-01', 2, false],
  ['2026-07-01', 3, true],
  ['2026-03-31', 2, true],
])('a plan until %s ends by quarter %i: %s', (end, quarter, expected) => {
  expect(ends([planUntil(end)], quarter)).toBe(expected);
});

it('the plan in force counts, and once a report completes all work, no later quarter is awaited', () => {
  expect(ends([planUntil('2026-12-31'), planUntil('2026-06-30')], 2)).toBe(true);
  expect(ends([planUntil('2026-06-30'), planUntil('2026-12-31')], 2)).toBe(false);
  expect(ends([planUntil('2026-12-31')], 2, [report('100.00')])).toBe(true);
  expect(ends([planUntil('2026-12-31')], 2, [report('99.99')])).toBe(false);
  expect(ends(null, 2, [report('100.00')])).toBe(false);
});
