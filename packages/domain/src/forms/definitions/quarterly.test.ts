import { describe, expect, it } from 'vitest';
import { QUARTERLY_DATA, QUARTERLY_EXAMPLE } from '@pimis/examples/realization';
import { formOf } from '../../../test/forms.ts';
import { judge, row } from '../../../test/realization.ts';
import { completeForm, defaultValues, settleValues } from '../complete.ts';
import { getPath, rowsAt, setPath } from '../paths.ts';
import { targetPercent } from './quarterly.ts';

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
