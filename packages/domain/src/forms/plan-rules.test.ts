import { describe, expect, it } from 'vitest';
import { PLAN_RULES } from './definitions/plan-rules.ts';
import { cellsOf, proposeAmounts, quarterAmounts } from './definitions/plan-schedule.ts';
import { formOf } from '../../test/forms.ts';
import { getPath, rowsAt } from './paths.ts';
import type { FormData, FormValues } from './types.ts';

const CONTEXT = { today: '2026-05-04', foreignFunds: false };
const PRICE = 'financialInfo.price.local';
const START = 'implementationDates.start';
const END = 'implementationDates.end';

function found(code: string, values: FormValues, data: FormData = {}): string[] {
  const rule = PLAN_RULES.find((one) => one.code === code);
  if (!rule) throw new Error(`No rule ${code}`);
  return rule.check({ values, data, context: CONTEXT, definition: formOf('plan') }).map(({ path }) => path);
}

const period = (start: string | undefined, end: string | undefined) => ({ implementationDates: { start, end } });
const schedule = (...rows: FormValues[][]) => ({
  implementation: rows.map((plan) => ({ activity: { name: 'Радови', estimate: '10.00' }, plan })),
});

describe('rules of a plan', () => {
  it('are errors, and judged only with their inputs', () => {
    expect(PLAN_RULES.map(({ code, severity, needs = [] }) => [code, severity, needs])).toEqual([
      ['FluentActivityEstimateSum', 'error', [PRICE]],
      ['FluentFundingSourceSum', 'error', [PRICE]],
      ['FluentPlanPercentSum', 'error', []],
      ['FluentQuarterAmountSum', 'error', []],
      ['FluentPlanYearRange', 'error', []],
      ['FluentPlanDateOrder', 'error', [START, END]],
      ['FluentPlanQuarterOutside', 'error', [START, END]],
    ]);
  });

  it.each([
    ['FluentActivityEstimateSum', 'activityList', 'estimate'],
    ['FluentFundingSourceSum', 'fundingSources', 'localAmount'],
  ])('%s compares the sum of %s with the price, to a hundredth', (code, table, column) => {
    const sums = (price: string | undefined, amount: string) =>
      found(code, {
        financialInfo: { price: { local: price }, [table]: [{ [column]: amount }, { [column]: '1.00' }] },
      });
    expect(sums('10.00', '9.01')).toEqual([]);
    expect(sums('10.00', '9.02')).toEqual([`financialInfo.${table}`]);
    expect(sums(undefined, '9.02')).toEqual([]);
  });

  it('percentages of an activity give 100 or nothing', () => {
    const sum = (percent: string) => found('FluentPlanPercentSum', schedule([{ year: 2026, q1: { percent } }]));
    expect([sum('100.00'), sum('0.00')]).toEqual([[], []]);
    expect(sum('99.99')).toEqual(['implementation[1].plan']);
  });

  it('amounts of an activity give its estimate, unless it has neither amounts nor shares', () => {
    const sum = (q1: FormValues) => found('FluentQuarterAmountSum', schedule([{ year: 2026, q1 }]));
    expect([sum({}), sum({ amount: '9.99' }), sum({ amount: '10.01', percent: '100.00' })]).toEqual([[], [], []]);
    expect(sum({ amount: '9.98' })).toEqual(['implementation[1].plan']);
    expect(sum({ percent: '100.00' })).toEqual(['implementation[1].plan']);
  });

  it('years are ten away at most, unless the activity has a closed quarter in them', () => {
    const far = (years: unknown[], Realized: FormValues[] = []) =>
      found('FluentPlanYearRange', schedule(years.map((year) => ({ year }))), { Realized });
    expect(far([2016, 2036, undefined])).toEqual([]);
    expect(far([2026, 2015])).toEqual(['implementation[1].plan[2].year']);
    expect(far([2037])).toEqual(['implementation[1].plan[1].year']);
    expect(far([2015], [{ Name: 'РАДОВИ', Year: 2015, Quarter: 2 }])).toEqual([]);
    expect(far([2015], [{ Name: 'Надзор', Year: 2015, Quarter: 2 }])).not.toEqual([]);
    expect(far([2015], [{ Name: 'Радови', Year: 2014, Quarter: 2 }])).not.toEqual([]);
  });

  it('quarters with a share or an amount touch the period', () => {
    const outside = (start: string | undefined, end: string | undefined, ...plan: FormValues[]) =>
      found('FluentPlanQuarterOutside', { ...period(start, end), ...schedule(plan) });
    const second = { year: 2026, q2: { percent: '50.00' } };
    expect(outside('2026-06-30', '2026-12-31', second)).toEqual([]);
    expect(outside('2026-07-01', '2026-12-31', second)).toEqual(['implementation[1].plan[1].q2.percent']);
    expect(outside('2026-01-01', '2026-04-01', second)).toEqual([]);
    expect(outside('2026-01-01', '2026-03-31', second)).toEqual(['implementation[1].plan[1].q2.percent']);
    const paid = { year: 2027, q3: { amount: '1.00' } };
    expect(outside('2026-01-01', '2026-12-31', second, paid)).toEqual(['implementation[1].plan[2].q3.amount']);
    const both = { year: 2027, q3: { amount: '1.00', percent: '1.00' } };
    expect(outside('2026-01-01', '2026-12-31', both)).toEqual(['implementation[1].plan[1].q3.percent']);
    expect(outside('2026-01-01', '2026-12-31', { year: 2027, q3: { amount: '0.00', percent: '0.00' } })).toEqual([]);
    expect(outside(undefined, '2026-03-31', second)).toEqual([]);
    expect(outside('2026-07-01', undefined, second)).toEqual([]);
    // Years that no day has, as a file or a program may send.
    for (const year of [-5, 0, 202, 20_267]) {
      expect(outside('2026-01-01', '2026-12-31', { year, q1: { percent: '1.00' } })).toHaveLength(1);
    }
  });

  it('the end does not come before the start', () => {
    expect(found('FluentPlanDateOrder', period('2026-05-04', '2026-05-03'))).toEqual([END]);
    expect(found('FluentPlanDateOrder', period('2026-05-04', '2026-05-04'))).toEqual([]);
    expect(found('FluentPlanDateOrder', period(undefined, '2026-05-03'))).toEqual([]);
    expect(found('FluentPlanDateOrder', period('2026-05-04', undefined))).toEqual([]);
  });
});

