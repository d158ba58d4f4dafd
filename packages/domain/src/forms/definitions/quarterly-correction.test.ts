import { describe, expect, it } from 'vitest';
import { formOf } from '../../../test/forms.ts';
import { judge, row } from '../../../test/realization.ts';
import { defaultValues } from '../complete.ts';
import { rowsAt, setPath } from '../paths.ts';
import type { FormData } from '../types.ts';

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
    const { errors, validation } = judge(form, values, data);
    expect(errors).toEqual(['FluentRestatedExpenseSum/0', 'FluentRestatedExpenseOver/1']);
    expect(validation.errors[0]?.gap).toEqual({ sum: '60000000.00', due: '40000000.00', unit: 'amount' });
  });
});
