import { describe, expect, it } from 'vitest';
import { displayValue, unsaidUnit } from './display.ts';
import { planData, plannedActivities } from './quarterly-data.ts';
import { referenceData, referenceIndicators } from './reference-data.ts';
import { referenceIn, referenceKey, referencesOf, retainedKeys, visitTyped, yearKey } from './retained-fields.ts';
import { yearList } from './years.ts';
import { nameKey, pruneEmpty } from './paths.ts';
import { prefillFrom, prefillFromShortPif } from './prefill.ts';
import { valuesForProject } from './project-mapping.ts';
import { clearHidden, holds } from './visibility.ts';
import { formWith, label } from '../../test/forms.ts';
import type { Field, FormValues, Kind } from './types.ts';

const field = (path: string, kind: Kind, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: label(path),
  ...more,
});

describe('a value as it reads', () => {
  it.each<[Field, unknown, string]>([
    [field('a', 'rsd'), undefined, ''],
    [field('a', 'rsd'), null, ''],
    [field('a', 'text', { amountOrRemark: true }), ' 1000.5 ', '1.000,50'],
    [field('a', 'text', { amountOrRemark: true }), ' н/п ', 'н/п'],
    [field('a', 'date'), 'нема', 'нема'],
    [field('a', 'select'), 'прво', 'прво'],
    [
      field('a', 'select', {
        options: [
          { value: 5, label: label('Пет') },
          { value: 6, label: label('Шест') },
        ],
      }),
      6,
      'Шест',
    ],
    [field('a', 'select', { options: [{ value: 5, label: label('Пет') }] }), 7, '7'],
    [field('a', 'file'), '12', '12'],
    [field('a', 'currency'), { id: 'EUR' }, 'EUR'],
    [field('a', 'currency'), 'EUR', ''],
    [field('a', 'org'), { id: '50112', name: 'Град' }, 'Град'],
    [field('a', 'location'), { id: '7' }, '7'],
    [field('a', 'location'), 'Град', ''],
    [field('a', 'yesNoComment'), { choice: 'Не', comment: '' }, 'Не'],
    [field('a', 'yesNoComment'), { choice: 'Не', comment: 'Чека се.' }, 'Не – Чека се.'],
    [field('a', 'planDoc'), { choice: 'Да', documentDate: '2026-05', completionDate: '' }, 'Да – 5.2026.'],
    [field('a', 'planDoc'), 'Да', ''],
    [field('a', 'textList'), ['а', 'б'], 'а, б'],
    [field('a', 'textList'), 'а', ''],
    [field('a', 'fileList'), ['7', '8'], '7, 8'],
    [field('a', 'percent', { ratioOf: ['x', 'y'] }), '5.00', '5,00'],
  ])('%j with %j is %j', (given, value, expected) => {
    expect(displayValue(given, value, 'sr')).toBe(expected);
  });

  it('of files has their titles, and is endless only of something by nothing', () => {
    const documents = new Map([['7', 'Писмо']]);
    expect(displayValue(field('a', 'fileList'), ['7', '8'], 'sr', { documents })).toBe('Писмо, 8');
    expect(displayValue(field('a', 'textList'), ['7'], 'sr', { documents })).toBe('7');
    const share = field('a', 'percent', { ratioOf: ['x', 'y'] });
    expect(displayValue(share, '5.00', 'sr', { row: { x: '1.00', y: '2.00' } })).toBe('5,00');
    expect(displayValue(field('a', 'percent'), '5.00', 'sr', { row: { x: '1.00', y: '0.00' } })).toBe('5,00');
  });

  it('shows its unit if its label does not', () => {
    const named = (kind: Kind, sr: string, en = sr) => field('a', kind, { label: { sr, en } });
    expect(unsaidUnit(named('rsd', 'Износ'), 'sr')).toBe('РСД');
    expect(unsaidUnit(named('rsd', 'Износ'), 'en')).toBe('RSD');
    expect(unsaidUnit(named('rsd', 'Износ, РСД', 'Amount'), 'sr')).toBeNull();
    expect(unsaidUnit(named('eur', 'Износ'), 'sr')).toBe('EUR');
    expect(unsaidUnit(named('percent', 'Удео'), 'sr')).toBe('%');
    expect(unsaidUnit(named('text', 'Назив'), 'sr')).toBeNull();
  });
});

