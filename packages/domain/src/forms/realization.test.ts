import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHundredths } from '../money/decimal.ts';
import { completeForm, defaultValues, settleValues } from './complete.ts';
import { correctionPrefill } from './definitions/correction.ts';
import { targetPercent } from './definitions/quarterly.ts';
import { planPrefill } from './definitions/plan.ts';
import { cellsOf, proposeAmounts, proposedAmounts } from './definitions/plan-schedule.ts';
import {
  CONCLUSION_DATA,
  CONCLUSION_EXAMPLE,
  PLAN_DATA,
  PLAN_EXAMPLE,
  QUARTERLY_DATA,
  QUARTERLY_EXAMPLE,
} from '@pimis/examples/realization';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { getPath, rowsAt, setPath } from './paths.ts';
import { formOf } from '../../test/forms.ts';
import type { FormData, FormDefinition, FormValues } from './types.ts';
import { validateForm } from './validate.ts';

const CONTEXT = { today: '2026-05-04', foreignFunds: false };

function changed(base: FormValues, changes: Record<string, unknown>): FormValues {
  const values = structuredClone(base);
  for (const [path, value] of Object.entries(changes)) setPath(values, path, value);
  return values;
}

function judge(definition: FormDefinition, values: FormValues, data: FormData, today = CONTEXT.today) {
  const validation = validateForm(definition, completeForm(definition, values, data), data, { ...CONTEXT, today });
  const short = (items: typeof validation.errors) => items.map(({ code, index }) => `${code}/${index}`);
  return { errors: short(validation.errors), warnings: short(validation.warnings), validation };
}

/** A row of a table, to be changed in place. */
function row(values: FormValues, path: string, index: number): FormValues {
  const found = rowsAt(values, path)[index];
  if (!found) throw new Error(`No row ${index} in ${path}`);
  return found;
}

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

describe('proposed amounts (K1)', () => {
  const cells = (shares: readonly string[]) =>
    cellsOf({
      plan: [{ year: 2026, ...Object.fromEntries(shares.map((percent, at) => [`q${at + 1}`, { percent }])) }],
    });

  it('the vector of the catalogue', () => {
    const proposed = proposedAmounts(100_000_001n, cells(['33.33', '33.33', '33.34']));
    expect([...proposed.values()].map(fromHundredths)).toEqual(['333300.00', '333300.00', '333400.01']);
  });

  it('give the estimate exactly whenever the shares give 100', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 99_999_999_999_999n }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (estimate, a, b) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const shares = [low, high - low, 10_000 - high].map((share) => fromHundredths(BigInt(share)));
          const sum = [...proposedAmounts(estimate, cells(shares)).values()].reduce((x, y) => x + y, 0n);
          return sum === estimate;
        },
      ),
    );
  });

  it('follow the percentages until an amount is typed over', () => {
    const before: FormValues = {
      financialInfo: { activityList: [{ name: 'А', estimate: '1000.00' }] },
      implementation: [{ plan: [{ year: 2026, q1: { percent: '40.00', amount: '400.00' }, q2: { amount: '1.00' } }] }],
    };
    const after = structuredClone(before);
    const year = row(row(after, 'implementation', 0), 'plan', 0);
    setPath(year, 'q1.percent', '50.00');
    setPath(year, 'q2.percent', '50.00');
    const made = proposeAmounts(before, after);
    expect(rowsAt(rowsAt(made, 'implementation')[0], 'plan')[0]).toMatchObject({
      q1: { amount: '500.00' },
      q2: { amount: '1.00' },
    });
    expect(proposeAmounts(after, after)).toBe(after);
  });
});

