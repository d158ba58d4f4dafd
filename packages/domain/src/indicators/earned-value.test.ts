import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAN_EXAMPLE } from '@pimis/examples/realization';
import type { Quarter } from '../dates/dates.ts';
import type { FormValues } from '../forms/types.ts';
import { fromHundredths } from '../money/decimal.ts';
import {
  type EarnedValue,
  fromThousandths,
  indexesOf,
  measure,
  plannedByQuarter,
  plannedValue,
  progressOfValues,
  sumOfValues,
} from './earned-value.ts';
import { lastEndedQuarter, measuredPeriods, periodOn, type ReportEvent, statusQuarter } from './measured-periods.ts';
import type { Report } from './record.ts';

/** Shares or amounts of an activity by quarter of 2026, as in { 1: '50.00' }. */
type Schedule = Readonly<Record<number, string>>;
type Planned = readonly [name: string, estimate: string, percent: Schedule, amount?: Schedule];

const plan = (...activities: Planned[]): FormValues => ({
  financialInfo: { activityList: activities.map(([name, estimate]) => ({ name, estimate })) },
  implementationDates: { start: '2026-01-01', end: '2026-12-31' },
  implementation: activities.map(([name, estimate, percent, amount = {}]) => ({
    activity: { name, estimate },
    plan: [
      {
        year: 2026,
        ...Object.fromEntries(
          [1, 2, 3, 4].map((quarter) => [
            `q${quarter}`,
            {
              ...(percent[quarter] === undefined ? {} : { percent: percent[quarter] }),
              ...(amount[quarter] === undefined ? {} : { amount: amount[quarter] }),
            },
          ]),
        ),
      },
    ],
  })),
});

type Done = readonly [name: string, fulfilled: number, expense: number];
const report = (quarter: number, ...done: Done[]): Report => ({ year: 2026, quarter, activities: activitiesOf(done) });
const activitiesOf = (done: readonly Done[]) =>
  done.map(([name, fulfilled, expense]) => ({
    name,
    fulfilled: BigInt(Math.round(fulfilled * 100)),
    expense: BigInt(Math.round(expense * 100)),
  }));

/** The whole measurement in words: PV, EV, AC, SV, CV, SPI, CPI, EAC, VAC. */
function told(values: EarnedValue | null): string[] | null {
  if (!values) return null;
  const { sv, cv, spi, cpi, eac, vac } = indexesOf(values);
  const money = (value: bigint | null) => (value === null ? '–' : fromHundredths(value));
  const index = (value: bigint | null) => (value === null ? '–' : fromThousandths(value));
  return [...[values.pv, values.ev, values.ac, sv, cv].map(money), ...[spi, cpi].map(index), ...[eac, vac].map(money)];
}

const TWO = plan(['А', '1000.00', { 1: '50.00', 2: '50.00' }], ['Б', '3000.00', { 2: '25.00', 3: '75.00' }]);
const LARGER = plan(['А', '1000.00', { 1: '50.00', 2: '50.00' }], ['Б', '5000.00', { 2: '20.00', 3: '80.00' }]);
const WITH_ADDED = plan(
  ['А', '1000.00', { 1: '40.00', 2: '60.00' }],
  ['Б', '3000.00', { 2: '25.00', 3: '75.00' }],
  ['В', '400.00', { 1: '25.00', 2: '75.00' }],
);
const LAND = plan(['Земљиште', '1000.00', {}, { 1: '600.00', 2: '400.00' }]);

