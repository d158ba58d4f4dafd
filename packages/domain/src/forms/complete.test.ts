import { describe, expect, it } from 'vitest';
import { completeForm, defaultValues, emptyRow, settleValues } from './complete.ts';
import { allForms } from './catalogue.ts';
import { columnsOf, isUnreadAmount, storedAmountOrRemark } from './amount-or-remark.ts';
import { isLockedFor, mergeSubmitted } from './access.ts';
import { diffFormValues } from './diff.ts';
import { formWith, label } from '../../test/forms.ts';
import type { Field, FormValues, Kind, Viewer } from './types.ts';

const field = (path: string, kind: Kind, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: label(path),
  ...more,
});
const OWNER: Viewer = { admin: false, mei: false };

it.each(allForms().map((form) => [form.code, form] as const))(
  'the form %s is complete without a project',
  (_, form) => {
    const values = completeForm(form, defaultValues(form, {}), {});
    expect(completeForm(form, values, {})).toEqual(values);
  },
);

describe('completed values', () => {
  const form = formWith(
    [
      field('asked', 'yesNo'),
      field('why', 'text', { visibleWhen: { path: 'asked', equals: 'Не' } }),
      field('amount', 'rsd', { required: true }),
      field('first', 'rsd', { required: true, startsFrom: '20.00' }),
      field('free', 'rsd'),
      field('sum', 'rsd', { computed: true, required: true }),
      field('rows', 'table', { columns: [field('cost', 'rsd', { required: true }), field('name', 'text')] }),
    ],
    {
      // The visibility depends on a computed value, and the sum on a hidden one.
      compute: (values) => {
        values.sum = values.why === undefined ? '1.00' : '2.00';
      },
    },
  );

  it('have no required amount in computed fields, and rows only in fields with columns', () => {
    const shown = { visibleWhen: { anyDiffers: [['name', 'other']] } } as const;
    const hidden = formWith([field('rows', 'table', { columns: [field('why', 'text', shown)] })]);
    expect(completeForm(hidden, { rows: [null, 'нема'] }, {})).toEqual({ rows: [null, 'нема'] });
    const left = formWith([field('sum', 'rsd', { computed: true, required: true }), field('rows', 'table')]);
    expect(completeForm(left, { rows: [{ name: 'а' }] }, {})).toEqual({ rows: [{ name: 'а' }] });
  });

  it('have each required amount, also in rows', () => {
    const values = { rows: [{ name: 'а' }, { cost: '5.00' }, null] };
    expect(completeForm(form, values, {})).toEqual({
      amount: '0.00',
      first: '20.00',
      sum: '1.00',
      rows: [{ name: 'а', cost: '0.00' }, { cost: '5.00' }, null],
    });
    expect(values).toEqual({ rows: [{ name: 'а' }, { cost: '5.00' }, null] });
  });

  it('are computed without hidden fields, and hidden by computed ones', () => {
    expect(completeForm(form, { asked: 'Да', why: 'зато' }, {})).toMatchObject({ asked: 'Да', sum: '1.00' });
    expect(completeForm(form, { asked: 'Не', why: 'зато' }, {})).toMatchObject({ why: 'зато', sum: '2.00' });
    expect(completeForm(form, { asked: 'Да', why: 'зато' }, {})).not.toHaveProperty('why');
    const chained = formWith(
      [
        field('source', 'text', { visibleWhen: { path: 'asked', equals: 'Да' } }),
        field('asked', 'yesNo'),
        field('kind', 'text', { computed: true }),
        field('detail', 'text', { visibleWhen: { path: 'kind', equals: 'прво' } }),
      ],
      {
        compute: (values) => {
          values.kind = values.source === undefined ? 'друго' : 'прво';
        },
      },
    );
    expect(completeForm(chained, { asked: 'Не', source: 'а', detail: 'б' }, {})).toEqual({
      asked: 'Не',
      kind: 'друго',
    });
  });
});

describe('typed values that an answer has reset', () => {
  const form = formWith([field('a', 'text'), field('b', 'text'), field('c', 'text')], { settles: ['a', 'b'] });

  it('take the completed ones in the fields that settle', () => {
    const values = { a: '1', c: '3' };
    expect(settleValues(form, values, { a: '2', b: '2', c: '9' })).toEqual({ a: '2', c: '3' });
    expect(settleValues(form, values, {})).toEqual({ c: '3' });
    expect(settleValues(form, values, { a: '1', b: '5' })).toBe(values);
    expect(values).toEqual({ a: '1', c: '3' });
    const none = formWith([field('a', 'text')]);
    expect(settleValues(none, values, {})).toBe(values);
  });
});

