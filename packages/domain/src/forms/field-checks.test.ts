import { describe, expect, it } from 'vitest';
import { validateForm } from './validate.ts';
import { formWith, label } from '../../test/forms.ts';
import type { Field, FormData, FormDefinition, FormValues, JudgeContext, Kind } from './types.ts';

const field = (path: string, kind: Kind, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: label(path),
  ...more,
});
const CONTEXT: JudgeContext = { today: '2026-05-04', foreignFunds: false };

function judged(
  definition: FormDefinition,
  values: FormValues,
  context: Partial<JudgeContext> = {},
  data: FormData = {},
) {
  const { errors, warnings } = validateForm(definition, values, data, { ...CONTEXT, ...context });
  return [...errors, ...warnings].map(({ code, path, index }) => `${code} ${path} ${index}`);
}
const one = (given: Field, value: unknown, context: Partial<JudgeContext> = {}, data: FormData = {}) =>
  judged(formWith([given]), { [given.path]: value }, context, data);

describe('the check of a field', () => {
  it.each<[Field, unknown, string[]]>([
    [field('a', 'text', { required: true }), undefined, ['FluentEmptyField a 0']],
    [field('a', 'text', { required: true }), ' ', ['FluentEmptyField a 0']],
    [field('a', 'text'), undefined, []],
    [field('a', 'text', { required: true, admin: true }), undefined, []],
    [field('a', 'text', { required: true, mei: true }), undefined, []],
    [field('a', 'text', { required: true, emptyByRule: true }), undefined, []],
    [field('a', 'text', { required: true, computed: true }), undefined, []],
    [field('a', 'text', { maxLength: 1 }), 'аб', ['FluentInvalidField a 0']],
    [field('a', 'rsd', { computed: true }), '-1.00', []],
    [field('a', 'rsd', { computed: true }), '1000000000000000.00', ['FluentInvalidField a 0']],
    [field('a', 'markdown'), '>'.repeat(11), ['FluentTooNested a 0']],
    [field('a', 'text'), '>'.repeat(11), []],
    [field('a', 'text'), 'један\nдва', ['FluentNotOneLine a 0']],
    [field('a', 'text'), '\u202eнавт', ['FluentNotOneLine a 0']],
    [field('a', 'text', { maxLength: 3 }), 'један\nдва', ['FluentInvalidField a 0']],
    [field('a', 'markdown'), 'један\nдва', []],
    [field('a', 'yesNoComment'), { choice: 'Не', comment: 'један\nдва' }, []],
    [field('a', 'textList'), ['један', 'два\u2066'], ['FluentNotOneLine a[2] 2']],
    [field('a', 'year', { years: 'GEN' }), 2035, []],
    [field('a', 'year', { years: 'GEN' }), 2036, ['FluentInvalidField a 0']],
    [field('a', 'year', { years: 'PLAN' }), 2099, []],
    [field('a', 'year'), 2099, []],
    [field('a', 'int'), 2099, []],
    [field('a', 'yesNoComment'), { choice: 'Не' }, ['FluentCommentRequired a.comment 0']],
    [field('a', 'yesNoComment'), { choice: 'Не', comment: '' }, ['FluentCommentRequired a.comment 0']],
    [field('a', 'yesNoComment'), { choice: 'Не', comment: 'а' }, []],
    [field('a', 'yesNoComment'), { choice: 'Да' }, []],
    [field('a', 'yesNoComment'), { choice: 'можда' }, ['FluentInvalidField a 0']],
    [field('a', 'yesNoComment', { maxLength: 1 }), { choice: 'Да', comment: 'аб' }, ['FluentInvalidField a.comment 0']],
    [field('a', 'planDoc'), { choice: 'Да' }, ['FluentEmptyField a.documentDate 0']],
    [field('a', 'planDoc'), { choice: 'Да', documentDate: '2026-05' }, []],
    [field('a', 'planDoc'), { choice: 'Не' }, ['FluentEmptyField a.comment 0', 'FluentEmptyField a.completionDate 0']],
    [field('a', 'planDoc'), { choice: 'Није потребно' }, ['FluentEmptyField a.comment 0']],
    [field('a', 'planDoc'), { choice: 'Да', documentDate: '2018-05' }, ['FluentInvalidField a.documentDate 0']],
    [field('a', 'currency'), { id: 'EUR', exchangeRate: 'нема' }, ['FluentInvalidField a 0']],
    [field('a', 'textList', { required: true }), [], ['FluentEmptyField a 0']],
    [field('a', 'textList', { minRows: 2 }), ['а'], ['FluentEmptyField a 0']],
    [field('a', 'textList', { minRows: 2, emptyByRule: true }), ['а'], []],
    [field('a', 'textList', { minRows: 2, computed: true }), ['а'], []],
    [field('a', 'textList', { maxRows: 2 }), ['а', 'б'], []],
    [field('a', 'textList', { maxRows: 2 }), ['а', 'б', 'в'], ['FluentInvalidField a 0']],
    [field('a', 'textList', { maxRows: 3, format: 'email' }), Array(4).fill('a@b.rs'), ['FluentEmailLimit a 0']],
    [field('a', 'textList', { maxRows: 3, format: 'phone' }), ['1', '2', '3', '4'], ['FluentPhoneLimit a 0']],
    [field('a', 'textList', { maxRows: 3 }), ['1', '2', '3', '4'], ['FluentInvalidField a 0']],
    [
      field('a', 'textList', { maxRows: 2, format: 'email' }),
      ['a@b.rs', 'a@b.rs', 'c@d.rs'],
      ['FluentInvalidField a 0'],
    ],
    [field('a', 'textList', { maxRows: 2, format: 'phone' }), ['1', '2', '3'], ['FluentInvalidField a 0']],
    [
      field('a', 'textList', { maxLength: 1 }),
      ['а', 'аб', '', 5],
      ['FluentInvalidField a[2] 2', 'FluentEmptyField a[3] 3', 'FluentEmptyField a[4] 4'],
    ],
    [field('a', 'textList'), ['а', 'а', ' '], ['FluentEmptyField a[3] 3']],
    [field('a', 'fileList'), ['7', 'нема', '7'], ['FluentInvalidField a[2] 2', 'FluentDuplicate a[3] 3']],
    [field('a', 'fileList'), ['7', '', ''], ['FluentEmptyField a[2] 2', 'FluentEmptyField a[3] 3']],
    [
      field('a', 'locationList'),
      [{ id: '7' }, {}, { id: '7' }, 5],
      ['FluentEmptyField a[2] 2', 'FluentDuplicate a[3] 3', 'FluentEmptyField a[4] 4'],
    ],
  ])('%j with %j says %j', (given, value, expected) => {
    expect(one(given, value)).toEqual(expected);
  });

  it('of a row names the row, of rows in rows the outer one, and keys that come twice', () => {
    const inner = field('t', 'table', { columns: [field('x', 'text', { required: true })] });
    const table = field('a', 'table', {
      key: 'k',
      columns: [field('j', 'text'), field('k', 'text', { label: label('Кључ') }), inner],
    });
    const form = formWith([table]);
    const rows = [{ k: 'а' }, null, { k: ' А ', t: [{ x: '1' }, {}] }, {}, { k: '' }];
    expect(judged(form, { a: rows })).toEqual(['FluentDuplicate a[3].k 3', 'FluentEmptyField a[3].t[2].x 3']);
    const { errors } = validateForm(form, { a: rows }, {}, CONTEXT);
    expect(errors[0]?.label).toEqual(label('Кључ'));
    const loose = formWith([field('a', 'table', { key: 'other', columns: [] })]);
    expect(validateForm(loose, { a: [{ other: 'а' }, { other: 'а' }] }, {}, CONTEXT).errors[0]?.label).toEqual(
      label('a'),
    );
  });

  it('names the part of an answer', () => {
    const { errors } = validateForm(formWith([field('a', 'planDoc')]), { a: { choice: 'Не' } }, {}, CONTEXT);
    expect(errors.map((item) => item.label.sr)).toEqual(['a: образложење', 'a: рок израде']);
    expect(errors.map((item) => item.label.en)).toEqual(['a: comment', 'a: completion date']);
  });

  it('requires no field that the user may not enter', () => {
    const figure = field('a', 'rsd', { required: true, isdacon: true });
    const earlier = field('a', 'textList', { required: true, fromEarlier: true });
    expect(one(figure, undefined, { foreignFunds: true })).toEqual([]);
    expect(one(figure, undefined)).toEqual(['FluentEmptyField a 0']);
    expect(one(earlier, undefined, {}, { fromEarlier: true })).toEqual([]);
    for (const none of [false, 'да'])
      expect(one(earlier, undefined, {}, { fromEarlier: none })).toEqual(['FluentEmptyField a 0']);
    const admin = field('a', 'text', { admin: true, maxLength: 1 });
    expect(one(admin, 'аб')).toEqual(['FluentInvalidField a 0']);
    expect(one(admin, 'аб', { viewer: { admin: false, mei: true } })).toEqual([]);
    expect(one(field('a', 'text', { mei: true, maxLength: 1 }), 'аб', { viewer: { admin: true, mei: false } })).toEqual(
      [],
    );
  });

  it('takes rows of registries that are offered, or were right when they were stored', () => {
    const org = { id: '1', name: 'А' };
    const given = field('a', 'org');
    expect(one(given, org, { isOffered: () => false })).toEqual(['FluentInvalidField a 0']);
    expect(one(given, org, { isOffered: ({ kind, value }) => kind === 'org' && value.id === '1' })).toEqual([]);
    expect(one(given, org)).toEqual([]);
    const stored = { values: { a: org }, errors: [] };
    expect(one(given, org, { isOffered: () => false, stored })).toEqual([]);
    const refused = {
      values: { a: org },
      errors: [{ code: 'FluentInvalidField', path: 'a', index: 0, label: label('a') }],
    };
    expect(one(given, org, { stored: refused })).toEqual(['FluentInvalidField a 0']);
    const places = field('a', 'locationList');
    expect(one(places, [{ id: '1' }], { isOffered: () => false })).toEqual(['FluentInvalidField a[1] 1']);
    const year = field('a', 'year', { years: 'GEN' });
    expect(one(year, 1999, { stored: { values: { a: 1999 }, errors: [] } })).toEqual([]);
    expect(one(year, 1998, { stored: { values: { a: 1999 }, errors: [] } })).toEqual(['FluentInvalidField a 0']);
  });
});

