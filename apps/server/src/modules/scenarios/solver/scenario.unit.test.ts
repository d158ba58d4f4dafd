import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarOf, valueOf } from '@pimis/domain/portfolio/scenario/calendar';
import { filledUp, problemOf } from '@pimis/domain/portfolio/scenario/problem';
import { type Candidate, GOALS, type ScenarioData } from '@pimis/domain/portfolio/scenario/types';
import { isThorough } from '../../../testing/thorough.ts';
import { solve } from './solve.ts';

/**
 * The choice of a proposal in a whole scenario, compared with all possible choices evaluated by the calendar on the
 * screen.
 */

const RUNS = isThorough ? 400 : 40;
const SOURCES = ['A', 'B'];

const amount = fc.integer({ min: 0, max: 9 }).map((tens) => `${tens}0.0${tens}`);
const cell = fc.record({ year: fc.integer({ min: 2027, max: 2029 }), source: fc.constantFrom(...SOURCES), amount });
const cells = (most: number) =>
  fc.uniqueArray(cell, { maxLength: most, selector: ({ year, source }) => `${year} ${source}` });
const candidate = fc.record({
  state: fc.constantFrom('in', 'out', 'in', 'out', 'must', 'never'),
  shift: fc.integer({ min: -1, max: 1 }),
  mark: fc.option(fc.integer({ min: 20, max: 100 }).map((points) => `${points}.00`)),
  worth: amount,
  needs: cells(4),
});
const scenarios = fc
  .record({ candidates: fc.array(candidate, { maxLength: 10 }), ceilings: cells(6), committed: cells(3) })
  .map(
    ({ candidates, ...rest }): ScenarioData => ({
      ...rest,
      candidates: candidates.map(
        (one, index): Candidate => ({
          ...one,
          code: `K${index}`,
          name: `Пројекат ${index}`,
          organizationName: '',
          sector: 1,
          phase: 3,
        }),
      ),
    }),
  );

/** The scenario in which exactly these free candidates are chosen. */
const choosing = (data: ScenarioData, codes: ReadonlySet<string>): ScenarioData => ({
  ...data,
  candidates: data.candidates.map((one) =>
    one.state === 'must' || one.state === 'never' ? one : { ...one, state: codes.has(one.code) ? 'in' : 'out' },
  ),
});

it('a proposal is the best of all choices that do not exceed a ceiling further', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, fc.constantFrom(...GOALS), async (data, goal) => {
      const problem = problemOf(data, goal);
      const free = data.candidates.filter(({ state }) => state === 'in' || state === 'out');
      // Approved and fixed projects may exceed a ceiling by themselves.
      const unavoidable = calendarOf(choosing(data, new Set())).over;
      const valueIn = (codes: ReadonlySet<string>) =>
        data.candidates
          .filter(({ code, state }) => state === 'must' || codes.has(code))
          .reduce((sum, one) => sum + valueOf(one, goal), 0n);
      let best = 0n;
      for (let choice = 0; choice < 2 ** free.length; choice += 1) {
        const codes = new Set(free.flatMap(({ code }, index) => ((choice >> index) & 1 ? [code] : [])));
        const value = valueIn(codes);
        if (value > best && calendarOf(choosing(data, codes)).over === unavoidable) best = value;
      }
      const solved = await solve(problem, { seconds: 60, onFound: () => undefined });
      const chosen = filledUp(problem, new Set(solved.taken));
      const codes = new Set([...chosen].flatMap((index) => problem.items[index]?.code ?? []));
      expect(solved.proven).toBe(true);
      expect(calendarOf(choosing(data, codes)).over).toBe(unavoidable);
      expect(valueIn(codes)).toBe(best);
      expect(solved.value + problem.fixedValue).toBe(best);
    }),
    { numRuns: RUNS },
  );
});