describe('an empty row', () => {
  it('is of its list', () => {
    expect(emptyRow(field('l', 'textList'))).toBe('');
    expect(emptyRow(field('l', 'fileList'))).toBe('');
    expect(emptyRow(field('l', 'locationList'))).toEqual({});
    expect(emptyRow(field('l', 'table'))).toEqual({});
    const columns = [
      field('cost', 'rsd', { required: true }),
      field('tax', 'percent', { required: true, startsFrom: '20.00' }),
      field('sum', 'rsd', { required: true, computed: true }),
      field('name', 'text', { required: true }),
      field('free', 'rsd'),
      field('names', 'textList', { minRows: 2 }),
    ];
    expect(emptyRow(field('t', 'table', { columns }))).toEqual({ cost: '0.00', tax: '20.00', names: ['', ''] });
  });

  it('occurs in a new form as often as its list requires', () => {
    const form = formWith(
      [
        field('names', 'textList', { minRows: 1 }),
        field('places', 'locationList', { minRows: 1 }),
        field('papers', 'fileList'),
        field('rows', 'table', { minRows: 2, columns: [field('cost', 'rsd', { required: true })] }),
        field('made', 'table', { minRows: 2, computed: true, columns: [] }),
        field('name', 'text'),
      ],
      { defaults: (data) => ({ name: data.name, names: ['први'], unknown: 'х' }) },
    );
    expect(defaultValues(form, { name: 'Мост' })).toEqual({
      names: ['први'],
      places: [{}],
      papers: [],
      rows: [{ cost: '0.00' }, { cost: '0.00' }],
      name: 'Мост',
    });
  });
});

describe('a cell of an amount or a remark', () => {
  it.each([
    ['5', '5.00'],
    [' 5 ', '5.00'],
    ['1.000,50', '1000.50'],
    [' 1.000 ', '1000.00'],
    ['н/п', 'н/п'],
    [' н/п ', ' н/п '],
    [5, 5],
    [undefined, undefined],
  ])('%j is stored as %j', (typed, stored) => {
    expect(storedAmountOrRemark(typed)).toBe(stored);
  });

  it.each([
    ['999999999999999', false],
    ['1000000000000000', true],
    ['1.000.000.000.000.000', true],
    ['999.999.999.999.999', false],
    ['999.999.999.999.999,99', true],
    [' 1000000000000000,5 ', true],
    ['1000000000000000,555', true],
    ['око 1000000000000000', false],
    ['1000000000000000 дин', false],
    ['1000000000000000,н', false],
    ['1,234', true],
    ['1,234.56', false],
    ['', false],
  ])('%j is a figure that is no amount: %s', (text, beyond) => {
    expect(isUnreadAmount(text)).toBe(beyond);
  });

  it('occurs in text columns that have a total', () => {
    const table = field('t', 'table', {
      columns: [field('amount', 'text'), field('name', 'text'), field('sum', 'rsd')],
      totals: { amount: 'expensesTotal', sum: 'sum' },
    });
    expect(columnsOf(table).map(({ path, amountOrRemark }) => [path, amountOrRemark])).toEqual([
      ['amount', true],
      ['name', undefined],
      ['sum', undefined],
    ]);
    expect(columnsOf(table)).toBe(columnsOf(table));
    expect(columnsOf(field('t', 'table', { columns: [field('name', 'text')] }))[0]?.amountOrRemark).toBeUndefined();
    expect(columnsOf(field('t', 'table'))).toEqual([]);
  });
});

