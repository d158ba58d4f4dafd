import { describe, expect, it } from 'vitest';
import {
  hasShape,
  inBounds,
  isBeyondTotal,
  isDocumentId,
  isEmptyValue,
  isStorable,
  partsOutOfBounds,
  tidy,
} from './kinds.ts';
import { parseFormValues, readStoredValues } from './parse.ts';
import { ruleText } from './rules-text.ts';
import { formBehaviour, publishedForm } from './schema.ts';
import { formWith, label } from '../../test/forms.ts';
import type { Field, Kind } from './types.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({ path: 'a', kind, label: label('А'), ...more });

describe('the shape of a value', () => {
  it.each<[Kind, unknown[], unknown[]]>([
    ['int', [0, -5, 81], [1.5, '5', Number.NaN, 2 ** 60, null]],
    ['year', [2026], ['2026', 2026.5]],
    ['rsd', ['5', '5.00', '-5.00'], ['5,00', 5, 'нема']],
    ['eur', ['5.00'], [5]],
    ['foreign', ['5.00'], [5]],
    ['percent', ['5.00'], [5]],
    ['date', ['2026-05-04'], ['2026-02-30', '4.5.2026', 5]],
    ['month', ['2026-05'], ['2026-13', '5.2026', 5]],
    ['select', ['прво', 5], ['a\0', true, Number.NaN, null]],
    ['text', ['а', ''], ['a\0', 'a\ud800', 5]],
    ['markdown', ['а'], [5, 'a\0']],
    ['yesNo', ['Да'], [true]],
    ['file', ['7'], [7]],
    [
      'yesNoComment',
      [{}, { choice: 'Да', comment: 'а' }],
      [{ choice: 5 }, { other: 'а' }, { comment: 'a\0' }, 'Да', []],
    ],
    [
      'planDoc',
      [{ completionDate: '2026-05' }, { documentDate: '' }],
      [{ documentDate: '2026-13' }, { completionDate: 5 }],
    ],
    ['org', [{ id: '1', name: 'А' }], [{ id: 1 }, { exchangeRate: '1.0000' }]],
    ['location', [{ id: '1' }], [{ code: '1' }]],
    ['currency', [{ id: 'EUR', exchangeRate: 'нема' }], [{ exchangeRate: 5 }, { constructor: 'а' }]],
    ['table', [], [[], {}]],
  ])('of %s', (kind, right, wrong) => {
    for (const value of right) expect(hasShape(field(kind), value), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(hasShape(field(kind), value), JSON.stringify(value)).toBe(false);
  });

  it('is stored tidied, or not at all when nothing is left', () => {
    expect([tidy(field('rsd'), '5'), tidy(field('rsd'), 'нема')]).toEqual(['5.00', undefined]);
    expect([tidy(field('text'), ' а\r\nб '), tidy(field('markdown'), ' а\r\nб ')]).toEqual(['а\r\nб', 'а\nб']);
    expect([tidy(field('eur'), '5'), tidy(field('foreign'), '5')]).toEqual(['5.00', '5.00']);
    expect(tidy(field('org'), { id: 5, name: ' А ' })).toEqual({ id: 5, name: 'А' });
    expect([tidy(field('text'), ' '), tidy(field('int'), 5)]).toEqual([undefined, 5]);
    expect([tidy(field('text'), '\u200b'), tidy(field('markdown'), '\u3164\n\u2800')]).toEqual([undefined, undefined]);
    expect(tidy(field('text'), 'Ива\u00adна\u200b  Ић\u2060')).toBe('Ивана Ић');
    expect(tidy({ ...field('text'), format: 'email' }, ' ana\u200b@example.rs')).toBe('ana\u200b@example.rs');
    expect(tidy(field('markdown'), 'Ива\u00adна  Ић')).toBe('Ива\u00adна  Ић');
    expect(tidy(field('org'), { id: '5', name: '\u00ad' })).toEqual({ id: '5' });
    expect(tidy(field('yesNoComment'), { choice: ' Да ', comment: ' ' })).toEqual({ choice: 'Да' });
    expect(tidy(field('yesNoComment'), { comment: '' })).toBeUndefined();
  });

  it('of a document is its number, of a text what the database holds', () => {
    for (const right of ['1', '2147483647']) expect(isDocumentId(right)).toBe(true);
    for (const wrong of ['0', '01', '2147483648', '12345678901', '1a', '1 ', 'a1', '', 1, null])
      expect(isDocumentId(wrong)).toBe(false);
    expect([isStorable('а'), isStorable('a\0'), isStorable('\ud800')]).toEqual([true, false, false]);
  });
});

describe('an empty value', () => {
  it.each<[Kind, unknown, boolean]>([
    ['text', undefined, true],
    ['text', null, true],
    ['text', '', true],
    ['text', ' ', true],
    ['text', 'а', false],
    ['int', 0, false],
    ['textList', [], true],
    ['textList', [''], false],
    ['org', {}, true],
    ['org', { id: '' }, true],
    ['org', { id: '1' }, false],
    ['org', 5, true],
    ['location', { name: 'А' }, true],
    ['currency', { exchangeRate: '1.0000' }, true],
    ['currency', { id: 'EUR' }, false],
    ['yesNoComment', { comment: 'а' }, true],
    ['yesNoComment', { choice: 'Да' }, false],
    ['planDoc', { documentDate: '2026-05' }, true],
    ['planDoc', 5, true],
    ['planDoc', { choice: 'Не' }, false],
    ['text', '\u200b\u200c\u2060\ufeff', true],
    ['markdown', '\u3164\u2800\u00ad', true],
  ])('of %s: %j is %s', (kind, value, empty) => {
    expect(isEmptyValue(field(kind), value)).toBe(empty);
  });
});

describe('the bounds of a value', () => {
  it.each<[Field, unknown[], unknown[]]>([
    [field('text', { maxLength: 3 }), ['абв'], ['абвг']],
    [field('text', { minLetters: 2 }), ['а1б', 'аб'], ['а1', '12', 'а\u3164']],
    [field('text', { format: 'email' }), ['a@b.rs'], ['a@b', 'нема']],
    [field('text', { amountOrRemark: true }), ['999999999999999', 'н/п'], ['1000000000000000']],
    [field('markdown', { maxLength: 1 }), ['а'], ['аб']],
    [field('rsd'), ['0.00', '999999999999999.00'], ['-0.01', '999999999999999.01', 'нема']],
    [field('rsd', { signed: true }), ['-0.01', '-999999999999999.00'], ['-999999999999999.01']],
    [field('rsd', { aboveZero: true }), ['0.01'], ['0.00']],
    [field('eur'), ['0.00'], ['-0.01']],
    [field('foreign'), ['0.00'], ['-0.01']],
    [field('percent'), ['0.00', '100.00'], ['100.01', '-0.01']],
    [field('percent', { signed: true }), ['0.00'], ['-0.01']],
    [field('percent', { unbounded: true, signed: true }), ['100.01', '-5.00'], []],
    [field('int'), [0, Number.MAX_SAFE_INTEGER], [-1, '5', 1.5]],
    [field('int', { min: 2, max: 4 }), [2, 4], [1, 5]],
    [field('year'), [1990, 2100], [1989, 2101]],
    [field('date'), ['2019-02-01', '2030-02-01'], ['2019-01-31', '2030-02-02', 'нема']],
    [field('month'), ['2019-02', '2030-02'], ['2019-01', '2030-03', 'нема']],
    [field('yesNo'), ['Да', 'Не'], ['да', '']],
    [
      field('select', {
        options: [
          { value: 5, label: label('А') },
          { value: 6, label: label('Б') },
        ],
      }),
      [5, 6],
      ['5', 7],
    ],
    [field('select'), [], [5]],
    [
      field('yesNoComment'),
      [{ choice: 'Да' }, { comment: 'а'.repeat(2000) }],
      [{ choice: 'Није потребно' }, { comment: 'а'.repeat(2001) }, 5],
    ],
    [field('yesNoComment', { maxLength: 2 }), [{ comment: 'аб' }], [{ comment: 'абв' }]],
    [
      field('planDoc'),
      [{ choice: 'Није потребно', documentDate: '2019-02' }, { completionDate: '2030-02' }],
      [{ choice: 'можда' }, { documentDate: '2019-01' }, { completionDate: '2030-03' }, { documentDate: 'нема' }],
    ],
    [
      field('currency'),
      [{ exchangeRate: '117.2000' }],
      [
        { exchangeRate: '117.2' },
        { exchangeRate: 'x1.0000' },
        { exchangeRate: '1.00001' },
        { exchangeRate: '12345678901.0000' },
        'EUR',
      ],
    ],
    [field('file'), ['7'], ['0', 'нема']],
    [field('org'), [{ id: '1' }], []],
  ])('%j', (given, right, wrong) => {
    for (const value of right) expect(inBounds(given, value), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(inBounds(given, value), JSON.stringify(value)).toBe(false);
  });

  it('are those of its parts too, each named', () => {
    const value = { comment: 'а'.repeat(2001), completionDate: '2031-01', documentDate: '2018-01' };
    expect(partsOutOfBounds(field('planDoc'), value)).toEqual(['comment', 'completionDate', 'documentDate']);
    expect(partsOutOfBounds(field('planDoc'), { comment: 5, documentDate: '2026-01' })).toEqual([]);
  });

  it('of a total are those of an amount, in both directions', () => {
    const beyond = (kind: Kind, value: unknown) => isBeyondTotal(field(kind), value);
    expect([beyond('rsd', '999999999999999.00'), beyond('rsd', '-999999999999999.00')]).toEqual([false, false]);
    expect([beyond('rsd', '999999999999999.01'), beyond('rsd', '-999999999999999.01')]).toEqual([true, true]);
    expect([beyond('text', '999999999999999.01'), beyond('rsd', 'нема')]).toEqual([false, false]);
  });
});

describe('what is sent for a form', () => {
  const form = formWith([
    field('text', { path: 'group.name' }),
    field('rsd', { path: 'sum', computed: true }),
    field('rsd', { path: 'sent', computed: true, keepSent: true }),
    field('textList', { path: 'names' }),
    field('fileList', { path: 'papers' }),
    field('locationList', { path: 'places' }),
    field('yesNoComment', { path: 'answer' }),
    field('table', { path: 'rows', columns: [field('int', { path: 'count' })] }),
    field('table', { path: 'bare' }),
  ]);
  const problems = (input: unknown, limits = {}) => {
    const parsed = parseFormValues(form, input, limits);
    return parsed.ok ? [] : parsed.problems.map(({ path, code }) => `${path} ${code}`);
  };
  const values = (input: unknown) => {
    const parsed = parseFormValues(form, input);
    return parsed.ok ? parsed.values : parsed.problems;
  };

  it.each<[unknown, string[]]>([
    [5, [' InvalidField']],
    [[], [' InvalidField']],
    [{ group: 'а' }, ['group InvalidField']],
    [{ group: { other: 'а' }, more: 1 }, ['group.other UnknownField', 'more UnknownField']],
    [{ group: { name: 5 } }, ['group.name InvalidField']],
    [{ names: 'а' }, ['names InvalidField']],
    [{ names: ['а', 5] }, ['names[2] InvalidField']],
    [{ names: ['а'.repeat(100_001)] }, ['names[1] TextTooLong']],
    [{ names: ['а'.repeat(100_000)] }, []],
    [{ group: { name: 'а'.repeat(100_001) } }, ['group.name TextTooLong']],
    [{ answer: { comment: 'а'.repeat(100_001) } }, ['answer TextTooLong']],
    [{ answer: { comment: 'а'.repeat(100_000) } }, []],
    [{ rows: [5, { count: 1 }] }, ['rows[1] InvalidField']],
    [{ rows: [{ count: 1 }, { count: 'а', more: 1 }] }, ['rows[2].count InvalidField', 'rows[2].more UnknownField']],
    [{ bare: [{}, { more: 1 }] }, ['bare[2].more UnknownField']],
  ])('%j has %j', (input, expected) => {
    expect(problems(input)).toEqual(expected);
  });

  it('is bounded in depth, rows and problems', () => {
    expect(problems({ group: { name: 'а' } }, { depth: 2 })).toEqual([]);
    expect(problems({ group: { name: 'а' } }, { depth: 1 })).toEqual([' TooDeep']);
    expect(problems({ names: ['а', 'б'] }, { rows: 2 })).toEqual([]);
    expect(problems({ names: ['а', 'б', 'в'] }, { rows: 2 })).toEqual(['names TooManyRows']);
    expect(problems({ names: Array.from({ length: 500 }, () => 'а') })).toEqual([]);
    expect(problems({ names: Array.from({ length: 501 }, () => 'а') })).toEqual(['names TooManyRows']);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]));
    expect(problems(many)).toHaveLength(50);
  });

  it('is taken without what is empty or computed', () => {
    expect(values({ group: null, sum: 'што год', sent: '5', names: null, answer: undefined })).toEqual({
      sent: '5.00',
    });
    expect(values({ group: { name: ' ' }, answer: '' })).toEqual({});
    expect(
      values({ names: [' а ', '', null, undefined, ' '], places: [null, '', { id: ' 1 ' }], papers: ['7', ''] }),
    ).toEqual({
      names: ['а', '', '', '', ''],
      places: [{}, {}, { id: '1' }],
      papers: ['7', ''],
    });
    expect(values({ rows: [{ count: 5 }, {}] })).toEqual({ rows: [{ count: 5 }, {}] });
  });

  it('is read as it stands where it is stored, with what is not known by now told of', () => {
    const { values: read, warnings } = readStoredValues(form, {
      group: { name: ' а ' },
      sum: 'као што јесте',
      names: [' а ', 'а'.repeat(100_001)],
      rows: [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, { old: 1 }],
      gone: 1,
    });
    expect(read).toMatchObject({ group: { name: ' а ' }, sum: 'као што јесте', names: [' а ', 'а'.repeat(100_001)] });
    expect(warnings).toEqual([
      {
        code: 'FluentUnknownField',
        index: 12,
        path: 'rows[12].old',
        label: { sr: 'rows[12].old', en: 'rows[12].old' },
      },
      { code: 'FluentUnknownField', index: 0, path: 'gone', label: { sr: 'gone', en: 'gone' } },
    ]);
    expect(readStoredValues(form, null)).toEqual({ values: {}, warnings: [] });
  });
});