describe('quarterly report', () => {
  const quarterly = formOf('kvartalni');
  const example = () => structuredClone(QUARTERLY_EXAMPLE);

  it('the filled example stands without errors and computes what it states', () => {
    expect(completeForm(quarterly, QUARTERLY_EXAMPLE, QUARTERLY_DATA)).toEqual(QUARTERLY_EXAMPLE);
    expect(judge(quarterly, QUARTERLY_EXAMPLE, QUARTERLY_DATA)).toMatchObject({ errors: [], warnings: [] });
  });

  it('starts with the activities of the plan and the answer Не', () => {
    const made = defaultValues(quarterly, QUARTERLY_DATA);
    expect(rowsAt(made, 'summary.activities')).toHaveLength(4);
    expect(getPath(made, 'keyAspects.costChanges')).toMatchObject({
      answer: 'Не',
      activities: [{ oldEstimate: '84384000.00', newEstimate: '84384000.00' }, {}, {}, {}],
    });
  });

  it.each([
    ['27002880.00', '33753600.00', '80.00'],
    ['0.00', '0.00', '100.00'],
    ['5.00', '0.00', '0.00'],
    ['33753599.00', '33753600.00', '100.00'],
    ['30.00', '20.00', '150.00'],
  ])('target percent of %s against %s is %s (K2)', (real, planned, expected) => {
    const hundredths = (text: string) => BigInt(text.replace('.', ''));
    expect(targetPercent(hundredths(real), hundredths(planned))).toBe(expected);
  });

  it('reason and measures are asked exactly when the percent is not 100', () => {
    const values = example();
    setPath(row(values, 'summary.activities', 0), 'details.financial.realExpense', '33753600.00');
    const completed = completeForm(quarterly, values, QUARTERLY_DATA);
    expect(getPath(rowsAt(completed, 'summary.activities')[0], 'details.financial.targetReason')).toBeUndefined();
    setPath(row(values, 'summary.activities', 1), 'details.financial.realExpense', '5.00');
    expect(judge(quarterly, values, QUARTERLY_DATA).errors).toEqual(['FluentEmptyField/2', 'FluentEmptyField/2']);
  });

  it('the answer Не resets what was typed over, and Да keeps the reset values (K3)', () => {
    const typed = example();
    setPath(typed, 'keyAspects.costChanges.answer', 'Не');
    row(typed, 'keyAspects.costChanges.activities', 2).newEstimate = '700000000.00';
    setPath(typed, 'keyAspects.costChanges.reasons', 'Поскупело је.');
    const completed = completeForm(quarterly, typed, QUARTERLY_DATA);
    expect(rowsAt(completed, 'keyAspects.costChanges.activities')[2]?.newEstimate).toBe('653976000.00');
    const settled = settleValues(quarterly, typed, completed);
    setPath(settled, 'keyAspects.costChanges.answer', 'Да');
    const again = completeForm(quarterly, settled, QUARTERLY_DATA);
    expect(rowsAt(again, 'keyAspects.costChanges.activities')[2]?.newEstimate).toBe('653976000.00');
    expect(getPath(again, 'keyAspects.costChanges.reasons')).toBeUndefined();
    expect(judge(quarterly, again, QUARTERLY_DATA).errors).toEqual(['FluentCostChangeMissing/0', 'FluentEmptyField/0']);
  });

  it('missing rows are appended from the plan (K4)', () => {
    const values = example();
    setPath(values, 'summary.activities', rowsAt(values, 'summary.activities').slice(0, 3));
    const rows = rowsAt(completeForm(quarterly, values, QUARTERLY_DATA), 'summary.activities');
    expect(rows.map(({ name }) => name)).toEqual(['Пројектовање', 'Радови', 'Опрема', 'Надзор']);
  });

  it('another name is a mismatch in its row, never a rename (K10), and its row may go', () => {
    const values = example();
    row(values, 'summary.activities', 2).name = 'Опрема 2';
    expect(judge(quarterly, values, QUARTERLY_DATA).errors).toContain('FluentActivityListMismatch/3');
    expect(quarterly.lockedAt?.('summary.activities[3]', values, QUARTERLY_DATA)).toBe(false);
    expect(quarterly.lockedAt?.('summary.activities[1]', values, QUARTERLY_DATA)).toBe(true);
  });

  it('fulfilment over all quarters up to this one, and what was spent (K7)', () => {
    const data = {
      ...QUARTERLY_DATA,
      Before: [{ Name: ' пројектовање', Fulfilled: '70.00', Expense: '60000000.00' }],
    };
    expect(judge(quarterly, QUARTERLY_EXAMPLE, data)).toMatchObject({
      errors: ['FluentActivityFulfilledSum/1'],
      warnings: ['FluentRealExpenseSum/1'],
    });
  });

  it('a form whose name names no quarter is refused', () => {
    expect(judge(quarterly, QUARTERLY_EXAMPLE, { ...QUARTERLY_DATA, quarterKnown: false }).errors).toEqual([
      'FluentInvalidField/0',
    ]);
  });
});

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

