import { describe, expect, it } from 'vitest';
import { calendarOf, needsByYear } from './calendar.ts';
import { candidate, ceiling } from './scenario-examples.ts';
import { plannedStart, type YearAmount } from './types.ts';
import { yearsUnderCeilings } from './years.ts';

const amount = (year: number, source: string, of: string): YearAmount => ({ year, source, amount: of });
const yearsOf = (committed: YearAmount[], ceilings: YearAmount[]) =>
  yearsUnderCeilings(calendarOf({ candidates: [], committed, ceilings }));

describe('the years of a scenario under its ceilings', () => {
  it('have the remainder of the ceilings, or the excess with its source: one source does not pay for another', () => {
    const needs = [amount(2027, 'Буџет', '9.00'), amount(2027, 'Зајам', '2.00')];
    expect(yearsOf(needs, [amount(2027, 'Буџет', '10.00'), amount(2027, 'Зајам', '2.00')])).toEqual([
      { year: 2027, need: 1100n, ceiling: 1200n, unbounded: 0n, free: 100n, over: 0n, overSources: [] },
    ]);
    expect(yearsOf(needs, [amount(2027, 'Буџет', '10.00'), amount(2027, 'Зајам', '1.50')])).toEqual([
      { year: 2027, need: 1100n, ceiling: 1150n, unbounded: 0n, free: 100n, over: 50n, overSources: ['Зајам'] },
    ]);
  });

  it('show the need that no ceiling bounds, and have no ceiling where none is set', () => {
    const needs = [amount(2027, 'Буџет', '9.00'), amount(2027, 'Зајам', '2.00'), amount(2029, 'Зајам', '1.00')];
    expect(yearsOf(needs, [amount(2027, 'Буџет', '10.00')])).toEqual([
      { year: 2027, need: 1100n, ceiling: 1000n, unbounded: 200n, free: 100n, over: 0n, overSources: [] },
      { year: 2028, need: 0n, ceiling: null, unbounded: 0n, free: 0n, over: 0n, overSources: [] },
      { year: 2029, need: 100n, ceiling: null, unbounded: 100n, free: 0n, over: 0n, overSources: [] },
    ]);
  });
});

it('the need of a year under its ceilings is that of approved and chosen projects together', () => {
  const calendar = calendarOf({
    candidates: [candidate('A', { 2027: '2.00' })],
    committed: [ceiling(2027, '3.00')],
    ceilings: [ceiling(2027, '6.00')],
  });
  expect(yearsUnderCeilings(calendar)).toMatchObject([{ year: 2027, need: 500n, free: 100n, over: 0n }]);
});

describe('the needs of a candidate by year', () => {
  const needs = [amount(2029, 'Зајам', '1.00'), amount(2028, 'Буџет', '3.00'), amount(2029, 'Буџет', '2.50')];

  it('are those of all sources, in the years to which it is moved', () => {
    expect(needsByYear({ needs, shift: -1 })).toEqual([
      { year: 2027, amount: 300n },
      { year: 2028, amount: 350n },
    ]);
  });

  it('begin in their first year, and in none without needs', () => {
    expect(plannedStart({ needs })).toBe(2028);
    expect(plannedStart({ needs: [] })).toBeNull();
  });
});
