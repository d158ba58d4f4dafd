import { describe, expect, it } from 'vitest';
import { PLAN_DATA, PLAN_EXAMPLE, QUARTERLY_DATA } from '@pimis/examples/realization';
import { formOf } from '../../../test/forms.ts';
import { judge, row } from '../../../test/realization.ts';
import { completeForm, defaultValues } from '../complete.ts';
import { getPath, rowsAt, setPath } from '../paths.ts';
import type { FormData, FormValues } from '../types.ts';
import { correctionPrefill } from './correction.ts';

describe('correction', () => {
  const correction = formOf('korekcija');
  const realized = [{ Name: 'Пројектовање', Year: 2026, Quarter: 1, Fulfilled: '32.00', Expense: '27002880.00' }];
  const data: FormData = {
    ...PLAN_DATA,
    ...QUARTERLY_DATA,
    Realized: realized,
    prefill: correctionPrefill(PLAN_EXAMPLE, realized),
  };
  /** The rest of the activity spread over the open quarters. */
  const spread = () => {
    const values = defaultValues(correction, data);
    const year = row(row(values, 'implementation', 0), 'plan', 0);
    setPath(year, 'q2', { percent: '48.00', amount: '40504320.00' });
    setPath(year, 'q3', { percent: '20.00', amount: '16876800.00' });
    setPath(values, 'correction', { explanation: 'Каснили су услови.', evidence: ['7'] });
    return values;
  };

  it('closed quarters show what was done and paid, and the rest has to be spread', () => {
    const values = defaultValues(correction, data);
    expect(rowsAt(rowsAt(values, 'implementation')[0], 'plan')[0]).toMatchObject({
      q1: { percent: '32.00', amount: '27002880.00' },
    });
    expect(judge(correction, values, data).errors.toSorted()).toEqual([
      'FluentCorrectionEvidence/0',
      'FluentCorrectionExplanation/0',
      'FluentCorrectionUnchanged/0',
      'FluentPlanPercentSum/1',
      'FluentQuarterAmountSum/1',
    ]);
    expect(judge(correction, spread(), data).errors).toEqual([]);
  });

  it('names of the plan in force stay, closed quarters too, and estimates hold what was spent', () => {
    const renamed = spread();
    row(renamed, 'financialInfo.activityList', 3).name = 'Стручни надзор';
    expect(judge(correction, renamed, data).errors).toContain('FluentCorrectionActivityLocked/4');
    const reopened = spread();
    setPath(row(row(reopened, 'implementation', 0), 'plan', 0), 'q1.amount', '27002880.02');
    expect(judge(correction, reopened, data).errors).toContain('FluentCorrectionClosedQuarter/1');
    const low = spread();
    row(low, 'financialInfo.activityList', 0).estimate = '27002879.99';
    expect(judge(correction, low, data).errors).toContain('FluentCorrectionBelowSpent/1');
    expect(correction.lockedAt?.('implementation[1].plan[1].q1.amount', spread(), data)).toBe(true);
    expect(correction.lockedAt?.('implementation[1].plan[1].q2.amount', spread(), data)).toBe(false);
    expect(correction.lockedAt?.('financialInfo.activityList[1].name', spread(), data)).toBe(true);
    // The year of a closed quarter stays; where it was chosen twice, either row can be taken back.
    const years = (...plan: readonly FormValues[]) => {
      const values = spread();
      setPath(row(values, 'implementation', 0), 'plan', plan);
      return ['', '.year'].map((part) =>
        plan.map((_, at) => correction.lockedAt?.(`implementation[1].plan[${at + 1}]${part}`, values, data)),
      );
    };
    const once = [true, false, false];
    expect(years({ year: 2026 }, { year: 2027 }, {})).toEqual([once, once]);
    const twice = [false, false, false];
    expect(years({ year: 2026 }, { year: 2027 }, { year: 2026 })).toEqual([twice, twice]);
    expect(correction.lockedAt?.('implementation[2].plan[1]', spread(), data)).toBe(false);
  });

  it('another estimate moves the amounts of open quarters, never of a closed one, which nobody could set right', () => {
    const before = spread();
    const after = structuredClone(before);
    row(after, 'financialInfo.activityList', 0).estimate = '90000000.00';
    const made = correction.propose?.(before, after, data) ?? after;
    expect(rowsAt(rowsAt(made, 'implementation')[0], 'plan')[0]).toMatchObject({
      q1: { percent: '32.00', amount: '27002880.00' },
      q2: { percent: '48.00', amount: '43200000.00' },
    });
    expect(judge(correction, made, data).errors).not.toContain('FluentCorrectionClosedQuarter/1');
  });

  it('a closed quarter gets back what was paid in it', () => {
    for (const amount of ['27000000.00', undefined]) {
      const before = spread();
      setPath(row(row(before, 'implementation', 0), 'plan', 0), 'q1.amount', amount);
      const after = structuredClone(before);
      setPath(row(row(after, 'implementation', 0), 'plan', 0), 'q2.percent', '48.50');
      const made = rowsAt(rowsAt(correction.propose?.(before, after, data), 'implementation')[0], 'plan');
      expect(getPath(made[0], 'q1.amount')).toBe('27002880.00');
    }
  });

  it('a closed quarter in which nothing was paid, and nothing was planned, stays empty', () => {
    const unpaid = { ...data, Realized: rowsAt(data, 'Realized').map((one) => ({ ...one, Expense: '0.00' })) };
    const before = spread();
    setPath(row(row(before, 'implementation', 0), 'plan', 0), 'q1', undefined);
    const after = structuredClone(before);
    setPath(row(row(after, 'implementation', 0), 'plan', 0), 'q2.percent', '48.50');
    const made = rowsAt(rowsAt(correction.propose?.(before, after, unpaid), 'implementation')[0], 'plan');
    expect(getPath(made[0], 'q1.amount')).toBeUndefined();
    expect(getPath(made[0], 'q2.amount')).not.toBe(
      getPath(row(row(after, 'implementation', 0), 'plan', 0), 'q2.amount'),
    );
  });

  it('a closed year that is chosen by mistake, before its row or after it, is taken back as if nothing had been', () => {
    const [closed = {}] = rowsAt(row(spread(), 'implementation', 0), 'plan');
    const other: FormValues = { year: 2025, q1: { amount: '5.00' }, q4: { percent: '1.00', amount: '7.00' } };
    for (const [years, at] of [
      [[other, closed], 0],
      [[closed, other], 1],
    ] as const) {
      const before = spread();
      setPath(row(before, 'implementation', 0), 'plan', structuredClone(years));
      const chosen = structuredClone(before);
      setPath(row(row(chosen, 'implementation', 0), 'plan', at), 'year', 2026);
      const mistaken = correction.propose?.(before, chosen, data) ?? chosen;
      const back = structuredClone(mistaken);
      setPath(row(row(back, 'implementation', 0), 'plan', at), 'year', 2025);
      expect(correction.propose?.(mistaken, back, data)).toEqual(before);
    }
  });

  it('compares by activity and counts the days between the ends (K5)', () => {
    const values = spread();
    setPath(values, 'implementationDates.end', '2028-12-20');
    setPath(values, 'financialInfo.activityList', [
      ...rowsAt(values, 'financialInfo.activityList'),
      { name: 'Прикључак', estimate: '10.00' },
    ]);
    const completed = completeForm(correction, values, data);
    expect(getPath(completed, 'correction.days')).toBe(81);
    expect(rowsAt(completed, 'correction.comparison')).toHaveLength(5);
    expect(rowsAt(completed, 'correction.comparison')[4]).toEqual({
      name: 'Прикључак',
      initialEstimate: '0.00',
      oldEstimate: '0.00',
      newEstimate: '10.00',
      difference: '10.00',
    });
  });
});