describe('quarterly correction', () => {
  const form = formOf('kvartalni-korekcija');
  const data: FormData = {
    Plan: {
      ActivityTotalAmounts: [
        { Name: 'Радови', Amount: '50000000.00', InitialAmount: '60000000.00' },
        { Name: 'Прикључак', Amount: '10000000.00', InitialAmount: '0.00' },
      ],
    },
    Realized: [
      { Name: 'Радови', Year: 2026, Quarter: 1, Fulfilled: '40.00', Expense: '15000000.00' },
      { Name: 'Радови', Year: 2026, Quarter: 2, Fulfilled: '32.00', Expense: '25000000.00' },
    ],
  };

  it('starts from what was done so far and asks for a reason only where something is restated', () => {
    const values = defaultValues(form, data);
    expect(rowsAt(values, 'summary.activities')[0]).toMatchObject({
      details: {
        physical: { oldFulfilled: '72.00', activityFulfilled: '72.00' },
        financial: { oldExpense: '40000000.00' },
      },
    });
    expect(judge(form, values, data).errors).toEqual([]);
    setPath(row(values, 'summary.activities', 0), 'details.financial.realExpense', '30000000.00');
    setPath(row(values, 'summary.activities', 1), 'details.financial.realExpense', '10000000.00');
    expect(judge(form, values, data).errors).toEqual(['FluentEmptyField/1', 'FluentEmptyField/2']);
  });

  it('keeps the sum, and no activity above its new estimate', () => {
    const values = defaultValues(form, data);
    setPath(row(values, 'summary.activities', 0), 'details', {
      physical: { activityFulfilled: '72.00' },
      financial: { realExpense: '60000000.00' },
      reason: 'Премештено.',
    });
    expect(judge(form, values, data).errors).toEqual(['FluentRestatedExpenseSum/0', 'FluentRestatedExpenseOver/1']);
  });
});

describe('conclusion', () => {
  const form = formOf('zavrsni');

  it('the filled example stands without errors and computes what it states', () => {
    const completed = completeForm(form, CONCLUSION_EXAMPLE, CONCLUSION_DATA);
    expect(completed).toEqual(CONCLUSION_EXAMPLE);
    expect(judge(form, CONCLUSION_EXAMPLE, CONCLUSION_DATA)).toMatchObject({ errors: [], warnings: [] });
  });

  it('Не clears what hangs on the answer (K9)', () => {
    const values = changed(CONCLUSION_EXAMPLE, { 'basicInfo.delayed': 'Не', 'expenses.deviation.deviated': 'Не' });
    const completed = completeForm(form, values, CONCLUSION_DATA);
    expect(getPath(completed, 'basicInfo.notes')).toBeUndefined();
    expect(getPath(completed, 'basicInfo.measures')).toBeUndefined();
    expect(getPath(settleValues(form, values, completed), 'expenses.deviation.notes')).toBeUndefined();
    expect(judge(form, values, CONCLUSION_DATA)).toMatchObject({
      errors: [],
      warnings: ['FluentDelayAnswer/0', 'FluentDeviationAnswer/1'],
    });
  });

  it('a realization that ended on its last planned day has no delay to answer for', () => {
    const onTime = (actualEnd: string) => {
      const values = changed(CONCLUSION_EXAMPLE, {
        'basicInfo.actualEnd': actualEnd,
        'basicInfo.delayed': 'Не',
        'expenses.deviation.deviated': 'Не',
      });
      const completed = completeForm(form, values, CONCLUSION_DATA);
      const { warnings } = judge(form, values, CONCLUSION_DATA);
      return [getPath(completed, 'basicInfo.exceedingDeadline'), warnings.includes('FluentDelayAnswer/0')];
    };
    const planned = String(getPath(CONCLUSION_DATA, 'conclusionAddData.plannedDateEnd'));
    expect(onTime(planned)).toEqual([0, false]);
    const dayLater = new Date(Date.parse(planned) + 86_400_000).toISOString().slice(0, 10);
    expect(onTime(dayLater)).toEqual([1, true]);
  });

  it('sums of the sources against the actual and the adjusted total', () => {
    const values = structuredClone(CONCLUSION_EXAMPLE);
    row(values, 'expenses.fundingSources', 1).actual = '210960000.02';
    row(values, 'expenses.fundingSources', 2).adjustment = '-0.02';
    expect(judge(form, values, CONCLUSION_DATA).errors).toEqual(['FluentActualSourceSum/0', 'FluentAdjustmentSum/0']);
  });

  it('starts with the person of the plan and the last day with progress', () => {
    expect(defaultValues(form, CONCLUSION_DATA)).toMatchObject({
      basicInfo: { actualEnd: '2028-12-31', implementationStartDelay: 74, exceedingDeadline: 92 },
      proposerInfo: { responsiblePerson: 'Милена Јовић' },
      expenses: { fundingSources: [{ actual: '0.00', adjustment: '0.00', diff: '-1406400000.00' }, {}, {}] },
    });
  });
});
