import { describe, expect, it } from 'vitest';
import { FIRST_PAGE } from '../../ui/DataTable/state.ts';
import { measuredAddress } from './measures.ts';

const filter = { ...FIRST_PAGE, filters: { search: 'пут' } };
const sums = { projects: 3, value: '10.00', spent: '0.00', late: 1 };
const filtersOf = (address: string | undefined) =>
  Object.fromEntries([...new URL(address ?? '', 'http://localhost').searchParams].filter(([name]) => name !== 'which'));

describe('a number of a group', () => {
  it('leads to the projects of the group and of the filter', () => {
    for (const measure of ['value', 'projects', 'spent'] as const) {
      expect(filtersOf(measuredAddress(measure, sums, filter, { phase: '2' }))).toEqual({
        'f.search': 'пут',
        'f.phase': '2',
      });
    }
  });

  it('of late projects leads to these alone', () => {
    expect(filtersOf(measuredAddress('late', sums, filter, { phase: '2' }))).toEqual({
      'f.search': 'пут',
      'f.phase': '2',
      'f.isPlanLate': 'true',
    });
  });

  it('of a year leads to its days within those of the filter', () => {
    const year = { 'createdDate-from': '2026-01-01', 'createdDate-to': '2026-12-31' };
    const within = (days: Record<string, string>) =>
      filtersOf(measuredAddress('value', sums, { ...FIRST_PAGE, filters: days }, year));
    expect(within({ 'createdDate-from': '2026-07-01' })).toEqual({
      'f.createdDate-from': '2026-07-01',
      'f.createdDate-to': '2026-12-31',
    });
    expect(within({ 'createdDate-from': '2020-05-01', 'createdDate-to': '2026-03-31' })).toEqual({
      'f.createdDate-from': '2026-01-01',
      'f.createdDate-to': '2026-03-31',
    });
  });

  it('of no project leads nowhere', () => {
    expect(measuredAddress('late', { ...sums, late: 0 }, filter, {})).toBeUndefined();
    expect(measuredAddress('value', { ...sums, projects: 0 }, filter, {})).toBeUndefined();
  });
});
