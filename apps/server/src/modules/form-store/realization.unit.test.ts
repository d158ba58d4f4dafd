import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import {
  lastQuarterWithProgress,
  progressBefore,
  realizationOf,
  realizedRows,
  type StoredRealization,
  totalExpense,
} from './realization.ts';

const { approved, locked } = FORM_STATUS;
let nextId = 0;

/** A quarterly report or correction with these amounts of one activity done and paid. */
function form(code: string, name: string, done: string, paid: string, status: number = approved) {
  const details = { physical: { activityFulfilled: done }, financial: { realExpense: paid } };
  nextId += 1;
  return { id: nextId, code, name, status, input: { summary: { activities: [{ name: 'Радови', details }] } } };
}
const report = (quarter: number, done: string, paid: string, status: number = approved) =>
  form('kvartalni', `Квартални-2026-${quarter}`, done, paid, status);
const correction = (quarter: number, done: string, paid: string, status: number = approved) =>
  form('kvartalni-korekcija', `Квартална корекција-2026-${quarter}`, done, paid, status);
const of = (...forms: NonNullable<StoredRealization['forms']>) => realizationOf({ plans: null, forms });
const before = (known: ReturnType<typeof of>, quarter: number) => progressBefore(known, { year: 2026, quarter });
const rows = (known: ReturnType<typeof of>) =>
  realizedRows(known).map(({ Quarter, Fulfilled, Expense }) => [Quarter, Fulfilled, Expense]);

it('a realization has only approved reports and corrections, and only the first and the last plan', () => {
  const known = of(
    report(1, '10.00', '100.00'),
    report(2, '20.00', '200.00', locked),
    correction(1, '5.00', '0', locked),
  );
  expect([known.quarters.length, known.restatements.length, totalExpense(known)]).toEqual([1, 0, '100.00']);
  const plans = [{ nth: 1 }, { nth: 2 }];
  expect(realizationOf({ plans, forms: null })).toMatchObject({ initialPlan: { nth: 1 }, planInForce: { nth: 2 } });
});

describe('the work done before a quarter', () => {
  it('is the sum of earlier quarters, without its own and later ones', () => {
    const known = of(report(1, '10.00', '100.00'), report(2, '20.00', '200.00'), report(3, '30.00', '300.00'));
    expect(before(known, 1)).toEqual([]);
    expect(before(known, 3)).toEqual([{ Name: 'Радови', Fulfilled: '30.00', Expense: '300.00' }]);
  });

  it('includes a correction of an earlier quarter, but not one of its own', () => {
    const quarters = [report(1, '10.00', '100.00'), report(2, '20.00', '200.00')];
    expect(before(of(...quarters, correction(2, '25.00', '300.00')), 3)).toMatchObject([{ Fulfilled: '25.00' }]);
    expect(before(of(...quarters, correction(2, '25.00', '300.00')), 2)).toMatchObject([{ Fulfilled: '10.00' }]);
  });
});

it('a correction replaces its quarter and all before it; later reports stay', () => {
  const quarters = [1, 2, 3].map((quarter) => report(quarter, `${quarter}0.00`, `${quarter}00.00`));
  expect(rows(of(...quarters))).toEqual([
    [1, '10.00', '100.00'],
    [2, '20.00', '200.00'],
    [3, '30.00', '300.00'],
  ]);
  expect(rows(of(...quarters, correction(1, '1.00', '1.00'), correction(2, '25.00', '300.00')))).toEqual([
    [1, '0.00', '0.00'],
    [2, '25.00', '300.00'],
    [3, '30.00', '300.00'],
  ]);
});

it('the last quarter with progress is the newest with work or payments', () => {
  const none = '0.00';
  expect(
    lastQuarterWithProgress(of(report(1, '10.00', none), report(2, none, '1.00'), report(3, none, none))),
  ).toMatchObject({
    quarter: 2,
  });
  expect(lastQuarterWithProgress(of(report(1, '10.00', none), report(2, none, none)))).toMatchObject({ quarter: 1 });
  expect(lastQuarterWithProgress(of(report(1, none, none)))).toBeUndefined();
});