describe('the data of a report from its plan', () => {
  const row = (name: string, ...plan: FormValues[]) => ({ activity: { name }, plan });
  const plan = (end: string | undefined) => ({
    implementationDates: { end },
    financialInfo: {
      activityList: [{ name: 'Радови', estimate: '10' }, { name: 'Надзор' }, { name: 'Опрема', estimate: '5.00' }],
    },
    implementation: [
      row('РАДОВИ', { year: 2026, q1: { percent: '50.00' }, q2: { amount: '2.00' }, q3: { percent: '0.00' } }),
      row('Надзор', { year: 2026 }),
      row('Опрема', { year: 2026, q4: { percent: '100.00', amount: '5.00' } }),
    ],
  });

  it('has each activity with its values of the initial plan, and its last day', () => {
    const initial = { financialInfo: { activityList: [{ name: 'радови', estimate: '8.00' }, { name: 'Надзор' }] } };
    expect(planData(initial, plan('2026-11-30'))).toEqual({
      ActivityTotalAmounts: [
        { Name: 'Радови', Amount: '10.00', InitialAmount: '8.00', Date: '2026-06-30T00:00:00' },
        { Name: 'Надзор', Amount: '0.00', InitialAmount: '0.00', Date: '2026-11-30T00:00:00' },
        { Name: 'Опрема', Amount: '5.00', InitialAmount: '0.00', Date: '2026-11-30T00:00:00' },
      ],
      ImplementationDates: { end: '2026-11-30' },
    });
    expect(planData({}, plan(undefined)).ActivityTotalAmounts).toEqual([
      { Name: 'Радови', Amount: '10.00', InitialAmount: '0.00', Date: '2026-06-30T00:00:00' },
      { Name: 'Надзор', Amount: '0.00', InitialAmount: '0.00' },
      { Name: 'Опрема', Amount: '5.00', InitialAmount: '0.00', Date: '2026-12-31T00:00:00' },
    ]);
    const other = { ...plan('2026-12-31'), implementation: [] };
    expect(planData({}, other).ActivityTotalAmounts).toMatchObject([{ Date: '2026-12-31T00:00:00' }, {}, {}]);
  });

  it('has the values of its quarter for each activity', () => {
    const told = (quarter: number) => plannedActivities(plan('2026-12-31'), { year: 2026, quarter });
    expect(told(4)).toEqual([
      { Name: 'Радови', Amount: '0.00' },
      { Name: 'Надзор', Amount: '0.00' },
      { Name: 'Опрема', Amount: '5.00' },
    ]);
    expect(told(2)[0]).toEqual({ Name: 'Радови', Amount: '2.00' });
    expect(plannedActivities({ financialInfo: { activityList: [{ name: 'А' }] } }, { year: 2026, quarter: 1 })).toEqual(
      [{ Name: 'А', Amount: '0.00' }],
    );
  });
});

describe('facts from earlier phases', () => {
  it('are those that are known, under the form that they come from', () => {
    const told = (code: string, data: unknown) =>
      referenceData(code, data).map(({ label: { sr }, format, value }) => [sr, format, value]);
    expect(told('efekti', { goals: 'Вода', goalsFrom: 'ideja', boardAccepted: '' })).toEqual([
      ['Циљеви из идеје', 'markdown', 'Вода'],
    ]);
    expect(told('efekti', { goals: 'Вода', goalsFrom: '1-5-5' })[0]?.[0]).toBe('Циљеви из ПИФ-а');
    expect(told('efekti', { goals: 'Вода', realExpense: '5.00', goalsFrom: 'ideja' }).map(([sr]) => sr)).toEqual([
      'Утрошено',
      'Циљеви из идеје',
    ]);
    expect(told('efekti', { goals: 'Вода' })[0]?.[0]).toBe('Циљеви пројекта');
    const data = { commissionDate: '2026-05-04', appropriations: [{ budgetYear: 2026, amount: '5.00' }] };
    expect(told('predimplementacija', data)).toEqual([
      ['Одлука комисије', 'date', '2026-05-04'],
      ['Апропријација за 2026.', 'amount', '5.00'],
    ]);
    expect(referenceData('predimplementacija', data)[1]?.label.en).toBe('Appropriation of 2026');
    expect(told('kvartalni', data)).toEqual([]);
    expect(told('plan', data)).toEqual([]);
  });

  it('have the indicators of an approved report', () => {
    const found = { Inactivity: { Value: 0 } };
    expect(referenceIndicators({ SuccessKeyIndicator: found })).toEqual(found);
    expect(referenceIndicators({ indicators: found })).toEqual(found);
    expect(referenceIndicators({ SuccessKeyIndicator: { FundingAdequacyIndicator: {} } })).toBeNull();
    expect(referenceIndicators({ SuccessKeyIndicator: 'нема' })).toBeNull();
    expect(referenceIndicators({})).toBeNull();
  });
});

