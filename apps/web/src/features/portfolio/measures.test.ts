import { expect, it } from 'vitest';
import { hasMeasured, MEASURES } from './measures.ts';

it('a group without projects, or without late ones, has nothing to lead to', () => {
  const sums = { projects: 3, value: '10.00', spent: '0.00', late: 0 };
  expect(MEASURES.filter((measure) => hasMeasured(measure, sums))).toEqual(['value', 'projects', 'spent']);
  expect(MEASURES.filter((measure) => hasMeasured(measure, { ...sums, projects: 0, late: 1 }))).toEqual(['late']);
});