describe('the schema of a published form', () => {
  const schemaOf = (...fields: Field[]) => publishedForm(formWith(fields)).schema;
  const of = (given: Field) => (schemaOf(given).properties as Record<string, unknown>).a;
  const MONTH = { type: 'string', pattern: '^\\d{4}-\\d{2}$' };
  const LONG = { type: 'string', maxLength: 2000 };

  it.each<[Field, unknown]>([
    [field('rsd'), { type: 'string', pattern: '^\\d{1,15}\\.\\d{2}$' }],
    [field('rsd', { signed: true }), { type: 'string', pattern: '^-?\\d{1,15}\\.\\d{2}$' }],
    [field('int'), { type: 'integer', minimum: 0 }],
    [field('int', { min: 2, max: 4 }), { type: 'integer', minimum: 2, maximum: 4 }],
    [field('year'), { type: 'integer' }],
    [field('date'), { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
    [field('month'), MONTH],
    [field('yesNo'), { enum: ['Да', 'Не'] }],
    [field('select', { options: [{ value: 5, label: label('А') }] }), { enum: [5] }],
    [field('select'), { enum: [] }],
    [field('text'), { type: 'string' }],
    [field('text', { required: true, maxLength: 5 }), { type: 'string', minLength: 1, maxLength: 5 }],
    [field('markdown'), { type: 'string' }],
    [field('file'), { type: 'string' }],
    [
      field('yesNoComment'),
      { type: 'object', properties: { choice: { enum: ['Да', 'Не'] }, comment: LONG }, additionalProperties: false },
    ],
    [
      field('planDoc'),
      {
        type: 'object',
        properties: {
          choice: { enum: ['Да', 'Не', 'Није потребно'] },
          comment: LONG,
          completionDate: MONTH,
          documentDate: MONTH,
        },
        additionalProperties: false,
      },
    ],
    [
      field('currency'),
      {
        type: 'object',
        properties: {
          id: LONG,
          name: LONG,
          exchangeCode: LONG,
          exchangeRate: { type: 'string', pattern: '^\\d+\\.\\d{4}$' },
        },
        additionalProperties: false,
      },
    ],
    [
      field('textList', { minRows: 1, maxRows: 3 }),
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    ],
    [field('fileList'), { type: 'array', items: { type: 'string' } }],
    [
      field('locationList'),
      { type: 'array', items: { type: 'object', properties: { id: LONG, name: LONG }, additionalProperties: false } },
    ],
    [field('table'), { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } }],
  ])('%j is %j', (given, expected) => {
    expect(of(given)).toEqual(expected);
  });

  it('has groups, and asks for what is always shown', () => {
    expect(
      schemaOf(
        field('text', { path: 'group.name', required: true }),
        field('text', { path: 'group.more' }),
        field('text', { path: 'why', required: true, visibleWhen: { path: 'group.name', equals: 'а' } }),
        field('table', { path: 'rows', columns: [field('text', { path: 'b', required: true, maxLength: 2 })] }),
      ),
    ).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Проба',
      type: 'object',
      properties: {
        group: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1 }, more: { type: 'string' } },
          additionalProperties: false,
          required: ['name'],
        },
        why: { type: 'string', minLength: 1 },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { b: { type: 'string', minLength: 1, maxLength: 2 } },
            additionalProperties: false,
            required: ['b'],
          },
        },
      },
      additionalProperties: false,
    });
  });

  it('tells what the form does, as far as data can tell', () => {
    const form = formWith([field('text', { required: true })], {
      settles: ['a'],
      quietFields: ['a'],
      rules: [
        { code: 'FluentYearOrder', severity: 'warning', needs: ['a'], warnsWithForeignFunds: true, check: () => [] },
        { code: 'FluentHighRisk', severity: 'warning', check: () => [{ path: 'a' }] },
      ],
    });
    expect(formBehaviour(form)).toEqual({
      rules: [
        { code: 'FluentYearOrder', severity: 'warning', needs: ['a'], warnsWithForeignFunds: true },
        { code: 'FluentHighRisk', severity: 'warning', needs: [], warnsWithForeignFunds: false },
      ],
      settles: ['a'],
      quietFields: ['a'],
      empty: {
        start: {},
        made: {},
        errors: [{ code: 'FluentEmptyField', index: 0, path: 'a' }],
        warnings: [{ code: 'FluentHighRisk', index: 0, path: 'a' }],
      },
    });
    expect(formBehaviour(formWith([]))).toMatchObject({ settles: [], quietFields: [], rules: [] });
    const headed = publishedForm(formWith([], { header: [] as never })).configuration;
    expect(headed).toHaveProperty('header');
    expect(publishedForm(formWith([])).configuration).not.toHaveProperty('header');
  });
});

