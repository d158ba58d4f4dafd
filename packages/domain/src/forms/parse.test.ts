import { describe, expect, it } from 'vitest';
import { setPath } from './paths.ts';
import { parseFormValues, readStoredValues } from './parse.ts';
import { example, fieldOf, formOf, formWith, label } from '../../test/forms.ts';

const idea = formOf('ideja');

function problems(input: unknown, limits = {}) {
  const parsed = parseFormValues(idea, input, limits);
  return parsed.ok ? [] : parsed.problems;
}

describe('text that the database cannot hold', () => {
  it.each([
    ['a NUL in a text', 'notes', 'а\0б'],
    ['a NUL in a choice', 'basic.level', 'Локални\0'],
    ['half a character', 'notes', '\ud83d'],
    ['half a character in a choice', 'basic.level', '\udc00'],
    ['half a character in an answer', 'scope.land', { choice: 'Не', comment: '\ud83d' }],
    ['half a character in a name', 'basic.proposer', { id: '1', name: '\ud83d' }],
  ])('is refused: %s', (_name, path, value) => {
    expect(problems(example({ [path]: value }))).toEqual([{ path, code: 'InvalidField' }]);
  });

  it('whole characters beyond the basic plane are taken', () => {
    expect(problems(example({ notes: 'Готово 😀' }))).toEqual([]);
  });
});

describe('values out of bounds stay, for the rules to report', () => {
  it.each([
    ['durationMonths', 500],
    ['basic.level', 'Окружни'],
    ['financialInfo.spent.value', '-5.00'],
    ['implementationDates.start', '2018-01-01'],
    ['legalAssessment', 'није број'],
  ])('%s', (path, value) => {
    expect(problems(example({ [path]: value }))).toEqual([]);
  });

  it('numbers that are none are refused', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 12.5]) {
      expect(problems(example({ durationMonths: value }))).toEqual([{ path: 'durationMonths', code: 'InvalidField' }]);
    }
  });
});

describe('limits', () => {
  it('of a single text keep a pasted file out at any place, and name the place', () => {
    const text = (length: number) => 'а'.repeat(length);
    expect(problems(example({ notes: text(100_000) }))).toEqual([]);
    expect(problems(example({ notes: text(100_001), 'scope.land': { choice: 'Не', comment: text(100_001) } }))).toEqual(
      [
        { path: 'scope.land', code: 'TextTooLong' },
        { path: 'notes', code: 'TextTooLong' },
      ],
    );
  });

  it('of rows are ten times the longest table', () => {
    const values = example();
    const rows = (count: number) => Array.from({ length: count }, () => ({ year: 2027, amount: '1.00' }));
    setPath(values, 'financialInfo.yearlyCosts', rows(500));
    expect(problems(values)).toEqual([]);
    setPath(values, 'financialInfo.yearlyCosts', rows(501));
    expect(problems(values)).toEqual([{ path: 'financialInfo.yearlyCosts', code: 'TooManyRows' }]);
  });

  it('of rows and depth are those of the caller', () => {
    expect(problems(example(), { rows: 2 })).toEqual([
      { path: 'financialInfo.fundingSources', code: 'TooManyRows' },
      { path: 'financialInfo.yearlyCosts', code: 'TooManyRows' },
    ]);
    expect(problems(example(), { depth: 3 })).toEqual([{ path: '', code: 'TooDeep' }]);
    expect(problems(example(), { depth: 6 })).toEqual([]);
  });
});

describe('what is no form', () => {
  const form = formWith([
    { path: 'group.name', kind: 'text', label: label('Назив') },
    { path: 'rows', kind: 'table', label: label('Редови'), columns: [] },
  ]);

  it('is refused however deep it is', () => {
    let deep: unknown = {};
    for (let level = 0; level < 200_000; level += 1) deep = { deep };
    expect(parseFormValues(form, { group: deep })).toEqual({ ok: false, problems: [{ path: '', code: 'TooDeep' }] });
  });

  it('is no group, or no list; a group or list that is not there is none', () => {
    expect(parseFormValues(form, { group: undefined, rows: undefined })).toEqual({ ok: true, values: {} });
    expect(parseFormValues(form, { group: null, rows: null })).toEqual({ ok: true, values: {} });
    expect(parseFormValues(form, { group: 5 })).toMatchObject({ problems: [{ path: 'group', code: 'InvalidField' }] });
    expect(readStoredValues(form, { rows: 'нема' }).values).toEqual({});
  });
});

