import { expect, it } from 'vitest';
import { keptEarnedValues } from './kept-earned-values.ts';
import type { ReportEvent } from './measured-periods.ts';

const MOST = '999999999999999.99';
const plan = (estimate: string, of = 1) => ({
  implementationDates: { start: '2026-01-01', end: '2026-12-31' },
  financialInfo: {
    activityList: Array.from({ length: of }, (_, place) => ({ name: `Радови ${place}`, estimate })),
  },
  implementation: [{ activity: { name: 'Радови 0' }, plan: [{ year: 2026, q1: { percent: '100.00' } }] }],
});
const approved = (day: string, fulfilled: bigint, expense: bigint): ReportEvent => ({
  formId: 1,
  day,
  kind: 'report',
  quarter: { year: 2026, quarter: 1 },
  activities: [{ name: 'радови 0', fulfilled, expense }],
});

it('a row from each day on which the known facts of a project changed, up to the next', () => {
  const plans = [{ ordinal: 1, from: '2026-01-05', plan: plan('1000.00') }];
  const opened: ReportEvent = { ...approved('2026-05-01', 0n, 0n), activities: null };
  const rows = keptEarnedValues(plans, [approved('2026-04-10', 5_000n, 40_000n), opened]);
  const planned = { plannedFirst: 8105, planned: ['1000.00', '1000.00', '1000.00', '1000.00'] };
  const period = { planOrdinal: 1, plannedStart: '2026-01-01', plannedEnd: '2026-12-31', bac: '1000.00', ...planned };
  const none = { year: null, quarter: null, pv: null, ev: null, ac: null, spi: null, cpi: null, eac: null };
  expect(rows).toEqual([
    { ...period, ...none, from: '2026-01-05', until: '2026-04-10' },
    {
      ...period,
      from: '2026-04-10',
      until: '2026-05-01',
      year: 2026,
      quarter: 1,
      pv: '1000.00',
      ev: '500.00',
      ac: '400.00',
      spi: '500',
      cpi: '1250',
      eac: '800.00',
    },
    { ...period, ...none, from: '2026-05-01', until: null },
  ]);
});

it('where a divisor is 0 there is no index', () => {
  const [, row] = keptEarnedValues(
    [{ ordinal: 1, from: '2026-01-05', plan: { ...plan('1000.00'), implementation: [] } }],
    [approved('2026-04-10', 0n, 0n)],
  );
  expect([row?.pv, row?.spi, row?.cpi, row?.eac]).toEqual(['0.00', null, null, null]);
});

it('a sum beyond the range of its column is kept as the largest value', () => {
  const [first] = keptEarnedValues([{ ordinal: 1, from: '2026-01-05', plan: plan(MOST, 101) }], []);
  expect(first?.bac).toBe('99999999999999999.99');
});

it('before its first plan a project is not measured', () => {
  expect(keptEarnedValues([], [approved('2026-04-10', 1n, 1n)])).toEqual([]);
});