describe('a value that stays valid without an entry in its list', () => {
  const form = formWith([
    field('year', 'year'),
    field('made', 'year', { computed: true }),
    field('org', 'org'),
    field('places', 'locationList'),
    field('name', 'text'),
    field('rows', 'table', { columns: [field('year', 'year'), field('currency', 'currency')] }),
  ]);
  const org = { id: '50112', name: 'Град' };
  const euro = { id: 'EUR', name: 'Евро', exchangeRate: '117.2000' };
  const values = {
    year: 2012,
    made: 2001,
    org,
    places: [{ id: '7', name: 'Ниш' }, {}],
    name: 'а',
    rows: [{ year: 2013 }, { year: 2014, currency: euro }, null],
  };

  it('names a registry row by its contents, a currency with its rate', () => {
    expect(referenceIn(field('a', 'org'), org)).toEqual({ kind: 'org', value: org });
    expect(referenceIn(field('a', 'location'), { id: '7' })?.kind).toBe('location');
    expect(referenceIn(field('a', 'locationList'), { id: '7' })?.kind).toBe('location');
    for (const [kind, value] of [
      ['org', {}],
      ['org', 'Град'],
      ['text', org],
      ['textList', org],
    ] as const) {
      expect(referenceIn(field('a', kind), value)).toBeUndefined();
    }
    const key = (kind: 'org' | 'currency', value: Record<string, unknown>) => referenceKey({ kind, value });
    expect(key('currency', euro)).not.toBe(key('currency', { ...euro, exchangeRate: '118.0000' }));
    expect(key('org', { ...org, exchangeRate: '1' })).toBe(key('org', org));
    expect(
      new Set([
        key('org', org),
        key('org', { ...org, id: '1' }),
        key('org', { ...org, name: 'Б' }),
        key('currency', org),
      ]).size,
    ).toBe(4);
    expect(key('org', { id: '1', name: '2' })).not.toBe(key('org', { id: '12', name: '' }));
  });

  it('is visited with its place, rows counted from 1, without computed values', () => {
    const visited: string[] = [];
    visitTyped(
      form.sections.flatMap(({ fields }) => [...fields]),
      values,
      (_, __, path) => visited.push(path),
    );
    expect(visited).toEqual([
      'year',
      'org',
      'places[1]',
      'places[2]',
      'name',
      'rows[1].year',
      'rows[1].currency',
      'rows[2].year',
      'rows[2].currency',
    ]);
    expect(referencesOf(form, values).map(({ kind }) => kind)).toEqual(['org', 'location', 'currency']);
  });

  it('is separated from values that were refused when they were stored', () => {
    const errors = [
      { code: 'FluentInvalidField', path: 'year', index: 0, label: label('Г') },
      { code: 'FluentInvalidField', path: 'org', index: 0, label: label('О') },
      { code: 'FluentEmptyField', path: 'rows[2].year', index: 2, label: label('Г') },
    ];
    const stored = { values, errors };
    const { right, refused } = retainedKeys(form, stored);
    expect(refused).toEqual(new Set([yearKey('year', 2012), referenceKey({ kind: 'org', value: org })]));
    expect(right).toEqual(
      new Set([
        referenceKey({ kind: 'location', value: { id: '7', name: 'Ниш' } }),
        yearKey('rows.year', 2013),
        yearKey('rows.year', 2014),
        referenceKey({ kind: 'currency', value: euro }),
      ]),
    );
    expect(retainedKeys(form, stored)).toBe(retainedKeys(form, stored));
    expect(retainedKeys(form, undefined)).toEqual({ right: new Set(), refused: new Set() });
    expect(yearKey('rows[12].year', 2013)).toBe(yearKey('rows[3].year', 2013));
    expect(yearKey('rows.year', 2013)).toBe(yearKey('rows[3].year', 2013));
  });
});