describe('a project, computed by hand: PV, EV, AC, SV, CV, SPI, CPI, EAC, VAC', () => {
  it.each<[string, FormValues, Report[], Report[], string[] | null]>([
    ['no approved report', TWO, [], [], null],
    [
      'as planned',
      TWO,
      [report(1, ['А', 50, 500], ['Б', 0, 0])],
      [],
      ['500.00', '500.00', '500.00', '0.00', '0.00', '1.000', '1.000', '4000.00', '0.00'],
    ],
    [
      'late and dear',
      TWO,
      [report(1, ['А', 40, 500])],
      [],
      ['500.00', '400.00', '500.00', '-100.00', '-100.00', '0.800', '0.800', '5000.00', '-1000.00'],
    ],
    [
      'early and cheap, the forecast rounded',
      TWO,
      [report(1, ['А', 60, 400])],
      [],
      ['500.00', '600.00', '400.00', '100.00', '200.00', '1.200', '1.500', '2666.67', '1333.33'],
    ],
    [
      'paid in advance, nothing done: EV 0 divides nothing',
      TWO,
      [report(1, ['А', 0, 200])],
      [],
      ['500.00', '0.00', '200.00', '-500.00', '-200.00', '0.000', '0.000', '–', '–'],
    ],
    [
      'done, nothing paid: AC 0',
      TWO,
      [report(1, ['А', 50, 0])],
      [],
      ['500.00', '500.00', '0.00', '0.00', '500.00', '1.000', '–', '–', '–'],
    ],
    [
      'nothing planned yet: PV 0',
      plan(['А', '1000.00', { 2: '100.00' }]),
      [report(1, ['А', 10, 80])],
      [],
      ['0.00', '100.00', '80.00', '100.00', '20.00', '–', '1.250', '800.00', '200.00'],
    ],
    [
      'an unreported quarter between two',
      TWO,
      [report(1, ['А', 50, 500]), report(3, ['А', 50, 500], ['Б', 30, 1000])],
      [],
      ['4000.00', '1900.00', '2000.00', '-2100.00', '-100.00', '0.475', '0.950', '4210.53', '-210.53'],
    ],
    [
      'over 100 %: the estimate is earned once',
      TWO,
      [report(1, ['А', 80, 900]), report(2, ['А', 50, 150], ['Б', 25, 750])],
      [],
      ['1750.00', '1750.00', '1800.00', '0.00', '-50.00', '1.000', '0.972', '4114.29', '-114.29'],
    ],
    [
      'an activity without shares of work is planned by its amounts',
      LAND,
      [report(1, ['Земљиште', 50, 600])],
      [],
      ['600.00', '500.00', '600.00', '-100.00', '-100.00', '0.833', '0.833', '1200.00', '-200.00'],
    ],
    [
      'a corrected plan with a larger estimate',
      LARGER,
      [report(1, ['А', 50, 500]), report(2, ['А', 50, 500], ['Б', 20, 1100])],
      [],
      ['2000.00', '2000.00', '2100.00', '0.00', '-100.00', '1.000', '0.952', '6300.00', '-300.00'],
    ],
    [
      'a quarterly correction moves work and money to an added activity',
      WITH_ADDED,
      [report(1, ['А', 50, 500])],
      [report(1, ['А', 40, 400], ['Б', 0, 0], ['В', 25, 100])],
      ['500.00', '500.00', '500.00', '0.00', '0.00', '1.000', '1.000', '4400.00', '0.00'],
    ],
    [
      'a quarter after a quarterly correction',
      WITH_ADDED,
      [report(1, ['А', 50, 500]), report(2, ['А', 30, 350], ['Б', 25, 750], ['В', 75, 300])],
      [report(1, ['А', 40, 400], ['Б', 0, 0], ['В', 25, 100])],
      ['2150.00', '1850.00', '1900.00', '-300.00', '-50.00', '0.860', '0.974', '4518.92', '-118.92'],
    ],
    [
      'one dropped activity: nothing is left to divide',
      plan(['А', '0.00', {}]),
      [report(1, ['А', 0, 0])],
      [],
      ['0.00', '0.00', '0.00', '0.00', '0.00', '–', '–', '–', '–'],
    ],
    [
      'shares that do not come out even, rounded once',
      plan(['А', '1000000.01', { 1: '33.33', 2: '66.67' }]),
      [report(1, ['А', 33.35, 300000])],
      [],
      ['333300.00', '333500.00', '300000.00', '200.00', '33500.00', '1.001', '1.112', '899550.23', '100449.78'],
    ],
  ])('%s', (_, of, quarters, restatements, expected) => {
    expect(told(measure(of, quarters, restatements))).toEqual(expected);
  });

  it.each<[number, string[]]>([
    [
      1,
      ['33753600.00', '27002880.00', '27002880.00', '-6750720.00', '0.00', '0.800', '1.000', '2109600000.00', '0.00'],
    ],
    [
      2,
      ['67507200.00', '60756480.00', '60756480.00', '-6750720.00', '0.00', '0.900', '1.000', '2109600000.00', '0.00'],
    ],
    [
      3,
      [
        '221508000.00',
        '152946000.00',
        '152946000.00',
        '-68562000.00',
        '0.00',
        '0.690',
        '1.000',
        '2109600000.00',
        '0.00',
      ],
    ],
  ])('the worked example at quarter %i', (quarter, expected) => {
    const reports = [
      report(1, ['Пројектовање', 32, 27_002_880]),
      report(2, ['Пројектовање', 40, 33_753_600]),
      report(3, ['Пројектовање', 28, 2_189_520], ['Радови', 5, 80_000_000], ['Надзор', 5, 10_000_000]),
    ];
    expect(told(measure(PLAN_EXAMPLE, reports.slice(0, quarter), []))).toEqual(expected);
  });
});

