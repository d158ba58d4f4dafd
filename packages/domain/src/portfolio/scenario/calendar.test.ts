import { describe, expect, it } from 'vitest';
import { calendarOf, sourceOrder } from './calendar.ts';
import { candidate, ceiling } from './scenario-examples.ts';
import { type Candidate, shiftBounds } from './types.ts';

describe('the calendar of a scenario', () => {
  it('sums approved and chosen needs in the years to which they are moved, and says where they exceed a ceiling', () => {
    const calendar = calendarOf({
      candidates: [
        candidate('A', { 2027: '10.00', 2028: '0.01' }),
        candidate('B', { 2027: '5.00' }, { shift: 2, state: 'must', mark: null }),
        candidate('C', { 2027: '7.00' }, { state: 'out' }),
        candidate('D', {}, { state: 'in' }),
      ],
      committed: [ceiling(2028, '1.00')],
      ceilings: [ceiling(2027, '10.00'), ceiling(2028, '1.00')],
    });
    expect(
      [...calendar.cells.values()].map(({ year, committed, chosen, over }) => [year, committed, chosen, over]),
    ).toEqual([
      [2028, 100n, 1n, 1n],
      [2027, 0n, 1000n, 0n],
      [2029, 0n, 500n, 0n],
    ]);
    expect(calendar).toMatchObject({
      years: [2027, 2028, 2029],
      chosenCount: 3,
      marks: 10_000n,
      worth: 30_000n,
      withoutMark: 1,
      withoutNeeds: 1,
      over: 1n,
      overFrom: 2028,
    });
  });

  it('moves needs by twenty years at most, and none out of the fiscal years', () => {
    const bounds = (...years: number[]) => {
      const { least, most } = shiftBounds(candidate('A', Object.fromEntries(years.map((year) => [year, '1.00']))));
      return [least, most];
    };
    expect(bounds()).toEqual([-20, 20]);
    expect(bounds(2027, 2030)).toEqual([-20, 20]);
    expect(bounds(2020, 2080)).toEqual([-20, 20]);
    expect(bounds(2019, 2081)).toEqual([-19, 19]);
    expect(bounds(2100, 2000)).toEqual([0, 0]);
  });

  it('shows sources as forms order them, then others, the unnamed one last, and the years of those that are out', () => {
    const need = (year: number, source: string, amount: string) => ({ year, source, amount });
    const rows = ['', 'Б', 'А', 'Друго', 'Треће'].map((source) => need(2027, source, '1.00'));
    const calendar = calendarOf(
      {
        candidates: [candidate('A', {}, { needs: rows }), candidate('B', { 2029: '1.00' }, { state: 'out', shift: 1 })],
        committed: [],
        ceilings: [need(2028, 'Б', '1.00')],
      },
      ['Б', 'А'],
    );
    expect(calendar.sources).toEqual(['Б', 'А', 'Друго', 'Треће', 'A', '']);
    expect(calendar.years).toEqual([2027, 2028, 2029, 2030]);
    expect(calendar.cells.get('2030 A')).toEqual({
      year: 2030,
      source: 'A',
      committed: 0n,
      chosen: 0n,
      ceiling: null,
      over: 0n,
    });
    expect(sourceOrder(['в', 'а', 'б'], [])).toEqual(['а', 'б', 'в']);
  });

  it('is first above a ceiling in the earliest such year, in whatever order they come, and not below or at it', () => {
    const over = (...years: number[]) => {
      const calendar = calendarOf({
        candidates: [candidate('A', Object.fromEntries([2027, 2028, 2029].map((year) => [year, '2.00'])))],
        committed: [],
        ceilings: [2027, 2028, 2029].map((year) =>
          ceiling(year, years.includes(year) ? '1.00' : year === 2028 ? '3.00' : '2.00'),
        ),
      });
      return [calendar.overFrom, calendar.over];
    };
    expect([over(2029, 2028), over(2029), over(2027, 2029), over()]).toEqual([
      [2028, 200n],
      [2029, 100n],
      [2027, 200n],
      [null, 0n],
    ]);
    const late = calendarOf({
      candidates: [],
      committed: [ceiling(2029, '2.00'), ceiling(2027, '2.00'), ceiling(2028, '2.00')],
      ceilings: [ceiling(2027, '1.00'), ceiling(2028, '1.00'), ceiling(2029, '1.00')],
    });
    expect([late.overFrom, late.over]).toEqual([2027, 300n]);
  });

  it('keeps the needs of a plan in force where its correction is left out, and replaces them where it is chosen', () => {
    const running = (state: Candidate['state']) =>
      candidate(
        'A',
        { 2027: '3.00', 2028: '9.00' },
        { state, inForce: [ceiling(2027, '5.00'), ceiling(2029, '1.00')] },
      );
    const cellsWith = (state: Candidate['state']) =>
      [...calendarOf({ candidates: [running(state)], committed: [ceiling(2027, '1.00')], ceilings: [] }).cells.values()]
        .toSorted((a, b) => a.year - b.year)
        .map(({ year, committed, chosen }) => [year, committed, chosen]);
    for (const state of ['out', 'never'] as const)
      expect(cellsWith(state)).toEqual([
        [2027, 600n, 0n],
        [2028, 0n, 0n],
        [2029, 100n, 0n],
      ]);
    for (const state of ['in', 'must'] as const)
      expect(cellsWith(state)).toEqual([
        [2027, 100n, 300n],
        [2028, 0n, 900n],
        [2029, 0n, 0n],
      ]);
  });

  it('of nothing is empty', () => {
    expect(calendarOf({ candidates: [], ceilings: [], committed: [] })).toMatchObject({ years: [], overFrom: null });
  });

  it('is bounded where there is a ceiling, and not where there are needs alone', () => {
    const parts = { candidates: [candidate('A', { 2027: '1.00' })], committed: [] };
    expect(calendarOf({ ...parts, ceilings: [] }).isBounded).toBe(false);
    expect(calendarOf({ ...parts, ceilings: [ceiling(2027, '5.00')] }).isBounded).toBe(true);
  });
});
