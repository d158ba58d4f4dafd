import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAN_EXAMPLE } from '@pimis/examples/realization';
import { calculateFunding, calculateInactivity, calculateTime, implementationLevel, lagOf } from './calculate.ts';
import {
  cumulative,
  formIndicators,
  fulfilment,
  progressOf,
  recordIndicators,
  type RecordedRows,
  type Report,
} from './record.ts';
import type { InactivityInput, TimeInput } from './types.ts';

const NAMES = ['Пројектовање', 'Радови', 'Опрема', 'Надзор'];

/** The quarters of the worked example: fulfilment of the four activities, and what was spent in all. */
const QUARTERS: Report[] = [
  [1, [32, 0, 0, 0], [27_002_880, 0, 0, 0]],
  [2, [40, 0, 0, 0], [33_753_600, 0, 0, 0]],
  [3, [28, 5, 0, 5], [2_189_520, 80_000_000, 0, 10_000_000]],
].map(([quarter, fulfilled, expense]) => ({
  year: 2026,
  quarter: quarter as number,
  activities: NAMES.map((name, index) => ({
    name,
    fulfilled: BigInt((fulfilled as number[])[index] ?? 0) * 100n,
    expense: BigInt((expense as number[])[index] ?? 0) * 100n,
  })),
}));

function recordAll(): RecordedRows[] {
  const recorded: RecordedRows[] = [];
  for (const [index, { year, quarter }] of QUARTERS.entries()) {
    recorded.push(
      recordIndicators({
        initialPlan: PLAN_EXAMPLE,
        planInForce: PLAN_EXAMPLE,
        quarters: QUARTERS.slice(0, index + 1),
        restatements: [],
        at: { year, quarter },
        appropriationAmount: index === 0 ? '300000000.00' : '320000000.00',
        earlier: recorded.map((rows) => rows.inactivity),
      }),
    );
  }
  return recorded;
}

describe('the worked example: three quarters', () => {
  const recorded = recordAll();

  it.each([
    [0, 57, '27002880.00', 4453, '33753600.00', 3563, true],
    [1, 148, '60756480.00', 5139, '67507200.00', 4625, false],
    [2, 240, '152946000.00', 3310, '221508000.00', 2286, true],
  ])('time of quarter %i', (index, days, spent, value, planned, initial, limit) => {
    expect(recorded[index]?.time).toMatchObject({
      implementationDays: days,
      activityQuarterAmount: spent,
      activityTotalAmount: '2109600000.00',
      value,
      activityQuarterInitialAmount: planned,
      initialValue: initial,
      limitReached: limit,
    });
  });

  it.each([
    [0, '-41333280.00', '-13.78', '87.89', true],
    [1, '-21333280.00', '-6.67', '93.75', false],
    [2, '40478000.00', '12.65', '114.48', false],
  ])('funding of quarter %i', (index, remaining, percent, value, limit) => {
    expect(recorded[index]?.funding).toMatchObject({
      remainingAppropriationAmount: remaining,
      remainingAppropriationPercent: percent,
      value,
      limitReached: limit,
    });
  });

  it.each([
    [0, 1, '1.28', '1.28'],
    [1, 1, '1.60', '2.88'],
    [2, 3, '4.37', '7.25'],
  ])('inactivity of quarter %i', (index, activity, percent, sum) => {
    expect(recorded[index]?.inactivity).toMatchObject({
      projectEndDate: '2028-09-30',
      projectEvaluationDays: 971,
      activity,
      activityQuarterPercent: percent,
      activityQuarterSumPercent: sum,
      implementationLevel: 0,
      inactivity25: 0,
      inactivity50: 0,
      inactivity75: 0,
      inactivityInitial25: 0,
    });
  });

  it('the window of the first row holds for all', () => {
    const rows = recorded.map(({ inactivity }, index) =>
      index === 0 ? { ...inactivity, projectEndDate: '2026-12-31', projectEvaluationDays: 332 } : inactivity,
    );
    expect(calculateInactivity(rows).map((row) => [row.inactivity25, row.inactivity50, row.inactivity75])).toEqual([
      [0, 0, 0],
      [65, 0, 0],
      [157, 74, 0],
    ]);
    const sums = ['20.00', '55.00', '80.00'];
    const further = rows.map((row, index) => ({ ...row, activityQuarterSumPercent: sums[index] ?? '' }));
    expect(
      calculateInactivity(further).map((row) => [
        row.implementationLevel,
        row.inactivity25,
        row.inactivity50,
        row.inactivity75,
      ]),
    ).toEqual([
      [0, 0, 0, 0],
      [50, 65, 0, 0],
      [75, 65, 0, 0],
    ]);
  });

  it('the approved form carries the three values', () => {
    const [first] = recorded;
    expect(first && formIndicators(first)).toEqual({
      Inactivity: { Value: 0 },
      FundingAdequacyIndicator: { Value: '87.89', LimitReached: true, AppropriationAmount: '300000000.00' },
      TimeToProjectImplementation: { Value: 4453, LimitReached: true },
    });
  });
});