describe('progress', () => {
  it('is the share of the budget that was earned, rounded once; nothing without a budget', () => {
    expect(progressOfValues({ ev: 1n, bac: 3n })).toBe(3333n);
    expect(progressOfValues({ ev: 2n, bac: 3n })).toBe(6667n);
    expect(progressOfValues({ ev: 5n, bac: 5n })).toBe(10_000n);
    expect(progressOfValues({ ev: 0n, bac: 0n })).toBeNull();
  });
});

describe('figures known on a day', () => {
  const approved = (day: string, formId: number, quarter: number, ...done: Done[]): ReportEvent => ({
    formId,
    day,
    kind: 'report',
    quarter: { year: 2026, quarter },
    activities: activitiesOf(done),
  });
  const periods = measuredPeriods(
    [
      { ordinal: 1, from: '2025-12-20', plan: TWO },
      { ordinal: 2, from: '2026-05-10', plan: LARGER },
    ],
    [
      approved('2026-04-15', 1, 1, ['А', 40, 500]),
      { ...approved('2026-04-20', 1, 1), activities: null },
      approved('2026-05-02', 1, 1, ['А', 50, 500]),
      approved('2026-06-01', 2, 3, ['А', 50, 500]),
      { ...approved('2026-08-01', 3, 3, ['А', 60, 500]), kind: 'correction' },
      // Before there was a plan.
      { ...approved('2025-12-01', 4, 1), activities: null },
    ],
  );
  const on = (day: string) => {
    const period = periodOn(periods, day);
    return period && [period.planOrdinal, period.measurement?.quarter ?? null, told(period.measurement)?.[1] ?? null];
  };

  it.each([
    ['2025-12-19', undefined],
    ['2025-12-20', [1, null, null]],
    ['2026-04-15', [1, 1, '400.00']],
    ['2026-04-20', [1, null, null]],
    ['2026-05-09', [1, 1, '500.00']],
    // From this day on, the corrected plan applies.
    ['2026-05-10', [2, 1, '500.00']],
    ['2026-05-31', [2, 1, '500.00']],
    // Approved before its quarter began: it counts from its approval, as on every other screen.
    ['2026-06-01', [2, 3, '1000.00']],
    // A correction says what is done in all.
    ['2026-08-01', [2, 3, '600.00']],
  ])('on %s', (day, expected) => {
    expect(on(day)).toEqual(expected);
  });

  it('have planned value at the end of each quarter of the plan, up to the whole', () => {
    for (const period of periods) {
      const { first, values } = period.planned ?? { first: 0, values: [] };
      expect(values.length).toBeGreaterThan(1);
      const inForce = period.planOrdinal === 1 ? TWO : LARGER;
      values.forEach((value, index) => {
        const at = first + index;
        expect(value).toBe(plannedValue(inForce, { year: Math.floor((at - 1) / 4), quarter: ((at - 1) % 4) + 1 }));
      });
      expect(values.at(-1)).toBe(period.bac);
    }
    expect(plannedByQuarter({})).toBeNull();
    const far = { implementation: [{ plan: [{ year: 1e300 }, { year: 2101 }] }] };
    expect(plannedByQuarter(far)).toBeNull();
    expect(plannedByQuarter({ implementation: [{ plan: [{ year: 2026 }, { year: -1e300 }] }] })?.values.length).toBe(4);
  });

  it('begin with the first plan, whose planned days they have', () => {
    expect(periods[0]).toMatchObject({ from: '2025-12-20', plannedStart: '2026-01-01', plannedEnd: '2026-12-31' });
    const odd = { ...TWO, implementationDates: { start: '2026-02-30' } };
    expect(measuredPeriods([{ ordinal: 1, from: '2026-01-01', plan: odd }], [])).toMatchObject([
      { plannedStart: null, plannedEnd: null },
    ]);
  });

  it.each<[string, Quarter]>([
    ['2026-11-24', { year: 2026, quarter: 3 }],
    ['2026-03-30', { year: 2025, quarter: 4 }],
    ['2026-03-31', { year: 2025, quarter: 4 }],
    ['2026-04-01', { year: 2026, quarter: 1 }],
    ['2027-01-01', { year: 2026, quarter: 4 }],
  ])('the newest quarter that is over on %s', (day, quarter) => {
    expect(lastEndedQuarter(day)).toEqual(quarter);
    expect(statusQuarter(day)).toEqual(quarter);
  });
});

