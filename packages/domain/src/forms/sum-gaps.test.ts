import { describe, expect, it } from 'vitest';
import { IDEA_EXAMPLE, IDEA_EXAMPLE_DATA } from '@pimis/examples/idea';
import { SHORT_PIF_EXAMPLE } from '@pimis/examples/other';
import { PLAN_DATA, PLAN_EXAMPLE, QUARTERLY_DATA, QUARTERLY_EXAMPLE } from '@pimis/examples/realization';
import { formOf } from '../../test/forms.ts';
import { completeForm } from './complete.ts';
import { gapText, messageFor } from './messages.ts';
import { rowsAt, setPath } from './paths.ts';
import type { FormData, FormValues } from './types.ts';
import { validateForm } from './validate.ts';

const CONTEXT = { today: '2026-05-04', foreignFunds: false };

/** The messages of one code, after a change of an example. */
function messages(code: string, name: string, example: FormValues, data: FormData, change: (of: FormValues) => void) {
  const definition = formOf(name);
  const values = structuredClone(example);
  change(values);
  const { errors } = validateForm(definition, completeForm(definition, values, data), data, CONTEXT);
  return errors.filter((item) => item.code === code).map((item) => messageFor(item, 'sr'));
}

describe('messages about sums', () => {
  it('say the gap of shares', () => {
    const found = messages('FluentPlanPercentSum', 'plan', PLAN_EXAMPLE, PLAN_DATA, (values) =>
      setPath(rowsAt(rowsAt(values, 'implementation')[0], 'plan')[0] ?? {}, 'q3.percent', '19.99'),
    );
    expect(found).toEqual(['Збир процената активности мора бити 100 или 0: 99,99 од 100 %, недостаје 0,01 %.']);
  });

  it('say the gap of amounts', () => {
    const less = messages('FluentActivityEstimateSum', 'plan', PLAN_EXAMPLE, PLAN_DATA, (values) =>
      setPath(rowsAt(values, 'financialInfo.activityList')[0] ?? {}, 'estimate', '1.00'),
    );
    expect(less).toEqual([
      expect.stringMatching(/^Збир вредности активности .*: [\d.]+,00 од [\d.]+,00 РСД, недостаје [\d.]+,00 РСД\.$/),
    ]);
    const more = messages('FluentFundingSourceSum', 'ideja', IDEA_EXAMPLE, IDEA_EXAMPLE_DATA, (values) =>
      setPath(values, 'financialInfo.price.local', '1.00'),
    );
    expect(more).toEqual([expect.stringMatching(/ од 1,00 РСД, вишак [\d.]+,00 РСД\.$/)]);
  });

  it('say by how much the whole is below its parts', () => {
    const below = messages('FluentTotalBelowParts', 'ideja', IDEA_EXAMPLE, IDEA_EXAMPLE_DATA, (values) =>
      setPath(values, 'financialInfo.price.local', '1.00'),
    );
    expect(below).toEqual([
      expect.stringMatching(
        /^Процењена вредност је мања од збира .*: 1,00 од [\d.]+,00 РСД, недостаје [\d.]+,00 РСД\.$/,
      ),
    ]);
  });

  it('say by how much expenses exceed the whole', () => {
    const values = structuredClone(SHORT_PIF_EXAMPLE);
    setPath(values, 'expenses', [{ name: 'Све', amount: '200000000.01' }]);
    const definition = formOf('pif-mini');
    const { warnings } = validateForm(definition, completeForm(definition, values, {}), {}, CONTEXT);
    const above = warnings.find(({ code }) => code === 'FluentExpensesAboveTotal');
    expect(above?.gap?.sum).toBe('200000000.01');
    expect(above && messageFor(above, 'sr')).toMatch(/: 200\.000\.000,01 од [\d.]+,00 РСД, вишак [\d.,]+ РСД\.$/);
  });

  it('say by how much fulfilment exceeds 100 per cent', () => {
    const data = { ...QUARTERLY_DATA, Before: [{ Name: 'Пројектовање', Fulfilled: '70.00', Expense: '0.00' }] };
    const fulfilled = messages('FluentActivityFulfilledSum', 'kvartalni', QUARTERLY_EXAMPLE, data, (values) =>
      setPath(rowsAt(values, 'summary.activities')[0] ?? {}, 'details.physical.activityFulfilled', '40.50'),
    );
    expect(fulfilled).toEqual(['Укупно извршење прелази 100 %: 110,50 од 100 %, вишак 10,50 %.']);
  });

  it('are short for whole percentages, in both languages', () => {
    expect(gapText({ sum: '60.00', due: '100.00', unit: 'percent' })).toEqual({
      sr: '60 од 100 %, недостаје 40 %',
      en: '60 of 100 %, 40 % missing',
    });
    expect(gapText({ sum: '112.50', due: '100.00', unit: 'percent' }).sr).toBe('112,50 од 100 %, вишак 12,50 %');
    expect(gapText({ sum: '1200.00', due: '1500.00', unit: 'amount' }).en).toBe(
      'RSD 1,200.00 of 1,500.00, RSD 300.00 missing',
    );
    expect(gapText({ sum: '112.50', due: '100.00', unit: 'percent' }).en).toBe('112.50 of 100 %, 12.50 % too much');
  });
});
