import { describe, expect, it } from 'vitest';
import {
  computeSchedule,
  computeSourceTotals,
  proposedForeign,
  proposeForeignAmounts,
} from './definitions/pif-compute.ts';
import { above, pifRules } from './definitions/pif-rules.ts';
import { formOf } from '../../test/forms.ts';
import { getPath, rowsAt, setPath } from './paths.ts';
import type { FormValues } from './types.ts';

const CONTEXT = { today: '2026-05-04', foreignFunds: false };
const PRICE = 'financialInfo.price.local';
const REALIZATION = 'financialInfo.implementationAmount.value';

function found(code: string, places: Record<string, unknown>): string[] {
  const rule = pifRules(5).find((one) => one.code === code);
  if (!rule) throw new Error(`No rule ${code}`);
  const values: FormValues = {};
  for (const [path, value] of Object.entries(places)) setPath(values, path, value);
  return rule.check({ values, data: {}, context: CONTEXT, definition: formOf('1-5-5') }).map(({ path }) => path);
}

describe('rules of the PIF', () => {
  it('came with their versions, as errors or warnings, with their inputs', () => {
    const FIRST = [
      ['FluentActivityEstimateSum', 'error', [PRICE]],
      ['FluentFundingSourceSum', 'error', [PRICE]],
      ['FluentEstimateEmpty', 'error', [REALIZATION]],
      ['FluentFundsTotalSum', 'error', [PRICE]],
      ['FluentPlanPercentSum', 'error', []],
      ['FluentPlanYearRange', 'error', []],
      ['FluentPlanDateOrder', 'error', ['startDate', 'endDate']],
      ['FluentExpensesAboveTotal', 'warning', [PRICE]],
    ];
    const told = (version: 0 | 3 | 4 | 5) =>
      pifRules(version).map(({ code, severity, needs = [] }) => [code, severity, needs]);
    expect(told(0)).toEqual(FIRST);
    expect(told(3)).toEqual([...FIRST, ['FluentHighRisk', 'warning', []]]);
    expect(told(4).map(([code]) => code)).toContain('FluentSourcePercentSum');
    expect(told(4).map(([code]) => code)).not.toContain('FluentLetterOfIntent');
    expect(told(5)).toEqual(
      expect.arrayContaining([
        ['FluentLetterOfIntent', 'error', []],
        ['FluentLegalAssessment', 'error', []],
        ['FluentSourcePercentSum', 'error', []],
      ]),
    );
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['FluentActivityEstimateSum', { [PRICE]: '10.00', 'financialInfo.activityList': [{ estimate: '9.99' }] }, []],
    [
      'FluentActivityEstimateSum',
      { [PRICE]: '10.00', 'financialInfo.activityList': [{ estimate: '9.98' }] },
      ['financialInfo.activityList'],
    ],
    ['FluentActivityEstimateSum', { 'financialInfo.activityList': [{ estimate: '9.98' }] }, []],
    ['FluentFundingSourceSum', { [PRICE]: '10.00', fundingTotal: '9.98' }, ['fundingSources']],
    ['FluentFundingSourceSum', { [PRICE]: '10.00', fundingTotal: '9.99' }, []],
    ['FluentFundingSourceSum', { fundingTotal: '9.98' }, []],
    ['FluentFundsTotalSum', { [PRICE]: '10.00', 'financialInfo.fundsTotal': '10.02' }, ['financialInfo.fundsTotal']],
    ['FluentEstimateEmpty', { [REALIZATION]: '0.00' }, [REALIZATION]],
    ['FluentEstimateEmpty', { [REALIZATION]: '0.01' }, []],
    ['FluentLetterOfIntent', { fundingSources: [{ source: 'Остало' }, { source: 'Зајам' }] }, ['letterOfIntent']],
    ['FluentLetterOfIntent', { fundingSources: [{ source: 'Зајам' }], letterOfIntent: '12' }, []],
    ['FluentLetterOfIntent', { fundingSources: [{ source: 'Остало' }] }, []],
    [
      'FluentPlanPercentSum',
      { implementation: [{ plan: [{ percent: '50.00', q1: { percent: '49.99' } }] }] },
      ['implementation[1].plan'],
    ],
    ['FluentPlanPercentSum', { implementation: [{ plan: [{ percent: '50.00' }, { q4: { percent: '50.00' } }] }] }, []],
    ['FluentPlanPercentSum', { implementation: [{ plan: [{}] }] }, []],
    ['FluentPlanYearRange', { implementation: [{ plan: [{ year: 2036 }, { year: 2016 }, {}] }] }, []],
    [
      'FluentPlanYearRange',
      { implementation: [{ plan: [{ year: 2026 }, { year: 2037 }] }] },
      ['implementation[1].plan'],
    ],
    ['FluentPlanYearRange', { implementation: [{ plan: [{ year: 2015 }] }] }, ['implementation[1].plan']],
    ['FluentPlanDateOrder', { startDate: '2026-05-04', endDate: '2026-05-03' }, ['endDate']],
    ['FluentSourcePercentSum', { 'sourceTotals.percentage': '99.99' }, []],
    ['FluentSourcePercentSum', { 'sourceTotals.percentage': '99.98' }, ['fundingSources']],
    ['FluentExpensesAboveTotal', { [PRICE]: '10.00', expensesTotal: '10.01' }, ['expenses']],
    ['FluentExpensesAboveTotal', { [PRICE]: '10.00', expensesTotal: '10.00' }, []],
    ['FluentExpensesAboveTotal', { expensesTotal: '10.00' }, []],
    ['FluentHighRisk', { riskList: [{ degree: 'Висок', probability: 'Висок' }] }, ['riskList[1].measures']],
    ['FluentHighRisk', { riskList: [{ degree: 'Висок', probability: 'Низак' }] }, []],
  ])('%s of %j names %j', (code, places, expected) => {
    expect(found(code, places)).toEqual(expected);
  });

  it('compare a part with its whole only where both are entered', () => {
    expect(above({ a: '2.00', b: '1.00' }, 'a', 'b')).toBe(true);
    expect(above({ a: '1.00', b: '1.00' }, 'a', 'b')).toBe(false);
    expect(above({ a: '1.00' }, 'a', 'b')).toBe(false);
    expect(above({ b: '-1.00' }, 'a', 'b')).toBe(false);
  });
});

