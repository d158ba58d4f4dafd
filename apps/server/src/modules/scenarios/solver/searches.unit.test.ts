import { expect, it } from 'vitest';
import { isWithin, problemOf, sharePrices, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import type { Candidate } from '@pimis/domain/portfolio/scenario/types';
import { searches } from './searches.ts';

const COUNT = 60;

/** Needs of all sizes, half of which fit. */
const candidates = Array.from(
  { length: COUNT },
  (_, index): Candidate => ({
    code: `K${index}`,
    name: '',
    organizationName: '',
    sector: 1,
    phase: 3,
    mark: `${20 + ((index * 37) % 80)}.00`,
    worth: '1.00',
    needs: [{ year: 2027 + (index % 3), source: 'A', amount: `${100 + ((index * 7919) % 900)}.00` }],
    state: 'in',
    shift: 0,
  }),
);
const problem = problemOf(
  {
    candidates,
    ceilings: [2027, 2028, 2029].map((year) => ({ year, source: 'A', amount: '5000.00' })),
    committed: [],
  },
  'marks',
);

it('searches of other seeds find good choices within the ceilings', () => {
  const prices = sharePrices(problem.rows);
  const found = [...searches(problem, prices, { seconds: 1, first: 1, count: 8 })];
  const values = found.map((taken) => Number(valueOfChoice(problem, taken)));
  for (const taken of found) expect(isWithin(problem, taken)).toBe(true);
  expect(Math.min(...values) / Math.max(...values)).toBeGreaterThan(0.95);
  const [ninth] = searches(problem, prices, { seconds: 1, first: 9 });
  expect(ninth && isWithin(problem, ninth)).toBe(true);
});
