import { describe, expect, it } from 'vitest';
import { computePreparation, foreignEuro, PLAN_DOCUMENTS, readiness } from './definitions/preparation-compute.ts';
import { forVariant, type Row, VARIANTS } from './definitions/preparation-table.ts';
import { eachRow, empty, nameSources, whole } from './definitions/rule-kit.ts';
import { fieldsOf } from './visibility.ts';
import { formOf, label } from '../../test/forms.ts';
import { getPath, setPath } from './paths.ts';
import type { FormData, FormValues } from './types.ts';

function computed(places: Record<string, unknown>, data: FormData = {}, variant: 'I' | 'S' = 'I'): FormValues {
  const values: FormValues = {};
  for (const [path, value] of Object.entries(places)) setPath(values, path, value);
  computePreparation(variant, values, data);
  return values;
}

const RATE = { exchangeRate: { rate: '100.0000' } };
const PRICE = 'financialInfo.price.local';
const START = 'implementationDates.start';
const END = 'implementationDates.end';
const euro = (foreignAmount: string) => ({
  source: 'Зајам',
  localAmount: foreignAmount,
  currency: { id: 'EUR', exchangeRate: '1.0000' },
});

describe('criteria of a preparation form', () => {
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['above20M', { [PRICE]: '2000000000.00' }, 'Не'],
    ['above20M', { [PRICE]: '2000000001.00' }, 'Да'],
    ['above20M', {}, undefined],
    ['foreignAbove5M', { 'financialInfo.fundingSources': [euro('5000000.00')] }, 'Не'],
    ['foreignAbove5M', { 'financialInfo.fundingSources': [euro('5000000.01')] }, 'Да'],
    ['foreignAbove5M', {}, 'Не'],
    ['longerThanYear', { [START]: '2027-03-01', [END]: '2028-03-01' }, 'Не'],
    ['longerThanYear', { [START]: '2027-03-01', [END]: '2028-03-02' }, 'Да'],
    ['longerThanYear', { [START]: '2027-03-01' }, undefined],
    ['longerThanYear', { [END]: '2028-03-02' }, undefined],
    ['above11Months', { durationMonths: 11 }, 'Не'],
    ['above11Months', { durationMonths: 12 }, 'Да'],
    ['above11Months', {}, undefined],
  ])('%s with %j is %s', (name, places, answer) => {
    expect(getPath(computed(places, RATE), `criteria.${name}`)).toBe(answer);
  });

  it('count foreign sources in euro alone', () => {
    const row = (source: string, id: string) => ({ source, foreignAmount: '1.00', currency: { id } });
    const sources = [
      row('Зајам', 'EUR'),
      row('Зајам', 'USD'),
      row('Остало', 'EUR'),
      { source: 'Донација', foreignAmount: '1.00' },
    ];
    expect(foreignEuro({ financialInfo: { fundingSources: sources } })).toBe(100n);
  });

  it('take the euro at the rate that the form keeps, and none without it', () => {
    expect(getPath(computed({}, RATE), 'financialInfo.price.currency')).toEqual({
      id: 'EUR',
      name: 'Евро',
      exchangeCode: '978',
      exchangeRate: '100.0000',
    });
    expect(getPath(computed({}), 'financialInfo.price.currency')).toBeUndefined();
    expect(getPath(computed({ [PRICE]: '250.00' }, RATE), 'criteria.estimateEur')).toBe('2.50');
  });

  it('name a source without a name by a space', () => {
    const values = computed({ 'financialInfo.fundingSources': [{ name: '  ' }, {}, { name: 'Буџет' }] });
    expect(getPath(values, 'financialInfo.fundingSources')).toMatchObject([
      { name: ' ' },
      { name: ' ' },
      { name: 'Буџет' },
    ]);
  });

  it('tell of documents in preparedness alone: one ready of those that are needed', () => {
    expect(getPath(computed({ 'documents.land.choice': 'Да' }, {}, 'S'), 'readiness')).toBe('8.33');
    expect(getPath(computed({ 'documents.land.choice': 'Да' }), 'readiness')).toBeUndefined();
    for (const name of PLAN_DOCUMENTS)
      expect(readiness({ documents: { [name]: { choice: 'Да' } } }), name).toBe('8.33');
    const none = Object.fromEntries(PLAN_DOCUMENTS.map((name) => [name, { choice: 'Није потребно' }]));
    expect(readiness({ documents: none })).toBeUndefined();
    const documents = fieldsOf(formOf('spremnost')).filter(({ kind }) => kind === 'planDoc');
    expect(documents.map(({ path }) => path)).toEqual(PLAN_DOCUMENTS.map((name) => `documents.${name}`));
  });
});

describe('a field of the four forms', () => {
  const field = (mark: string, more: Partial<Row> = {}) =>
    forVariant({ no: '1', path: 'a', kind: 'text', label: label('А'), marks: mark as Row['marks'], ...more }, 'I')[0];

  it('is in each form as its mark says', () => {
    expect(field('r---')).toMatchObject({ required: true, kind: 'text' });
    expect(field('o---')?.required).toBeUndefined();
    expect(field('c---')).toMatchObject({ computed: true });
    expect(field('e---')).toMatchObject({ required: true, fromEarlier: true });
    expect(field('d---')).toMatchObject({ required: true, kind: 'planDoc' });
    expect(field('-rrr')).toBeUndefined();
    expect(field('r---')).not.toHaveProperty('marks');
  });

  it('offers the years of its form, in columns too', () => {
    const row: Row = {
      no: '1',
      path: 'a',
      kind: 'table',
      label: label('А'),
      marks: 'oooo',
      columns: [
        { path: 'year', kind: 'year', label: label('Г') },
        { path: 'name', kind: 'text', label: label('Н') },
      ],
    };
    expect(VARIANTS.map((variant) => forVariant(row, variant)[0]?.columns?.map(({ years }) => years))).toEqual([
      ['GEN', undefined],
      ['GEN', undefined],
      ['PREP', undefined],
      ['IMP', undefined],
    ]);
    expect(field('o---')).not.toHaveProperty('years');
    expect(field('o---', { kind: 'year' })?.years).toBe('GEN');
  });
});

describe('the helpers of rules', () => {
  it('read only whole numbers', () => {
    expect([whole({ a: 5 }, 'a'), whole({ a: 5.5 }, 'a'), whole({ a: '5' }, 'a'), whole({}, 'a')]).toEqual([
      5,
      null,
      null,
      null,
    ]);
  });

  it('know an empty place: absent, an empty text, a list without rows', () => {
    const isEmpty = (value: unknown) =>
      empty('a')({
        values: { a: value },
        data: {},
        context: { today: '', foreignFunds: false },
        definition: formOf('ideja'),
      }).length > 0;
    expect([isEmpty(undefined), isEmpty(''), isEmpty([])]).toEqual([true, true, true]);
    expect([isEmpty('x'), isEmpty(['x']), isEmpty(0), isEmpty({})]).toEqual([false, false, false, false]);
  });

  it('name the rows for which a condition holds', () => {
    expect(eachRow({ t: [{ a: 1 }, { a: 2 }] }, 't', 'a', ({ a }, index) => a === 2 && index === 1)).toEqual([
      { path: 't[2].a', index: 2 },
    ]);
  });

  it('keep the names of sources that have one', () => {
    const rows: FormValues[] = [{ name: ' Буџет ' }, { name: ' ' }, { name: 5 }];
    nameSources(rows);
    expect(rows.map(({ name }) => name)).toEqual([' Буџет ', ' ', ' ']);
  });
});