describe('edge vectors', () => {
  const base: TimeInput = {
    year: 2026,
    quarter: 1,
    quarterEndDate: '2026-03-31',
    projectStartDate: '2026-02-02',
    activityQuarterAmount: '27002880.00',
    activityTotalAmount: '2109600000.00',
    activityQuarterInitialAmount: '33753600.00',
    activityTotalInitialAmount: '2109600000.00',
  };

  /** Planned to be done in a hundred days. */
  const HUNDRED_DAYS: Partial<TimeInput> = {
    activityTotalAmount: '100.00',
    activityTotalInitialAmount: '100.00',
    activityQuarterInitialAmount: '57.00',
  };

  it.each<[Partial<TimeInput>, [number, number | null, number | null, boolean]]>([
    [{}, [57, 4453, 3563, true]],
    [{ activityQuarterAmount: '0.00' }, [57, null, 3563, true]],
    [{ activityQuarterInitialAmount: '0.00' }, [57, 4453, null, false]],
    [{ activityQuarterAmount: '0.00', activityQuarterInitialAmount: '0.00' }, [57, null, null, false]],
    [{ projectStartDate: '2026-04-15' }, [0, null, null, false]],
    [{ activityTotalAmount: '0.00' }, [57, null, null, false]],
    [{ activityTotalInitialAmount: '0.00' }, [57, null, null, false]],
    [{ ...HUNDRED_DAYS, activityQuarterAmount: '47.50' }, [57, 120, 100, false]],
    [{ ...HUNDRED_DAYS, activityQuarterAmount: '47.10' }, [57, 121, 100, true]],
    [{ activityQuarterAmount: '28126000.00' }, [57, 4275, 3563, false]],
    [{ activityQuarterAmount: '28122000.00' }, [57, 4276, 3563, true]],
  ])('time with %j', (change, expected) => {
    const [row] = calculateTime([{ ...base, ...change }]);
    expect([row?.implementationDays, row?.value, row?.initialValue, row?.limitReached]).toEqual(expected);
  });

  it('a row of time shows its inputs', () => {
    const changed = { ...base, activityTotalInitialAmount: '1900000000.00' };
    expect(calculateTime([changed])).toMatchObject([changed]);
  });

  it.each([
    ['0.00', '-50000000.00', '0.00', '0.00', true],
    ['0.00', '0.00', '0.00', '100.00', false],
    ['90000000.00', '-10000000.00', '-11.11', '90.00', false],
    ['89990000.00', '-10010000.00', '-11.12', '89.99', true],
    ['100000000.00', '100000000.00', '100.00', '100.00', false],
    ['100000000.00', '25000000.00', '25.00', '133.33', false],
    ['100000000.00', '150000000.00', '150.00', '100.00', false],
  ])('funding of %s with %s left', (given, left, percent, value, limit) => {
    const [row] = calculateFunding([
      {
        year: 2026,
        quarter: 1,
        quarterEndDate: '2026-03-31',
        appropriationAmount: given,
        remainingAppropriationAmount: left,
      },
    ]);
    expect(row).toMatchObject({ remainingAppropriationPercent: percent, value, limitReached: limit });
  });

  it('calculating again changes nothing', () => {
    const day = fc.integer({ min: 0, max: 3000 }).map((n) => new Date(1.7e12 + n * 864e5).toISOString().slice(0, 10));
    const percent = fc
      .integer({ min: 0, max: 10_000 })
      .map((n) => `${Math.floor(n / 100)}.${`${n % 100}`.padStart(2, '0')}`);
    const row = fc.record<InactivityInput>({
      year: fc.constant(2026),
      quarter: fc.constant(1),
      quarterEndDate: day,
      projectEndDate: day,
      projectEvaluationDays: fc.integer({ min: 1, max: 20_000 }),
      activity: fc.nat(40),
      activityQuarterPercent: percent,
      activityQuarterSumPercent: percent,
      inactivityInitial25: fc.nat(900),
      inactivityInitial50: fc.nat(900),
      inactivityInitial75: fc.nat(900),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const once = calculateInactivity(rows);
        expect(calculateInactivity(once)).toEqual(once);
      }),
    );
  });
});