describe('the schedule of an activity', () => {
  it('has its quarters in the order of time, years by year', () => {
    const row = {
      plan: [
        { year: 2027, q1: { amount: '3.00' } },
        { q1: { amount: '9.00' } },
        { year: 2026, q4: { percent: '1.50' } },
      ],
    };
    expect(cellsOf(row).map(({ place, year, quarter }) => `${place}/${year}-${quarter}`)).toEqual([
      '3/2026-1',
      '3/2026-2',
      '3/2026-3',
      '3/2026-4',
      '1/2027-1',
      '1/2027-2',
      '1/2027-3',
      '1/2027-4',
    ]);
    expect(cellsOf(row)[3]).toMatchObject({ percent: 150n, amount: null });
    expect(cellsOf(row)[4]).toMatchObject({ percent: 0n, amount: 300n });
  });

  it('gives the amount of each activity in one quarter', () => {
    const plan = {
      implementation: [
        {
          activity: { name: 'Радови' },
          plan: [
            { year: 2026, q1: { amount: '1.00' }, q2: { amount: '2.00' } },
            { year: 2027, q1: { amount: '4.00' } },
            { year: 2026, q1: { amount: '8.00' } },
          ],
        },
        { activity: { name: 'Надзор' }, plan: [{ year: 2026, q1: {} }] },
      ],
    };
    expect(quarterAmounts(plan, 2026, 1)).toEqual(
      new Map([
        ['радови', 900n],
        ['надзор', 0n],
      ]),
    );
    expect(quarterAmounts(plan, 2026, 2).get('радови')).toBe(200n);
    expect(quarterAmounts(plan, 2028, 1).get('радови')).toBe(0n);
  });
});

