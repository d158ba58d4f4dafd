import { describe, expect, it } from 'vitest';
import { activitySpans, formerSpans, plannedPeriod, reportedSpans, spanOf } from './timeline.ts';

const span = (start: string, end: string) => ({ start, end });

describe('the period of a plan', () => {
  it('needs both days in their order', () => {
    expect(spanOf('2026-01-01', '2026-12-31')).toEqual(span('2026-01-01', '2026-12-31'));
    expect(spanOf('2026-01-01', '2026-01-01')).toEqual(span('2026-01-01', '2026-01-01'));
    expect([spanOf('2026-12-31', '2026-01-01'), spanOf('', '2026-01-01'), spanOf('2026-02-30', null)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(plannedPeriod({ implementationDates: { start: '2026-01-01', end: '2027-06-30' } })).toEqual(
      span('2026-01-01', '2027-06-30'),
    );
    expect(plannedPeriod({})).toBeNull();
  });
});

describe('spans of earlier plans', () => {
  const [first, second, third] = [
    span('2026-01-01', '2026-12-31'),
    span('2026-01-01', '2027-03-31'),
    span('2026-04-01', '2027-06-30'),
  ];
  it('stay in their order, each once, without that in force', () => {
    expect(formerSpans([first, null, second, first, third], third)).toEqual([first, second]);
    expect(formerSpans([first, first], first)).toEqual([]);
    expect(formerSpans([first], null)).toEqual([first]);
  });
});

describe('activities', () => {
  const year = (of: number, ...percents: string[]) => ({
    year: of,
    ...Object.fromEntries(percents.map((percent, index) => [`q${index + 1}`, { percent, amount: '0.00' }])),
  });
  const plan = {
    implementationDates: { start: '2026-05-10', end: '2027-02-20' },
    implementation: [
      {
        activity: { name: 'Радови' },
        plan: [year(2026, '0.00', '30.00', '0.00', '40.00'), year(2027, '30.00', '0.00', '0.00', '0.00')],
      },
      { activity: { name: 'Надзор' }, plan: [year(2026, '0.00', '0.00', '100.00', '0.00')] },
      { activity: { name: 'Без плана' }, plan: [year(2026, '0.00', '0.00', '0.00', '0.00')] },
    ],
  };
  it('last from their first to their last planned quarter, within the period of the plan', () => {
    expect([...activitySpans(plan).values()]).toEqual([
      { name: 'Радови', span: span('2026-05-10', '2027-02-20') },
      { name: 'Надзор', span: span('2026-07-01', '2026-09-30') },
    ]);
  });
  it('are planned by amounts alone, too, and last as the quarters do without a period of the plan', () => {
    const byAmount = {
      year: 2027,
      q2: { percent: '0.00', amount: '5.00' },
      q3: { percent: '0.00', amount: '0.00' },
      q4: { percent: '0.00' },
    };
    const rows = [{ activity: { name: 'Земљиште' }, plan: [byAmount] }];
    const spansIn = (start?: string, end?: string) => [
      ...activitySpans({ implementation: rows, ...(start ? { implementationDates: { start, end } } : {}) }).values(),
    ];
    const whole = span('2027-04-01', '2027-06-30');
    expect(spansIn()).toEqual([{ name: 'Земљиште', span: whole }]);
    // A period that does not overlap the quarters cuts nothing off; one that overlaps them on one day leaves that day.
    expect(spansIn('2026-01-01', '2026-12-31')).toEqual([{ name: 'Земљиште', span: whole }]);
    expect(spansIn('2027-06-30', '2027-12-31')).toEqual([{ name: 'Земљиште', span: span('2027-06-30', '2027-06-30') }]);
  });
  it('progressed over the end of a year', () => {
    const report = (year: number, quarter: number) => ({
      year,
      quarter,
      activities: [{ name: 'Радови', fulfilled: 1n, expense: 0n }],
    });
    expect([...reportedSpans([report(2027, 1), report(2026, 4)]).values()]).toEqual([span('2026-10-01', '2027-03-31')]);
  });
  it('progressed in the quarters that reported it, in any order of the reports', () => {
    const report = (quarter: number, fulfilled: bigint) => ({
      year: 2026,
      quarter,
      activities: [{ name: ' радови', fulfilled, expense: 0n }],
    });
    expect([...reportedSpans([report(4, 0n), report(3, 1_000n), report(2, 500n)]).values()]).toEqual([
      span('2026-04-01', '2026-09-30'),
    ]);
  });
});
