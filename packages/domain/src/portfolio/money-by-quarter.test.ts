import { expect, it } from 'vitest';
import { keptQuarter, moneyByQuarter } from './money-by-quarter.ts';

const activity = (...plan: unknown[]) => ({ activity: { name: 'Радови' }, plan });
const report = (name: string, ...expenses: string[]) => ({
  name,
  values: { summary: { activities: expenses.map((realExpense) => ({ details: { financial: { realExpense } } })) } },
});

it('amounts of the plan and of the reports, quarter by quarter', () => {
  const plan = {
    implementationDates: { end: '2027-03-31' },
    implementation: [
      activity({ year: 2027, q1: { amount: '5.00' } }, { year: 2026, q4: { amount: '1.50' }, q3: { amount: '0.00' } }),
      activity({ year: 2026, q4: { amount: '2.00' } }),
    ],
  };
  expect(
    moneyByQuarter(plan, [report('Квартални-2026-4', '1.00', '0.25'), report('Квартални-2026-2', '3.00')]),
  ).toEqual({
    quarters: [
      { year: 2026, quarter: 2, planned: '0.00', spent: '3.00' },
      { year: 2026, quarter: 4, planned: '3.50', spent: '1.25' },
      { year: 2027, quarter: 1, planned: '5.00', spent: '0.00' },
    ],
    plannedEnd: '2027-03-31',
    spent: '4.25',
  });
});

it('quarters are in the order of time, whatever the order of activities and reports', () => {
  const years = (...of: number[]) => of.map((year) => activity({ year, q1: { amount: '1.00' } }));
  const { quarters } = moneyByQuarter({ implementation: years(2028, 2026, 2027) }, [
    report('Квартални-2025-2', '1.00'),
    report('Квартални-2025-1', '1.00'),
  ]);
  expect(quarters.map(({ year, quarter }) => `${year}-${quarter}`)).toEqual([
    '2025-1',
    '2025-2',
    '2026-1',
    '2027-1',
    '2028-1',
  ]);
});

it('without a plan and reports nothing', () => {
  expect(moneyByQuarter(null, [])).toEqual({ quarters: [], plannedEnd: null, spent: '0.00' });
  expect(moneyByQuarter({ implementationDates: { end: '2027-02-30' } }, []).plannedEnd).toBeNull();
});

it('years far from all others, and invalid quarters, are left out', () => {
  const far = activity(...[1899, 2101, 2026.5].map((year) => ({ year, q1: { amount: '1.00' } })));
  const near = activity(...[1900, 2100].map((year) => ({ year, q1: { amount: '1.00' } })));
  const { quarters } = moneyByQuarter({ implementation: [far, near] }, [report('Квартални-99999-1', '1.00')]);
  expect(quarters.map(({ year }) => year)).toEqual([1900, 2100]);
  expect([keptQuarter('Квартални-2026-4'), keptQuarter('Квартални-2101-4'), keptQuarter('Извештај')]).toEqual([
    { year: 2026, quarter: 4 },
    null,
    null,
  ]);
});

it('a sum beyond the range of its column is kept as the largest value', () => {
  const most = '999999999999999.99';
  const plan = {
    implementation: [activity({ year: 2026, q1: { amount: most } }, { year: 2026, q1: { amount: most } })],
  };
  const money = moneyByQuarter(plan, [report('Квартални-2026-1', most, most), report('Квартални-2026-2', '1.00')]);
  expect([money.quarters[0]?.planned, money.quarters[0]?.spent, money.spent]).toEqual([most, most, most]);
});