describe('properties', () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 15n });
  const values = fc.record({ bac: value, pv: value, ev: value, ac: value });

  it('a group is the sum of its parts, however they are grouped', () => {
    fc.assert(
      fc.property(fc.array(values), fc.nat(), (parts, at) => {
        const whole = sumOfValues(parts);
        expect(sumOfValues([sumOfValues(parts.slice(0, at)), sumOfValues(parts.slice(at))])).toEqual(whole);
        const of = (list: readonly EarnedValue[], of: keyof ReturnType<typeof indexesOf>) =>
          list.reduce((sum, part) => sum + (indexesOf(part)[of] ?? 0n), 0n);
        expect(indexesOf(whole).sv).toBe(of(parts, 'sv'));
        expect(indexesOf(whole).cv).toBe(of(parts, 'cv'));
      }),
    );
  });

  it('the indexes tell the side of each variance, and a divisor of 0 gives none', () => {
    fc.assert(
      fc.property(values, (of) => {
        const { sv, cv, spi, cpi, eac, etc, vac, tcpi } = indexesOf(of);
        expect(spi === null).toBe(of.pv === 0n);
        expect(cpi === null).toBe(of.ac === 0n);
        expect(eac === null).toBe(of.ac === 0n || of.ev === 0n);
        if (spi !== null) expect(sv >= 0n ? spi >= 1000n : spi <= 1000n).toBe(true);
        if (cpi !== null) expect(cv >= 0n ? cpi >= 1000n : cpi <= 1000n).toBe(true);
        if (eac !== null) expect([vac, etc]).toEqual([of.bac - eac, eac - of.ac]);
        expect([vac === null, etc === null]).toEqual([eac === null, eac === null]);
        expect(tcpi === null).toBe(of.ac >= of.bac);
      }),
    );
  });

  it('the rest of the works: three quarters of them for half of the budget', () => {
    expect(indexesOf({ bac: 4000n, pv: 2000n, ev: 1000n, ac: 2000n })).toMatchObject({
      eac: 8000n,
      etc: 6000n,
      tcpi: 1500n,
    });
    expect(indexesOf({ bac: 4000n, pv: 2000n, ev: 4000n, ac: 2000n }).tcpi).toBe(0n);
  });

  it('EV never exceeds the estimates, and PV reaches them at the end of the plan', () => {
    const share = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 5 }), (done) => {
        const reports = [0, 1].map((of) =>
          report(of === 0 ? 1 : 4, ...done.map((shares, n): Done => [n % 2 === 0 ? 'А' : 'Б', shares[of] ?? 0, 1])),
        );
        const at = measure(TWO, reports, []);
        expect(at?.pv).toBe(at?.bac);
        expect((at?.ev ?? 0n) <= (at?.bac ?? 0n)).toBe(true);
      }),
    );
  });
});

it('an index is written with three digits, below 1 and below 0 too', () => {
  expect([957n, 1000n, 0n, 12_345n, -1n, -2500n].map(fromThousandths)).toEqual([
    '0.957',
    '1.000',
    '0.000',
    '12.345',
    '-0.001',
    '-2.500',
  ]);
});