describe('figures that the organization may not change', () => {
  const figure = field('figure', 'rsd', { fromEarlier: true });
  const foreign = field('foreign', 'rsd', { isdacon: true });
  const rows = field('rows', 'table', {
    columns: [field('name', 'text'), field('cost', 'rsd', { fromEarlier: true })],
  });
  const plain = field('plain', 'table', { columns: [field('name', 'text')] });
  const form = formWith([figure, foreign, rows, plain]);
  const merged = (submitted: FormValues, stored: FormValues, fromEarlier: unknown) =>
    mergeSubmitted(form, submitted, stored, {
      viewer: OWNER,
      foreignFunds: false,
      data: { fromEarlier },
      commentsOnly: false,
    });

  it('are those from an earlier form once there is one, and those of foreign funds under foreign funds', () => {
    const locked = (of: Field, foreignFunds: boolean, fromEarlier: boolean) =>
      isLockedFor(of, OWNER, { foreignFunds, fromEarlier });
    expect([locked(figure, false, true), locked(figure, true, false), locked(figure, false, false)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([locked(foreign, true, false), locked(foreign, false, true)]).toEqual([true, false]);
    expect(locked(field('a', 'text'), true, true)).toBe(false);
  });

  it('stay as stored, beside submitted values of the same row', () => {
    const stored = {
      figure: '1.00',
      rows: [
        { name: 'а', cost: '1.00' },
        { name: 'б', cost: '2.00' },
      ],
      plain: [{ name: 'а' }],
    };
    const sent = { figure: '9.00', rows: [{ name: 'в', cost: '9.00' }, { name: 'г' }], plain: [] };
    expect(merged(sent, stored, true)).toEqual({
      figure: '1.00',
      rows: [
        { name: 'в', cost: '1.00' },
        { name: 'г', cost: '2.00' },
      ],
      plain: [],
    });
    for (const none of [false, undefined, 'да']) expect(merged(sent, stored, none)).toEqual(sent);
  });

  it('stay whole where rows are missing or are none', () => {
    const stored = {
      rows: [
        { name: 'а', cost: '1.00' },
        { name: 'б', cost: '2.00' },
      ],
    };
    expect(merged({ rows: [{ name: 'в' }] }, stored, true)).toEqual(stored);
    expect(merged({ rows: 'нема' }, stored, true)).toEqual(stored);
    expect(merged({ rows: [null, { name: 'г' }] }, stored, true)).toEqual({
      rows: [
        { name: 'а', cost: '1.00' },
        { name: 'г', cost: '2.00' },
      ],
    });
    expect(merged({ rows: [{ name: 'в' }] }, { rows: [null] }, true)).toEqual({ rows: [null] });
    expect(merged({ rows: [{ name: 'в', cost: '9.00' }] }, {}, true)).toEqual({ rows: [{ name: 'в', cost: '9.00' }] });
  });
});

describe('differences of two versions', () => {
  const form = formWith([
    field('name', 'text'),
    field('sum', 'rsd', { computed: true }),
    field('names', 'textList'),
    field('rows', 'table', {
      key: 'a',
      columns: [field('a', 'text'), field('b', 'text'), field('s', 'rsd', { computed: true })],
    }),
  ]);
  const told = (before: FormValues, after: FormValues) =>
    diffFormValues(form, before, after).map(({ path, row, before: old, after: fresh }) => [path, row, old, fresh]);

  it('name entered values, row by row, with added and removed rows', () => {
    expect(told({ name: 'а', sum: '1.00' }, { name: 'б', sum: '2.00' })).toEqual([['name', 0, 'а', 'б']]);
    expect(told({ name: 'а' }, { name: ' а ' })).toEqual([]);
    expect(told({ names: ['а', 'б'] }, { names: ['а', 'в', 'б'] })).toEqual([['names[2]', 2, undefined, 'в']]);
    expect(told({ names: ['а', 'в', 'б'] }, { names: ['а', 'б'] })).toEqual([['names[2]', 2, 'в', undefined]]);
    expect(told({ rows: [{ a: 'x', b: '1', s: '1.00' }] }, { rows: [{ a: 'x', b: '2', s: '2.00' }] })).toEqual([
      ['rows[1].b', 1, '1', '2'],
    ]);
    expect(told({}, { rows: [{ a: 'x' }] })).toEqual([['rows[1]', 1, undefined, { a: 'x' }]]);
    expect(told({ rows: [{ a: 'x' }] }, {})).toEqual([['rows[1]', 1, { a: 'x' }, undefined]]);
  });
});

describe('an amount or a remark', () => {
  it.each([
    [' 5.5 ', '5.50'],
    [' 1.000,5 ', '1000.50'],
    [' н/п ', ' н/п '],
    [5, 5],
  ])('%j is stored as %j', (value, stored) => {
    expect(storedAmountOrRemark(value)).toBe(stored);
  });

  it('is beyond amounts with sixteen digits, however it is written', () => {
    expect([' 1.000.000.000.000.000 ', '9999999999999999,5'].map(isUnreadAmount)).toEqual([true, true]);
    expect(['999.999.999.999.999', ' 5 ', '9999999999999999 комада', ''].map(isUnreadAmount)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