describe('cumulative values (K7)', () => {
  it('a restatement replaces everything up to its quarter', () => {
    const entry = (fulfilled: number) => [{ name: 'Радови', fulfilled: BigInt(fulfilled) * 100n, expense: 0n }];
    const quarters = [
      { year: 2026, quarter: 1, activities: entry(32) },
      { year: 2026, quarter: 2, activities: entry(40) },
      { year: 2026, quarter: 3, activities: entry(28) },
    ];
    const restated = [{ year: 2026, quarter: 2, activities: entry(70) }];
    const at = (quarter: number) => cumulative(quarters, restated, { year: 2026, quarter }).get('радови')?.fulfilled;
    expect([at(1), at(2), at(3)]).toEqual([3200n, 7000n, 9800n]);
  });

  it('the newest of several restatements counts, in whatever order they come', () => {
    const entry = (fulfilled: number) => [{ name: 'Радови', fulfilled: BigInt(fulfilled) * 100n, expense: 1n }];
    const restated = [
      { year: 2026, quarter: 2, activities: entry(70) },
      { year: 2026, quarter: 3, activities: entry(90) },
      { year: 2025, quarter: 4, activities: entry(10) },
    ];
    const later = [{ year: 2026, quarter: 4, activities: entry(5) }];
    const at = (year: number, quarter: number, of = restated) =>
      cumulative(later, of, { year, quarter }).get('радови')?.fulfilled;
    for (const order of [restated, restated.toReversed()]) {
      expect([at(2026, 1, order), at(2026, 2, order), at(2026, 3, order)]).toEqual([1000n, 7000n, 9000n]);
      expect(at(2026, 4, order)).toBe(9500n);
    }
    expect(cumulative(later, restated, { year: 2026, quarter: 4 }).get('радови')?.expense).toBe(2n);
  });
});

describe('what a report says of each activity', () => {
  it('is its fulfilment and its expense, none where nothing was entered', () => {
    const details = { physical: { activityFulfilled: '12.50' }, financial: { realExpense: '1000.00' } };
    expect(progressOf({ summary: { activities: [{ name: 'Радови', details }, { name: 'Надзор' }] } })).toEqual([
      { name: 'Радови', fulfilled: 1250n, expense: 100_000n },
      { name: 'Надзор', fulfilled: 0n, expense: 0n },
    ]);
    expect(progressOf({})).toEqual([]);
  });

  it('adds up to the fulfilment of the plan, weighed by the estimates, and to no more than all of it', () => {
    const plan = {
      financialInfo: {
        activityList: [
          { name: 'Радови', estimate: '75.00' },
          { name: 'Надзор', estimate: '25.00' },
        ],
      },
    };
    const done = (works: number, oversight: number): Report[] => [
      {
        year: 2026,
        quarter: 1,
        activities: [
          { name: 'РАДОВИ', fulfilled: BigInt(works) * 100n, expense: 0n },
          { name: 'Надзор', fulfilled: BigInt(oversight) * 100n, expense: 0n },
          { name: 'Непозната', fulfilled: 10_000n, expense: 0n },
        ],
      },
    ];
    const at = { year: 2026, quarter: 1 };
    expect(fulfilment(plan, done(50, 10), [], at)).toBe('40.00');
    expect(fulfilment(plan, done(100, 100), [], at)).toBe('100.00');
    expect(fulfilment(plan, done(200, 100), [], at)).toBe('100.00');
    expect(fulfilment(plan, [], [], at)).toBe('0.00');
    expect(fulfilment({}, done(50, 10), [], at)).toBe('0.00');
  });
});