describe('forms to come', () => {
  const plan = formWith([
    {
      path: 'implementation',
      kind: 'table',
      label: label('Динамика'),
      columns: [
        { path: 'activity.name', kind: 'text', computed: true, keepSent: true, label: label('Активност') },
        { path: 'activity.estimate', kind: 'rsd', computed: true, label: label('Вредност') },
        {
          path: 'plan',
          kind: 'table',
          key: 'year',
          label: label('План'),
          columns: [
            { path: 'year', kind: 'year', required: true, label: label('Година') },
            { path: 'q1.percent', kind: 'percent', label: label('Квартал 1') },
          ],
        },
      ],
    },
    { path: 'evidence', kind: 'fileList', label: label('Докази') },
  ]);

  it('tables in tables are read, and the name that a row answers for is kept', () => {
    const sent = {
      implementation: [
        { activity: { name: 'Радови', estimate: '1.00' }, plan: [{ year: 2026, q1: { percent: '5' } }] },
      ],
      evidence: ['12', ''],
    };
    expect(parseFormValues(plan, sent)).toEqual({
      ok: true,
      values: {
        implementation: [{ activity: { name: 'Радови' }, plan: [{ year: 2026, q1: { percent: '5.00' } }] }],
        evidence: ['12', ''],
      },
    });
  });

  it('a problem deep in a table names both rows', () => {
    const sent = { implementation: [{}, { plan: [{ year: 2026 }, { year: 2027, q5: 1 }] }] };
    expect(parseFormValues(plan, sent)).toEqual({
      ok: false,
      problems: [{ path: 'implementation[2].plan[2].q5', code: 'UnknownField' }],
    });
  });
});

describe('a migrated revision', () => {
  it('keeps the fields of its version and warns about the rest', () => {
    const stored = {
      ...example(),
      oldNote: 'x',
      risks: [
        { risk: 'Р', degree: 'Висок' },
        { risk: 'Р', owner: 'x' },
      ],
    };
    const { values, warnings } = readStoredValues(idea, stored);
    expect(values).toMatchObject({ durationMonths: 32, risks: [{ risk: 'Р', degree: 'Висок' }, { risk: 'Р' }] });
    expect(values).not.toHaveProperty('oldNote');
    expect(warnings.map(({ code, index, path }) => `${code} ${index} ${path}`).toSorted()).toEqual([
      'FluentUnknownField 0 oldNote',
      'FluentUnknownField 2 risks[2].owner',
    ]);
    expect(readStoredValues(idea, 'nothing')).toEqual({ values: {}, warnings: [] });
  });
});

it('computed values of a stored revision stay as they were injected, whatever their shape', () => {
  const form = formWith([
    { path: 'oldDate', kind: 'date', computed: true, label: label('Важећи рок') },
    {
      path: 'rows',
      kind: 'table',
      label: label('Редови'),
      columns: [{ path: 'oldDate', kind: 'date', computed: true, label: label('Важећи рок') }],
    },
  ]);
  const stored = { oldDate: '2026-12-31T00:00:00', rows: [{ oldDate: '2026-12-31T00:00:00' }] };
  expect(readStoredValues(form, stored)).toEqual({ values: stored, warnings: [] });
  expect(parseFormValues(form, stored)).toEqual({ ok: true, values: { rows: [{}] } });
});

describe('input of a form', () => {
  const form = formWith([
    fieldOf('text', { path: 'group.name' }),
    fieldOf('rsd', { path: 'sum', computed: true }),
    fieldOf('rsd', { path: 'sent', computed: true, keepSent: true }),
    fieldOf('textList', { path: 'names' }),
    fieldOf('fileList', { path: 'papers' }),
    fieldOf('locationList', { path: 'places' }),
    fieldOf('yesNoComment', { path: 'answer' }),
    fieldOf('table', { path: 'rows', columns: [fieldOf('int', { path: 'count' })] }),
    fieldOf('table', { path: 'bare' }),
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

  it('is taken without empty and computed values', () => {
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

  it('is read unchanged from storage, with a warning about unknown fields', () => {
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