describe('computed values of the PIF', () => {
  it('add up foreign amounts in euro alone where the form says so; a row without a currency is in euro', () => {
    const rows = [
      { localAmount: '1.00', foreignAmount: '1.00', currency: { id: 'EUR' } },
      { localAmount: '2.00', foreignAmount: '2.00', currency: { id: 'USD' } },
      { localAmount: '4.00', foreignAmount: '4.00', percentage: '50.00', currency: {} },
      { localAmount: '8.00', foreignAmount: '8.00', percentage: '50.00' },
    ];
    const total = (euroOnly: boolean) => {
      const values = { fundingSources: structuredClone(rows) };
      computeSourceTotals(values, { euroOnly });
      return getPath(values, 'sourceTotals');
    };
    expect(total(true)).toEqual({ local: '15.00', percentage: '100.00', foreign: '13.00' });
    expect(total(false)).toEqual({ local: '15.00', percentage: '100.00', foreign: '15.00' });
  });

  it('have a row of the schedule for each activity, with its name and estimate', () => {
    const values: FormValues = {
      financialInfo: {
        activityList: [
          { name: 'Надзор', estimate: '2.00' },
          { name: 'Радови', estimate: '1.00' },
          { name: 'Опрема', estimate: '3.00' },
        ],
      },
      implementation: [{ activity: { name: 'Радови' }, plan: [{ year: 2026 }] }],
    };
    computeSchedule(values);
    expect(rowsAt(values, 'implementation')).toEqual([
      { activity: { name: 'Надзор', estimate: '2.00' }, plan: [] },
      { activity: { name: 'Радови', estimate: '1.00' }, plan: [{ year: 2026 }] },
      { activity: { name: 'Опрема', estimate: '3.00' }, plan: [] },
    ]);
  });

  it('propose foreign amounts at the rate of the form until somebody types over them', () => {
    const data = { exchangeRate: { rate: '100.0000' } };
    const sources = (...rows: FormValues[]): FormValues => ({ fundingSources: rows });
    expect(proposedForeign('250.00', data)).toBe('2.50');
    expect(proposedForeign('нема', data)).toBeUndefined();
    const before = sources(
      { localAmount: '100.00', foreignAmount: '1.00' },
      { localAmount: '100.00', foreignAmount: '9.00' },
      { localAmount: '100.00' },
      { localAmount: '100.00', foreignAmount: '1.00' },
    );
    const after = sources(
      { localAmount: '200.00', foreignAmount: '1.00' },
      { localAmount: '200.00', foreignAmount: '9.00' },
      { localAmount: '100.00' },
      { localAmount: '100.00', foreignAmount: '1.00' },
      { localAmount: '300.00' },
    );
    expect(
      rowsAt(proposeForeignAmounts(before, after, data), 'fundingSources').map((row) => row.foreignAmount),
    ).toEqual(['2.00', '9.00', undefined, '1.00', '3.00']);
    expect(proposeForeignAmounts(before, before, data)).toBe(before);
    const unchanged = structuredClone(before);
    expect(proposeForeignAmounts(before, unchanged, data)).toBe(unchanged);
  });
});