describe('proposed amounts of a schedule', () => {
  const plan = (estimate: string | undefined, q1: FormValues, q2: FormValues = {}): FormValues => ({
    financialInfo: { activityList: [{ name: 'А', ...(estimate === undefined ? {} : { estimate }) }] },
    implementation: [{ plan: [{ year: 2026, q1, q2 }] }],
  });
  const amounts = (values: FormValues) => {
    const [row] = values.implementation as FormValues[];
    return (
      row &&
      cellsOf(row)
        .slice(0, 2)
        .map(({ amount }) => amount)
    );
  };

  it('follow a changed estimate and a changed share', () => {
    const before = plan('1000.00', { percent: '40.00', amount: '400.00' });
    expect(amounts(proposeAmounts(before, plan('2000.00', { percent: '40.00', amount: '400.00' })))).toEqual([
      80_000n,
      null,
    ]);
    expect(amounts(proposeAmounts(before, plan('1000.00', { percent: '30.00', amount: '400.00' })))).toEqual([
      30_000n,
      null,
    ]);
    expect(amounts(proposeAmounts(before, plan(undefined, { percent: '40.00', amount: '400.00' })))).toEqual([
      0n,
      null,
    ]);
  });

  it('fill empty cells, and disappear with their share', () => {
    const before = plan('1000.00', { percent: '40.00', amount: '400.00' });
    const moved = plan('1000.00', { amount: '400.00' }, { percent: '40.00' });
    expect(amounts(proposeAmounts(before, moved))).toEqual([null, 40_000n]);
    expect(amounts(proposeAmounts({}, plan('1000.00', { percent: '40.00' })))).toEqual([40_000n, null]);
  });

  it('leave a row alone whose year is chosen by mistake, because another has it', () => {
    const rows = (...plan: readonly FormValues[]): FormValues => ({
      financialInfo: { activityList: [{ name: 'А', estimate: '1000.00' }] },
      implementation: [{ plan }],
    });
    const full = { year: 2026, q1: { percent: '60.00', amount: '600.00' }, q2: { percent: '40.00', amount: '400.00' } };
    for (const [before, mistaken, corrected] of [
      [rows(full, {}), rows(full, { year: 2026 }), rows(full, { year: 2027 })],
      [rows({ year: 2025 }, full), rows({ year: 2026 }, full), rows({ year: 2025 }, full)],
    ] as const) {
      expect(proposeAmounts(before, mistaken)).toEqual(mistaken);
      expect(proposeAmounts(mistaken, corrected)).toEqual(corrected);
    }
    const shared = rows(full, { year: 2026, q1: { percent: '10.00' } });
    expect(proposeAmounts(rows(full, { year: 2026 }), shared)).toEqual(
      rows(full, { year: 2026, q1: { percent: '10.00', amount: '100.00' } }),
    );
  });

  it('follow a changed share also while an earlier year is added', () => {
    const before = plan('1000.00', { percent: '40.00', amount: '400.00' });
    const after = plan('1000.00', { percent: '50.00', amount: '400.00' });
    const [row = {}] = after.implementation as FormValues[];
    row.plan = [...rowsAt(row, 'plan'), { year: 2025 }];
    const made = proposeAmounts(before, after).implementation as FormValues[];
    expect(getPath(rowsAt(made[0], 'plan')[0], 'q1.amount')).toBe('500.00');
  });

  it('leave typed amounts, and the values themselves if nothing changes', () => {
    const before = plan('1000.00', { percent: '40.00', amount: '401.00' });
    const after = plan('2000.00', { percent: '40.00', amount: '401.00' });
    expect(proposeAmounts(before, after)).toBe(after);
    const same = plan('1000.00', { percent: '40.00', amount: '400.00' });
    expect(proposeAmounts(same, structuredClone(same))).toEqual(same);
    const empty = plan('2000.00', {});
    expect(proposeAmounts(plan('1000.00', {}), empty)).toBe(empty);
    const typed = plan('1000.00', { percent: '40.00', amount: '7.00' }, {});
    expect(proposeAmounts(plan('1000.00', { percent: '40.00' }), typed)).toBe(typed);
  });
});

describe('cells of a schedule', () => {
  it('are in the order of time, also if a year is entered twice', () => {
    const cells = cellsOf({ plan: [{ year: 2027 }, { year: 2026 }, { year: 2026 }] });
    expect(cells.map(({ year, quarter }) => `${year}-${quarter}`)).toEqual(
      ['2026-1', '2026-1', '2026-2', '2026-2', '2026-3', '2026-3', '2026-4', '2026-4', '2027-1', '2027-2'].concat(
        '2027-3',
        '2027-4',
      ),
    );
  });

  it('keep an amount that somebody emptied, until a share or the estimate changes', () => {
    const plan = (estimate: string, percent: string) => ({
      financialInfo: { activityList: [{ name: 'Радови', estimate }] },
      implementation: [{ activity: { name: 'Радови' }, plan: [{ year: 2026, q1: { percent } }] }],
    });
    const amount = (before: FormValues, after: FormValues) =>
      getPath(rowsAt(rowsAt(proposeAmounts(before, after), 'implementation')[0], 'plan')[0], 'q1.amount');
    expect(amount(plan('100.00', '50.00'), plan('100.00', '50.00'))).toBeUndefined();
    expect(amount(plan('100.00', '50.00'), plan('200.00', '50.00'))).toBe('100.00');
    expect(amount(plan('100.00', '50.00'), plan('100.00', '25.00'))).toBe('25.00');
  });
});