describe('what is asked of a field, in words', () => {
  it.each<[Field, string | undefined, string]>([
    [field('int'), undefined, 'цео број, најмање 0'],
    [field('int', { min: 2, max: 4 }), undefined, 'цео број од 2 до 4'],
    [field('planDoc'), 'a.comment', 'највише 2000 знакова'],
    [field('yesNoComment', { maxLength: 5 }), 'a.comment', 'највише 5 знакова'],
    [field('planDoc'), 'a.documentDate', 'месец између 2.2019. и 2.2030.'],
    [field('planDoc'), 'a.completionDate', 'месец између 2.2019. и 2.2030.'],
    [field('planDoc'), 'a', 'изаберите један од понуђених одговора'],
    [field('text', { path: 'a.comment', maxLength: 5 }), 'a.comment', 'највише 5 знакова'],
    [
      field('text', { maxLength: 5, amountOrRemark: true }),
      undefined,
      'највише 5 знакова, износ до 999.999.999.999.999,00',
    ],
    [field('month'), undefined, 'месец између 2.2019. и 2.2030.'],
    [field('year'), undefined, 'изаберите годину са списка'],
    [field('yesNo'), undefined, 'изаберите један од понуђених одговора'],
    [field('file'), undefined, 'изаберите документ пројекта'],
    [field('textList', { maxRows: 3 }), 'a', 'од 0 до 3 реда'],
    [field('textList', { maxRows: 3, maxLength: 5 }), 'a[2]', 'највише 5 знакова'],
    [field('fileList', { minRows: 1 }), 'a', 'најмање 1 ред'],
    [field('fileList'), 'a[1]', 'изаберите документ пројекта'],
    [field('locationList', { maxRows: 2 }), 'a', 'од 0 до 2 реда'],
    [field('locationList'), 'a[1]', 'изаберите са списка'],
    [field('table', { minRows: 2 }), 'a', 'најмање 2 реда'],
    [field('org'), undefined, 'изаберите са списка'],
    [field('rsd', { signed: true }), undefined, 'од -999.999.999.999.999,00 до 999.999.999.999.999,00'],
    [field('percent'), undefined, 'од 0,00 до 100,00'],
    [field('percent', { unbounded: true }), undefined, 'од 0,00 до 999.999.999.999.999,00'],
    [field('rsd', { computed: true }), undefined, 'највише 999.999.999.999.999,00'],
  ])('%j at %s: %s', (given, path, expected) => {
    expect(ruleText(given, path).sr).toBe(expected);
  });
});