describe('messages', () => {
  const form = formWith(
    [
      field('first', 'text', { required: true }),
      field('rows', 'table', { columns: [field('x', 'planDoc'), field('y', 'text', { required: true })] }),
      field('last', 'yesNoComment'),
      field('end', 'text', { required: true }),
    ],
    {
      rules: [
        { code: 'FluentYearOrder', severity: 'error', check: () => [{ path: 'unknown' }, { path: 'first' }] },
        { code: 'FluentCapitalEstimate', severity: 'error', check: () => [{ path: 'first' }] },
        {
          code: 'FluentYearlyCostSum',
          severity: 'error',
          warnsWithForeignFunds: true,
          check: () => [{ path: 'rows' }],
        },
        {
          code: 'FluentHighRisk',
          severity: 'warning',
          needs: ['end'],
          check: () => [{ path: 'end', index: 3, label: label('Своја') }],
        },
      ],
    },
  );

  it('stand in the order of the fields, then of rows, then of codes', () => {
    const rows = Array.from({ length: 12 }, (_, index) => ({
      x: { choice: 'Не', comment: 'а' },
      ...(index < 10 ? { y: 'а', x: {} } : {}),
    }));
    expect(judged(form, { rows, last: { choice: 'Не' } })).toEqual([
      'FluentCapitalEstimate first 0',
      'FluentEmptyField first 0',
      'FluentYearOrder first 0',
      'FluentYearlyCostSum rows 0',
      'FluentEmptyField rows[11].x.completionDate 11',
      'FluentEmptyField rows[12].x.completionDate 12',
      'FluentEmptyField rows[11].y 11',
      'FluentEmptyField rows[12].y 12',
      'FluentCommentRequired last.comment 0',
      'FluentEmptyField end 0',
      'FluentYearOrder unknown 0',
    ]);
  });

  it('of rules are errors or warnings, and absent while an input of the rule is absent', () => {
    const validation = (end: unknown, foreignFunds: boolean) =>
      validateForm(form, { first: 'а', end }, {}, { ...CONTEXT, foreignFunds });
    expect(validation('а', true).warnings).toEqual([
      { code: 'FluentYearlyCostSum', index: 0, path: 'rows', label: label('rows') },
      { code: 'FluentHighRisk', index: 3, path: 'end', label: label('Своја') },
    ]);
    expect(validation('а', false).warnings.map(({ code }) => code)).toEqual(['FluentHighRisk']);
    expect(validation(undefined, false).warnings).toEqual([]);
  });
});
