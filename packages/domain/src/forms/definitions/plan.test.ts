import { describe, expect, it } from 'vitest';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { PLAN_DATA, PLAN_EXAMPLE } from '@pimis/examples/realization';
import { formOf } from '../../../test/forms.ts';
import { changed, judge, row } from '../../../test/realization.ts';
import { completeForm, defaultValues } from '../complete.ts';
import { getPath, rowsAt, setPath } from '../paths.ts';
import type { FormValues } from '../types.ts';
import { planPrefill } from './plan.ts';

describe('plan', () => {
  const plan = formOf('plan');

  it('the filled example stands without errors and computes what it states', () => {
    expect(completeForm(plan, PLAN_EXAMPLE, PLAN_DATA)).toEqual(PLAN_EXAMPLE);
    expect(judge(plan, PLAN_EXAMPLE, PLAN_DATA)).toMatchObject({ errors: [], warnings: [] });
  });

  it('takes over what the newest preparation form holds', () => {
    const taken = planPrefill({ ...IDEA_EXAMPLE, financialInfo: { ...(IDEA_EXAMPLE.financialInfo as FormValues) } });
    expect(taken).toMatchObject({
      basic: { responsiblePerson: 'Милена Јовић', email: 'milena.jovic@example.rs' },
      financialInfo: { price: { local: '2109600000.00' } },
      implementationDates: { end: '2028-09-30' },
    });
    // Half a character could not be stored.
    const long = planPrefill({ description: { summary: `${'ш'.repeat(3999)}🏗` } });
    expect(getPath(long, 'basic.description')).toBe('ш'.repeat(3999));
    const made = defaultValues(plan, { ...PLAN_DATA, prefill: taken });
    expect(getPath(made, 'financialInfo.price.foreign')).toBe('18000000.00');
  });

  it('makes a schedule row for each activity with the years of the period', () => {
    const values = changed(PLAN_EXAMPLE, { implementation: undefined });
    const rows = rowsAt(completeForm(plan, values, PLAN_DATA), 'implementation');
    expect(rows.map((entry) => getPath(entry, 'activity.name'))).toEqual([
      'Пројектовање',
      'Радови',
      'Опрема',
      'Надзор',
    ]);
    expect(rowsAt(rows[0], 'plan').map(({ year }) => year)).toEqual([2026, 2027, 2028]);
  });

  it('makes no years of a period that no form takes, and keeps years in order', () => {
    const of = (dates: FormValues, plan?: FormValues[]) => {
      const values = changed(PLAN_EXAMPLE, { implementationDates: dates });
      if (plan) setPath(row(values, 'implementation', 0), 'plan', plan);
      else setPath(values, 'implementation', []);
      return rowsAt(rowsAt(completeForm(formOf('plan'), values, PLAN_DATA), 'implementation')[0], 'plan').map(
        ({ year }) => year,
      );
    };
    expect(of({ start: '0001-01-01', end: '9999-12-31' })).toEqual([]);
    expect(of({ start: '2026-01-01', end: '2031-01-01' })).toEqual([]);
    expect(of({ start: '2029-01-01', end: '2030-02-01' })).toEqual([2029, 2030]);
    const period = { start: '2026-01-01', end: '2028-12-31' };
    expect(of(period, [{ year: 2028 }, {}, { year: 2026 }, { year: 2027 }])).toEqual([2026, 2027, 2028, undefined]);
  });

  it('a renamed activity keeps its row, a removed one takes only its own along', () => {
    const renamed = structuredClone(PLAN_EXAMPLE);
    row(renamed, 'financialInfo.activityList', 1).name = 'Грађевински радови';
    const rows = rowsAt(completeForm(plan, renamed, PLAN_DATA), 'implementation');
    expect(rowsAt(rows[1], 'plan')).toHaveLength(3);
    expect(getPath(rows[1], 'activity.name')).toBe('Грађевински радови');
    const removed = structuredClone(PLAN_EXAMPLE);
    rowsAt(removed, 'financialInfo.activityList').splice(0, 1);
    setPath(removed, 'financialInfo.activityList', rowsAt(removed, 'financialInfo.activityList').slice(1));
    const left = rowsAt(completeForm(plan, removed, PLAN_DATA), 'implementation');
    expect(left.map((entry) => getPath(entry, 'activity.name'))).toEqual(['Радови', 'Опрема', 'Надзор']);
    expect(rowsAt(left[1], 'plan')).toHaveLength(1);
  });

  it('percentages of 99.99 fail exactly, amounts may differ by one hundredth', () => {
    const values = structuredClone(PLAN_EXAMPLE);
    const year = row(row(values, 'implementation', 0), 'plan', 0);
    setPath(year, 'q3.percent', '19.99');
    setPath(year, 'q3.amount', '16876800.01');
    expect(judge(plan, values, PLAN_DATA).errors).toEqual(['FluentPlanPercentSum/1']);
    setPath(year, 'q3.amount', '16876800.02');
    expect(judge(plan, values, PLAN_DATA).errors).toEqual(['FluentPlanPercentSum/1', 'FluentQuarterAmountSum/1']);
  });

  it('an activity without any share and amount is not asked for its sum', () => {
    const values = structuredClone(PLAN_EXAMPLE);
    setPath(row(values, 'implementation', 0), 'plan', [{ year: 2026 }]);
    expect(judge(plan, values, PLAN_DATA).errors).toEqual([]);
  });

  it('years, dates and quarters outside the period', () => {
    const values = structuredClone(PLAN_EXAMPLE);
    row(row(values, 'implementation', 0), 'plan', 0).year = 2037;
    expect(judge(plan, values, PLAN_DATA).errors).toEqual(['FluentPlanYearRange/1', 'FluentPlanQuarterOutside/1']);
    expect(judge(plan, changed(PLAN_EXAMPLE, { 'implementationDates.end': '2026-01-31' }), PLAN_DATA).errors).toContain(
      'FluentPlanDateOrder/0',
    );
    expect(judge(plan, changed(PLAN_EXAMPLE, { 'implementationDates.end': '2028-06-30' }), PLAN_DATA).errors).toEqual([
      'FluentPlanQuarterOutside/4',
    ]);
  });

  it('sums of activities and sources against the estimate', () => {
    expect(
      judge(plan, changed(PLAN_EXAMPLE, { 'financialInfo.price.local': '2109600000.02' }), PLAN_DATA).errors,
    ).toEqual(['FluentActivityEstimateSum/0', 'FluentFundingSourceSum/0']);
    expect(
      judge(plan, changed(PLAN_EXAMPLE, { 'financialInfo.price.local': '2109600000.01' }), PLAN_DATA).errors,
    ).toEqual([]);
  });
});
