import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFormValues } from './diff.ts';
import { normalizedValues, sameFormValues } from './normalize.ts';
import { getPath, setPath } from './paths.ts';
import { example, formOf } from '../../test/forms.ts';
import type { Field, FormValues } from './types.ts';

const idea = formOf('ideja');

/** Normalized values, which are flat by path, as a form again. */
function unfold(fields: readonly Field[], flat: Record<string, unknown>): FormValues {
  const values: FormValues = {};
  for (const field of fields) {
    const value = flat[field.path];
    if (value === undefined) continue;
    const { columns } = field;
    setPath(values, field.path, columns ? (value as FormValues[]).map((row) => unfold(columns, row)) : value);
  }
  return values;
}

const text = fc.constantFrom('', ' ', 'а', ' б \r\n в  ', 'г\n\n', '\r\n');
const money = fc.constantFrom('0.00', '0', '12.5', '12.50', '99.99');
const values = fc.record(
  {
    notes: text,
    durationMonths: fc.integer({ min: 1, max: 240 }),
    financialInfo: fc.record({
      spent: fc.record({ value: money }),
      yearlyCosts: fc.array(
        fc.record({ year: fc.integer({ min: 2020, max: 2030 }), amount: money }, { requiredKeys: [] }),
      ),
      fundingSources: fc.array(
        fc.record({ source: fc.constant('Зајам'), name: text, localAmount: money }, { requiredKeys: [] }),
      ),
    }),
    scope: fc.record({ land: fc.record({ choice: fc.constantFrom('Да', 'Не'), comment: text }) }),
  },
  { requiredKeys: ['financialInfo'] },
);
const fields = idea.sections.flatMap((section) => section.fields);

describe('normalized values', () => {
  it('are their own normal form', () => {
    fc.assert(
      fc.property(values, (some) => {
        const once = normalizedValues(idea, some);
        expect(normalizedValues(idea, unfold(fields, once))).toEqual(once);
      }),
    );
  });

  it('equal values have no differences, others at least one', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(diffFormValues(idea, a, a)).toEqual([]);
        expect(diffFormValues(idea, a, b).length === 0).toBe(sameFormValues(idea, a, b));
        expect(sameFormValues(idea, a, b)).toBe(sameFormValues(idea, b, a));
      }),
    );
  });

  it('an amount of zero is the same as none', () => {
    expect(sameFormValues(idea, example({ 'financialInfo.spent.value': undefined }), example())).toBe(true);
    expect(sameFormValues(idea, example({ 'financialInfo.spent.value': '0.02' }), example())).toBe(false);
  });
});

describe('differences', () => {
  it('do not name a neighbour that differs only in blanks or in the order of its parts', () => {
    const after = example({ 'scope.land': { comment: 'Земљиште прибавља град ван пројекта.', choice: 'Не' } });
    const [contact] = getPath(after, 'basic.contacts') as Record<string, unknown>[];
    if (contact) Object.assign(contact, { name: 'Милена Јовић  ', position: 'директор' });
    expect(diffFormValues(idea, example(), after).map(({ path }) => path)).toEqual(['basic.contacts[1].position']);
  });

  it('name added and removed rows with their values', () => {
    const row = { year: 2030, amount: '5.00' };
    const income = getPath(example(), 'financialInfo.income') as unknown[];
    const longer = example({ 'financialInfo.income': [...income, row] });
    expect(diffFormValues(idea, example(), longer)).toMatchObject([
      { path: 'financialInfo.income[2]', row: 2, before: undefined, after: row },
    ]);
    expect(diffFormValues(idea, longer, example())).toMatchObject([
      { path: 'financialInfo.income[2]', row: 2, before: row, after: undefined },
    ]);
  });
});
