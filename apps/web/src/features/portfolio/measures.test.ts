import { expect, it } from 'vitest';
import { plainText } from '../../testing/plain-text.ts';
import { formatOf, hasMeasured, MEASURES, measured, measureOf } from './measures.ts';

it('a group without projects, or without late ones, has nothing to lead to', () => {
  const sums = { projects: 3, value: '10.00', spent: '0.00', late: 0 };
  expect(MEASURES.filter((measure) => hasMeasured(measure, sums))).toEqual(['value', 'projects', 'spent']);
  expect(MEASURES.filter((measure) => hasMeasured(measure, { ...sums, projects: 0, late: 1 }))).toEqual(['late']);
});

it('a measure is read from an address, and written as an amount or a count', () => {
  expect(['late', 'projects', 'other', undefined].map(measureOf)).toEqual(['late', 'projects', 'value', 'value']);
  const sums = { projects: 3, value: '10.50', spent: '2.00', late: 1 };
  expect(MEASURES.map((measure) => measured(measure, sums))).toEqual([10.5, 3, 2, 1]);
  const { amount, count } = plainText.charts;
  expect(MEASURES.map((measure) => formatOf(measure, plainText))).toEqual([amount, count, amount, count]);
});
