import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf } from './calendar.ts';
import { candidateChanges } from './changes.ts';
import { mergeScenario } from './merge.ts';
import { filledUp, isWithin, problemOf, quickChoice, valueOfChoice } from './problem.ts';
import { reasonsOf } from './reasons.ts';
import { searchedChoice } from './search.ts';
import type { Candidate, ScenarioData } from './types.ts';

const candidate = (code: string, needs: Record<number, string>, more: Partial<Candidate> = {}): Candidate => ({
  code,
  name: code,
  organizationName: '',
  sector: 1,
  phase: 0,
  mark: '50.00',
  worth: '100.00',
  needs: Object.entries(needs).map(([year, amount]) => ({ year: Number(year), source: 'A', amount })),
  state: 'in',
  shift: 0,
  ...more,
});
const ceiling = (year: number, amount: string) => ({ year, source: 'A', amount });

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

  it('of nothing is empty', () => {
    expect(calendarOf({ candidates: [], ceilings: [], committed: [] })).toMatchObject({ years: [], overFrom: null });
  });
});

describe('the problem of a scenario', () => {
  it('leaves what approved and must-have projects do not take, and names what they lack', () => {
    const data: ScenarioData = {
      candidates: [
        candidate('A', { 2027: '6.00' }, { state: 'must' }),
        candidate('B', { 2027: '5.00' }),
        candidate('C', { 2028: '5.00' }, { state: 'never' }),
      ],
      committed: [ceiling(2027, '1.00'), ceiling(2028, '9.00')],
      ceilings: [ceiling(2027, '10.00'), ceiling(2028, '8.00')],
    };
    const problem = problemOf(data, 'marks');
    expect(problem.rows.map(({ year, room }) => [year, room])).toEqual([
      [2027, 300n],
      [2028, 0n],
    ]);
    // What approved projects alone take too much bounds the others and is no fault of the choice.
    expect(problem).toMatchObject({ must: ['A'], short: [], fixedValue: 5000n, items: [{ code: 'B' }] });
    const tight = problemOf({ ...data, ceilings: [ceiling(2027, '6.99')] }, 'marks');
    expect(tight.short).toEqual([{ year: 2027, source: 'A', lacks: 1n }]);
  });

  it('bounds nothing where there is no ceiling', () => {
    const problem = problemOf({ candidates: [candidate('A', { 2027: '6.00' })], committed: [], ceilings: [] }, 'worth');
    expect([problem.rows, filledUp(problem, new Set())]).toEqual([[], new Set([0])]);
  });

  const scenarios = fc.array(
    fc.record({
      mark: fc.integer({ min: 20, max: 100 }),
      needs: fc.array(fc.tuple(fc.integer({ min: 2027, max: 2029 }), fc.integer({ min: 1, max: 60 })), {
        maxLength: 3,
      }),
    }),
    { maxLength: 30 },
  );

  it('is answered within every ceiling by a quick choice and by the search, which is never worse', () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 0, max: 200 }), (rows, room) => {
        const candidates = rows.map(({ mark, needs }, index) =>
          candidate(`K${index}`, Object.fromEntries(needs.map(([year, amount]) => [year, `${amount}.00`])), {
            mark: `${mark}.00`,
          }),
        );
        const ceilings = [2027, 2028, 2029].map((year) => ceiling(year, `${room}.00`));
        const problem = problemOf({ candidates, ceilings, committed: [] }, 'marks');
        const quick = quickChoice(problem);
        const searched = searchedChoice(problem, (step) => 1 - step / 30);
        expect([isWithin(problem, quick), isWithin(problem, searched)]).toEqual([true, true]);
        expect(valueOfChoice(problem, searched)).toBeGreaterThanOrEqual(valueOfChoice(problem, quick));
        // Who was left out does not fit any more.
        for (const { lacks } of reasonsOf(problem, searched)) expect(lacks.length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe('why a candidate was left out', () => {
  it('names what is lacking beside the chosen ones, and which of them alone would make room', () => {
    const problem = problemOf(
      {
        candidates: [
          candidate('A', { 2027: '6.00', 2028: '1.00' }, { mark: '90.00' }),
          candidate('B', { 2027: '4.00' }, { mark: '60.00' }),
          candidate('C', { 2027: '5.00', 2028: '2.00' }, { mark: '20.00' }),
        ],
        committed: [],
        ceilings: [ceiling(2027, '10.00'), ceiling(2028, '2.50')],
      },
      'marks',
    );
    expect(reasonsOf(problem, new Set([0, 1]))).toEqual([
      {
        code: 'C',
        lacks: [
          { year: 2027, source: 'A', amount: 500n },
          { year: 2028, source: 'A', amount: 50n },
        ],
        outweighedBy: ['A'],
      },
    ]);
  });
});

describe('changes since data was taken over', () => {
  it('are named by figure, from what to what', () => {
    const before = candidate('A', { 2027: '6.00', 2028: '1.00' });
    expect(candidateChanges(before, before)).toEqual([]);
    expect(candidateChanges(before, null)).toMatchObject([{ figure: 'gone' }]);
    expect(candidateChanges(before, candidate('A', { 2027: '7.00', 2029: '1.00' }, { mark: null }))).toEqual([
      { figure: 'mark', year: null, source: null, from: '50.00', to: null },
      { figure: 'need', year: 2027, source: 'A', from: '6.00', to: '7.00' },
      { figure: 'need', year: 2028, source: 'A', from: '1.00', to: null },
      { figure: 'need', year: 2029, source: 'A', from: null, to: '1.00' },
    ]);
  });
});

describe('two windows', () => {
  it('keep what was changed here and take the rest from what was saved there', () => {
    const row = (code: string, state: Candidate['state'] = 'in', shift = 0) => ({ code, state, shift });
    const base = {
      name: 'А',
      shared: false,
      goal: 'marks' as const,
      candidates: [row('A'), row('B'), row('C')],
      ceilings: [ceiling(2027, '1'), ceiling(2028, '2')],
    };
    const mine = {
      ...base,
      name: 'Моје',
      candidates: [row('A', 'out'), row('B')],
      ceilings: [ceiling(2027, '9'), ceiling(2029, '3')],
    };
    const theirs = {
      ...base,
      revision: 5,
      shared: true,
      candidates: [row('A', 'in', 2), row('B', 'must'), row('C'), row('D')],
      ceilings: [ceiling(2027, '1'), ceiling(2028, '2'), ceiling(2030, '4')],
    };
    expect(mergeScenario(base, mine, theirs)).toEqual({
      ...base,
      revision: 5,
      name: 'Моје',
      shared: true,
      candidates: [row('A', 'out', 2), row('B', 'must'), row('D')],
      ceilings: [ceiling(2027, '9'), ceiling(2030, '4'), ceiling(2029, '3')],
    });
  });
});