describe('small rules of forms', () => {
  it.each([
    ['PLAN', 2016, 2036],
    ['PREP', 2011, 2041],
    ['IMP', 2019, 2036],
    ['GEN', 2016, 2035],
  ] as const)('the years of %s are %i to %i', (list, first, last) => {
    const years = yearList(list, 2026);
    expect([years[0], years.at(-1), years.length]).toEqual([first, last, last - first + 1]);
  });

  it('names are compared without case and outer spaces, inner ones as one', () => {
    expect(nameKey('  Нови   мост\n')).toBe('нови мост');
    expect(nameKey('НОВИ МОСТ')).toBe(nameKey('нови мост'));
    expect(nameKey('новимост')).not.toBe(nameKey('нови мост'));
    expect(nameKey(5)).toBe('');
  });

  it('objects that hold nothing go, from within', () => {
    expect(pruneEmpty({ a: { b: { c: {} } }, d: { e: 1, f: {} }, g: [] })).toEqual({ d: { e: 1 }, g: [] });
  });

  it('a lock carries the values of the forms that have them over to the project', () => {
    expect(valuesForProject('1-5-5')).toMatchObject({ name: 'basic.name' });
    for (const code of ['1-5-55', 'x1-5-5', '1-5-6', 'zavrsni']) expect(valuesForProject(code)).toEqual({});
  });

  it('amounts differ as amounts, other values as they stand', () => {
    const differs = (a: unknown, b: unknown) => holds({ anyDiffers: [['a', 'b']] }, {}, { a, b });
    expect([
      differs('5', '5.00'),
      differs('5.00', '5.01'),
      differs('а', 'а'),
      differs('а', 'б'),
      differs('5.00', 'а'),
    ]).toEqual([false, true, false, true, true]);
    expect([differs(undefined, undefined), differs('0.00', undefined)]).toEqual([false, true]);
  });

  it('months that an answer hides go with it, of documents alone', () => {
    const form = formWith([
      field('doc', 'planDoc'),
      field('other', 'yesNoComment'),
      field('rows', 'table', { columns: [field('doc', 'planDoc')] }),
    ]);
    const months = { completionDate: '2027-01', documentDate: '2026-05' };
    const values: FormValues = {
      doc: { choice: 'Да', ...months },
      other: { choice: 'Да', ...months },
      rows: [{ doc: { choice: 'Не', ...months } }, null],
    };
    clearHidden(form, values);
    expect(values).toEqual({
      doc: { choice: 'Да', documentDate: '2026-05' },
      other: { choice: 'Да', ...months },
      rows: [{ doc: { choice: 'Не', completionDate: '2027-01' } }, null],
    });
  });
});

describe('a form that begins with an earlier one', () => {
  const earlier = formWith([
    field('same', 'text'),
    field('answer', 'yesNoComment'),
    field('back', 'planDoc'),
    field('other', 'text'),
    field('absent', 'text'),
    field('sum', 'rsd'),
    field('secret', 'text'),
    field('financialInfo.fundingSources', 'table', { columns: [] }),
  ]);
  const later = formWith([
    field('same', 'text'),
    field('answer', 'planDoc'),
    field('back', 'yesNoComment'),
    field('other', 'rsd'),
    field('absent', 'text'),
    field('sum', 'rsd', { computed: true }),
    field('secret', 'text', { mei: true }),
    field('new', 'text'),
    field('financialInfo.fundingSources', 'table', { columns: [] }),
  ]);

  it('takes fields of the same kind in both, and euro at its own rate', () => {
    const row = (id: string) => ({
      localAmount: '100.00',
      foreignAmount: '9.00',
      currency: { id, exchangeRate: '10.0000' },
    });
    const values = {
      same: 'а',
      answer: { choice: 'Не' },
      back: { choice: 'Не' },
      other: 'б',
      sum: '5.00',
      secret: 'в',
      financialInfo: { fundingSources: [row('EUR'), row('USD'), {}] },
    };
    const made = prefillFrom(later, { definition: earlier, values }, '50.0000');
    expect(made).toEqual({
      same: 'а',
      answer: { choice: 'Не' },
      financialInfo: {
        fundingSources: [
          { localAmount: '100.00', foreignAmount: '2.00', currency: { id: 'EUR', exchangeRate: '50.0000' } },
          row('USD'),
          {},
        ],
      },
    });
    expect(Object.keys(made)).not.toContain('absent');
    const prefilled = prefillFrom(later, { definition: earlier, values }, undefined);
    expect(prefilled.financialInfo).toEqual({ fundingSources: [row('EUR'), row('USD'), {}] });
  });

  it('takes the mapped fields of a short PIF, without empty ones', () => {
    expect(
      prefillFromShortPif({ basic: { name: 'Мост' }, fundingSources: [{ source: 'Зајам', percentage: '5.00' }] }),
    ).toStrictEqual({
      basic: { projectName: 'Мост' },
      financialInfo: { fundingSources: [{ source: 'Зајам' }] },
    });
    expect(prefillFromShortPif({})).toStrictEqual({});
  });
});
