import { expect, it } from 'vitest';
import { needsOf, projectNeeds } from './needs.ts';

const years = [
  { year: 2027, amount: '3.00' },
  { year: 2100, amount: '4.00' },
];
const needs = (fundingSources?: unknown, yearlyCosts: unknown = years) =>
  needsOf({ financialInfo: { yearlyCosts, fundingSources } }).map(({ year, source, amount }) => [year, source, amount]);
const whole = [
  [2027, '', '3.00'],
  [2100, '', '4.00'],
];

it('a year is needed as a whole where no source has a name and an amount', () => {
  expect(needs()).toEqual(whole);
  expect(needs([{ source: 'Буџет', localAmount: '0.00' }])).toEqual(whole);
  expect(needs([{ source: '', localAmount: '9.00' }, { localAmount: '9.00' }, 'no row'])).toEqual(whole);
});

it('the shares of a year add up to the year', () => {
  const sources = ['в', 'а', 'б'].map((source) => ({ source, localAmount: '1.00' }));
  expect(needs(sources, [{ year: 2027, amount: '100.00' }])).toEqual([
    [2027, 'а', '33.33'],
    [2027, 'б', '33.34'],
    [2027, 'в', '33.33'],
  ]);
  // One source in two rows is one.
  expect(
    needs([...sources.slice(0, 2), { source: 'а', localAmount: '2.00' }], [{ year: 2027, amount: '1.00' }]),
  ).toEqual([
    [2027, 'а', '0.75'],
    [2027, 'в', '0.25'],
  ]);
});

it('the share of a source without a name is needed from the named ones', () => {
  const sources = [
    { source: '', localAmount: '9.00' },
    { source: 'Буџет', localAmount: '1.00' },
  ];
  expect(needs(sources, [{ year: 2027, amount: '3.00' }])).toEqual([[2027, 'Буџет', '3.00']]);
});

it('a name is cut to the length of a ceiling', () => {
  expect(needs([{ source: 'я'.repeat(120), localAmount: '1.00' }])[0]?.[1]).toBe('я'.repeat(100));
});

it('years outside the fiscal years, and needs of nothing, are left out', () => {
  const odd = [1999, 2101, 'soon', 2027.5].map((year) => ({ year, amount: '1.00' }));
  expect(needs(undefined, [...odd, { year: 2000, amount: '2.00' }, { year: 2001, amount: 'x' }])).toEqual([
    [2000, '', '2.00'],
  ]);
});

it('a plan by its quarters, and not by yearly costs', () => {
  const plan = {
    financialInfo: { yearlyCosts: years },
    implementation: [
      {
        plan: [
          { year: 'soon', q1: { amount: '5.00' } },
          { year: 2029, q1: { amount: '100.00' }, q4: { amount: '0.01' } },
        ],
      },
      { plan: [{ year: 2029, q2: { amount: '0.01' } }] },
    ],
  };
  expect(needsOf(plan)).toEqual([{ year: 2029, source: '', amount: '100.02' }]);
  expect(needsOf({ ...plan, implementation: [] })).toEqual([]);
});

it('an amount beyond the range of its column is kept as the largest value', () => {
  const most = '999999999999999.99';
  expect(
    needs(undefined, [
      { year: 2027, amount: most },
      { year: 2027, amount: most },
    ]),
  ).toEqual([[2027, '', most]]);
});

it('the plan in force counts first, then the newest approved form with costs that is no plan', () => {
  const form = (formId: number, phaseStartedAt: string, ordinal: number, code = 'spremnost') => ({
    formId,
    code,
    phaseStartedAt,
    ordinal,
    values: { financialInfo: { yearlyCosts: [{ year: 2000 + formId, amount: '1.00' }] } },
  });
  const forms = [form(4, '2026-01', 9), form(1, '2026-02', 1), form(3, '2026-02', 2), form(2, '2026-02', 2)];
  const yearOf = (given: typeof forms) => projectNeeds(null, given).map(({ year, planned }) => [year, planned]);
  expect(yearOf(forms)).toEqual([[2003, false]]);
  expect(yearOf(forms.toReversed())).toEqual([[2003, false]]);
  expect(yearOf([form(1, '2026-01', 1), form(5, '2026-09', 1, 'plan'), form(6, '2026-09', 1, 'korekcija')])).toEqual([
    [2001, false],
  ]);
  const plan = { implementation: [{ plan: [{ year: 2030, q1: { amount: '7.00' } }] }] };
  expect(projectNeeds(plan, forms)).toEqual([{ year: 2030, source: '', amount: '7.00', planned: true }]);
  expect(projectNeeds(null, [])).toEqual([]);
});

it('years come in their order, whatever the order of the rows', () => {
  const given = [2030, 2027, 2029, 2028].map((year) => ({ year, amount: '1.00' }));
  expect(needs(undefined, given).map(([year]) => year)).toEqual([2027, 2028, 2029, 2030]);
});

it.each([
  ['the phase that began later', { phaseStartedAt: '2026-02', ordinal: 1, formId: 1 }],
  ['then the later number in the phase', { phaseStartedAt: '2026-01', ordinal: 2, formId: 1 }],
  ['then the later form', { phaseStartedAt: '2026-01', ordinal: 1, formId: 9 }],
])('the newest form is that of %s', (_, order) => {
  const form = (year: number, of: object) => ({
    code: 'ideja',
    values: { financialInfo: { yearlyCosts: [{ year, amount: '1.00' }] } },
    phaseStartedAt: '2026-01',
    ordinal: 1,
    formId: 5,
    ...of,
  });
  const [older, newer] = [form(2027, {}), form(2028, order)];
  for (const forms of [
    [older, newer],
    [newer, older],
  ]) {
    expect(projectNeeds(null, forms).map(({ year }) => year)).toEqual([2028]);
  }
});
