import { expect, it } from 'vitest';
import { plainText } from '../../../testing/plain-text.ts';
import { FIRST_PAGE } from '../../../ui/DataTable/state.ts';
import { barsOf, everyYear, groupTable } from './groups.ts';

const group = (key: string) => ({ key, projects: 2, value: '5.00', spent: '1.00', late: 1 });

it('years without projects stand between those with some', () => {
  expect(everyYear([group('2020'), group('2023')])).toEqual([
    group('2020'),
    { key: '2021', projects: 0, value: '0.00', spent: '0.00', late: 0 },
    { key: '2022', projects: 0, value: '0.00', spent: '0.00', late: 0 },
    group('2023'),
  ]);
  expect(everyYear([])).toEqual([]);
});

const named = (key: string, more: object = {}) => ({
  ...group(key),
  label: `Група ${key}`,
  narrowed: { sector: key },
  ...more,
});

it('a bar leads to the projects of its group, where there are some', () => {
  const bars = barsOf([named('1'), named('2', { late: 0 })], 'late', ({ sector }) => `/by/${sector}`);
  expect(bars).toEqual([
    { key: '1', label: 'Група 1', value: 1, href: '/by/1' },
    { key: '2', label: 'Група 2', value: 0, href: undefined },
  ]);
});

it('the table has all measures of each group, and its address', () => {
  const { count, amount } = plainText.charts;
  const table = groupTable([named('1')], 'Сектор', plainText, { ...FIRST_PAGE, filters: { phase: '2' } });
  expect(table.head).toEqual([
    'Сектор',
    ...['projects', 'value', 'spent', 'late'].map((name) => `portfolioViews.measures.${name}`),
  ]);
  expect(table.rows).toEqual([['Група 1', count.full(2), amount.full(5), amount.full(1), count.full(1)]]);
  expect(table.hrefs).toEqual(['/projects?which=pending&f.phase=2&f.sector=1']);
});