describe('a milestone', () => {
  it('is reached by exactly its share', () => {
    expect(['24.99', '25.00', '49.99', '100.00', ''].map(implementationLevel)).toEqual([0, 25, 25, 100, 0]);
    const window = { projectEndDate: '2026-12-31', projectEvaluationDays: 332 };
    const row = (activityQuarterSumPercent: string) => [
      { quarterEndDate: '2026-06-30', activityQuarterSumPercent },
      { quarterEndDate: '2026-09-30', activityQuarterSumPercent },
    ];
    expect(lagOf(row('25.00'), window).map((lag) => lag[25])).toEqual([65, 65]);
    expect(lagOf(row('24.99'), window).map((lag) => lag[25])).toEqual([65, 157]);
  });
});

describe('a quarter of a later year', () => {
  const spent = (year: number, quarter: number, fulfilled: bigint, expense: bigint): Report => ({
    year,
    quarter,
    activities: [
      { name: 'Радови', fulfilled, expense },
      { name: 'Надзор', fulfilled: 0n, expense: 0n },
    ],
  });
  const plan = {
    implementationDates: { start: '2026-01-01', end: '2027-12-31' },
    financialInfo: { activityList: [{ name: 'Радови', estimate: '1000.00' }] },
    implementation: [
      {
        activity: { name: 'Радови' },
        plan: [
          { year: 2026, q4: { percent: '40.00', amount: '400.00' } },
          { year: 2027, q1: { percent: '30.00', amount: '300.00' }, q2: { percent: '30.00', amount: '300.00' } },
        ],
      },
    ],
  };
  const recorded = (quarters: Report[]) =>
    recordIndicators({
      initialPlan: plan,
      planInForce: plan,
      quarters,
      restatements: [],
      at: { year: 2027, quarter: 1 },
      appropriationAmount: '700.00',
      earlier: [],
    });

  it('needs the amounts that its own year has spent so far and still plans, not those of other years', () => {
    const quarters = [spent(2026, 4, 4000n, 40_000n), spent(2027, 1, 0n, 10_000n), spent(2027, 2, 0n, 5_000n)];
    expect(recorded(quarters).funding.remainingAppropriationAmount).toBe('300.00');
    expect(recorded(quarters).time.activityQuarterAmount).toBe('500.00');
  });

  it('counts activities that were paid or done', () => {
    const active = (fulfilled: bigint, expense: bigint) =>
      recorded([spent(2027, 1, fulfilled, expense)]).inactivity.activity;
    expect([active(0n, 0n), active(1n, 0n), active(0n, 1n), active(1n, 1n)]).toEqual([0, 1, 1, 1]);
    expect(recorded([]).inactivity).toMatchObject({ activity: 0, activityQuarterPercent: '0.00' });
    expect(recorded([spent(2027, 1, 10_000n, 0n)]).inactivity).toMatchObject({
      activityQuarterSumPercent: '100.00',
      implementationLevel: 100,
    });
    expect(recorded([spent(2027, 1, 20_000n, 0n)]).inactivity.activityQuarterSumPercent).toBe('100.00');
  });

  it('carries the longest of its lags in the form', () => {
    const rows = recorded([spent(2027, 1, 0n, 0n)]);
    // 25 per cent were due on 2 July 2026, half on 1 January 2027.
    expect(rows.inactivity).toMatchObject({ inactivity25: 272, inactivity50: 89, inactivity75: 0 });
    expect(formIndicators(rows).Inactivity).toEqual({ Value: 272 });
  });
});
