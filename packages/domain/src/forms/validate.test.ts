import { describe, expect, it } from 'vitest';
import { completeForm } from './complete.ts';
import { FLUENT_MESSAGES, messageFor } from './messages.ts';
import { allForms } from './catalogue.ts';
import { example, formOf, formWith, label, TODAY, validationOf } from '../../test/forms.ts';
import { fieldAt } from './labels.ts';
import type { FormValues, StoredRevision } from './types.ts';
import { validateForm } from './validate.ts';

const errorsOf = (changes: Record<string, unknown>) =>
  validationOf(example(changes)).errors.map(({ code, path }) => `${code} ${path}`);

describe('a rule is silent while one of its inputs is absent or invalid', () => {
  it('an impossible duration is one error, not two', () => {
    expect(errorsOf({ durationMonths: 500 })).toEqual(['FluentInvalidField durationMonths']);
    expect(errorsOf({ durationMonths: undefined })).toEqual(['FluentEmptyField durationMonths']);
  });

  it('a day out of bounds is not compared with anything', () => {
    expect(errorsOf({ 'implementationDates.start': '2018-01-01' })).toEqual([
      'FluentInvalidField implementationDates.start',
    ]);
    expect(errorsOf({ 'implementationDates.end': '2030-02-02' })).toEqual([
      'FluentInvalidField implementationDates.end',
    ]);
  });

  it('an estimate of nothing is only the error of its field; the smallest one is judged', () => {
    const at = (price: string) => errorsOf({ 'financialInfo.price.local': price, 'basic.level': 'Републички' });
    expect(at('0.00')).toEqual(['FluentInvalidField financialInfo.price.local']);
    expect(at('0.01')).toContain('FluentCapitalEstimate financialInfo.price.local');
  });

  it('a negative study budget is not compared with preparation', () => {
    expect(errorsOf({ 'financialInfo.feasibilityStudyBudget.value': '-1.00' })).toEqual([
      'FluentInvalidField financialInfo.feasibilityStudyBudget.value',
    ]);
  });

  it('every input that a rule names is a field of its form', () => {
    for (const form of allForms()) {
      for (const rule of form.rules) {
        for (const path of rule.needs ?? [])
          expect(fieldAt(form, path), `${form.code} ${rule.code} ${path}`).not.toBeNull();
      }
    }
  });
});

describe('a validation for one viewer', () => {
  const long = example({ 'opinions.ministry': 'а'.repeat(4001) });

  it('says nothing of fields of other roles', () => {
    expect(validationOf(long).errors).toMatchObject([{ code: 'FluentInvalidField', path: 'opinions.ministry' }]);
    expect(validationOf(long, { ...TODAY, viewer: { admin: true, mei: false } }).errors).toHaveLength(1);
    expect(validationOf(long, { ...TODAY, viewer: { admin: false, mei: false } }).errors).toEqual([]);
  });
});

describe('fields shown beside other answers of their row', () => {
  const quarterly = formWith(
    [
      {
        path: 'rows',
        kind: 'table',
        label: label('Редови'),
        columns: [
          { path: 'old', kind: 'rsd', label: label('Било') },
          { path: 'real', kind: 'rsd', label: label('Јесте') },
          { path: 'target', kind: 'percent', computed: true, unbounded: true, label: label('Циљ') },
          {
            path: 'reason',
            kind: 'markdown',
            required: true,
            label: label('Разлог'),
            visibleWhen: { column: 'target', isNot: '100.00' },
          },
          {
            path: 'change',
            kind: 'markdown',
            required: true,
            label: label('Измена'),
            visibleWhen: { anyDiffers: [['old', 'real']] },
          },
        ],
      },
    ],
    {
      compute: (values) => {
        for (const row of values.rows as Record<string, unknown>[])
          row.target = row.real === row.old ? '100.00' : '80.00';
      },
    },
  );
  const judge = (values: FormValues) => validateForm(quarterly, completeForm(quarterly, values, {}), {}, TODAY).errors;

  it('are asked for only there', () => {
    const rows = [
      { old: '5.00', real: '5.00' },
      { old: '5.00', real: '4.00' },
    ];
    expect(judge({ rows })).toMatchObject([
      { code: 'FluentEmptyField', index: 2, path: 'rows[2].reason' },
      { code: 'FluentEmptyField', index: 2, path: 'rows[2].change' },
    ]);
  });

  it('are cleared where they are not shown, also beside values computed just now', () => {
    const rows = [
      { old: '5.00', real: '5.00', target: '80.00', reason: 'заостало', change: 'заостало' },
      { old: '5.00', real: '4.00', reason: 'киша', change: 'мање' },
    ];
    const once = completeForm(quarterly, { rows }, {});
    expect(once).toEqual({
      rows: [
        { old: '5.00', real: '5.00', target: '100.00' },
        { old: '5.00', real: '4.00', target: '80.00', reason: 'киша', change: 'мање' },
      ],
    });
    expect(completeForm(quarterly, once, {})).toEqual(once);
  });
});

describe('messages', () => {
  it('put the label in its place as it is written', () => {
    const item = { code: 'FluentEmptyField', label: { sr: 'Цена $& у $1', en: 'Price $&' } };
    expect(messageFor(item, 'sr')).toBe('Поље „Цена $& у $1“ је обавезно.');
    expect(messageFor(item, 'en')).toBe('Price $& is required.');
  });

  it('exist in both languages for every rule of every form', () => {
    for (const form of allForms()) {
      for (const rule of form.rules) expect(Object.keys(FLUENT_MESSAGES)).toContain(rule.code);
    }
  });

  it('stand in the order of the form', () => {
    const { errors } = validationOf({});
    const order = formOf('ideja').sections.flatMap((section) => section.fields.map((field) => field.path));
    const positions = errors.map((item) =>
      order.findIndex((path) => item.path === path || item.path.startsWith(`${path}[`)),
    );
    expect(positions.length).toBeGreaterThan(20);
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });
});

describe('a year outside its list (docs/forms.md, A1)', () => {
  const withYears = (start: number, income: readonly number[]) =>
    example({
      estimatedStartYear: start,
      'financialInfo.income': income.map((year) => ({ year, amount: '1.00' })),
    });
  const refused = (values: FormValues, stored?: StoredRevision) =>
    validationOf(values, { ...TODAY, ...(stored ? { stored } : {}) })
      .errors.filter(({ code }) => code === 'FluentInvalidField')
      .map(({ path }) => path);

  it('is refused from the first year that is not offered', () => {
    expect(refused(withYears(2015, []))).toEqual([]);
    expect(refused(withYears(2014, []))).toEqual(['estimatedStartYear']);
    expect(refused(withYears(2026, [2034, 2035]))).toEqual(['financialInfo.income[2].year']);
  });

  it('stays valid where it was valid before, in whichever row', () => {
    const values = withYears(2014, [2034, 2035]);
    expect(refused(values, { values, errors: [] })).toEqual([]);
    expect(refused(withYears(2014, [2035]), { values, errors: [] })).toEqual([]);
    expect(refused(withYears(2035, []), { values, errors: [] })).toEqual(['estimatedStartYear']);
  });

  it('does not become valid by being stored with its error', () => {
    const values = withYears(2014, []);
    const errors = [{ code: 'FluentInvalidField', path: 'estimatedStartYear' }];
    expect(refused(values, { values, errors })).toEqual(['estimatedStartYear']);
  });
});

describe('the month of a planned document', () => {
  const form = formWith([{ path: 'permit', kind: 'planDoc', label: label('Дозвола') }]);
  const judged = (answer: FormValues) => {
    const made = completeForm(form, { permit: answer }, {});
    return { permit: made.permit, errors: validateForm(form, made, {}, TODAY).errors.map(({ path }) => path) };
  };

  it('that the answer hides is absent and blocks nothing', () => {
    const months = { documentDate: '2040-02', completionDate: '2040-03', comment: 'Не треба.' };
    expect(judged({ choice: 'Није потребно', ...months })).toEqual({
      permit: { choice: 'Није потребно', comment: 'Не треба.' },
      errors: [],
    });
    expect(judged({ choice: 'Да', ...months, documentDate: '2026-01' })).toEqual({
      permit: { choice: 'Да', comment: 'Не треба.', documentDate: '2026-01' },
      errors: [],
    });
    expect(judged({ choice: 'Не', ...months }).errors).toEqual(['permit.completionDate']);
  });

  it('that the answer shows is asked for', () => {
    expect(judged({ choice: 'Да', completionDate: '2026-01' }).errors).toEqual(['permit.documentDate']);
    expect(judged({ choice: 'Не', documentDate: '2026-01' }).errors).toEqual([
      'permit.comment',
      'permit.completionDate',
    ]);
  });
});

describe('an entry of a list', () => {
  const form = formWith([
    {
      path: 'rows',
      kind: 'table',
      label: label('Редови'),
      key: 'name',
      columns: [
        { path: 'name', kind: 'text', label: label('Назив') },
        { path: 'sum', kind: 'text', required: true, label: label('Износ') },
      ],
    },
    { path: 'opinion', kind: 'text', mei: true, maxLength: 3, label: label('Мишљење') },
  ]);
  const judged = (values: FormValues) =>
    validateForm(form, values, {}, TODAY).errors.map(({ code, path }) => `${code} ${path}`);

  it('is judged where it is a row, and compared by names that are there', () => {
    expect(judged({ rows: ['нема', null] })).toEqual([]);
    expect(judged({ rows: [{ sum: '1' }, { name: null, sum: '1' }, { name: null, sum: '1' }, { sum: '1' }] })).toEqual(
      [],
    );
    expect(
      judged({
        rows: [
          { name: 'а', sum: '1' },
          { name: ' А ', sum: '1' },
        ],
      }),
    ).toEqual(['FluentDuplicate rows[2].name']);
  });

  it('is judged with the fields of every role where no viewer is named', () => {
    expect(judged({ opinion: 'дуго' })).toEqual(['FluentInvalidField opinion']);
  });
});

describe('the order of messages', () => {
  const paths = [
    'rows[1].plan.documentDate',
    'rows[1].plan',
    'rows[1].name',
    'rows[1].answer.comment',
    'rows',
    'first',
  ];
  const form = formWith(
    [
      { path: 'first', kind: 'text', label: label('Прво') },
      {
        path: 'rows',
        kind: 'table',
        label: label('Редови'),
        columns: [
          { path: 'name', kind: 'text', label: label('Назив') },
          { path: 'plan', kind: 'planDoc', label: label('Документ') },
          { path: 'answer', kind: 'yesNoComment', label: label('Одговор') },
        ],
      },
      { path: 'last', kind: 'text', label: label('Последње') },
    ],
    {
      rules: [
        { code: 'FluentB', severity: 'error', check: () => [{ path: 'last' }, ...paths.map((path) => ({ path }))] },
        {
          code: 'FluentA',
          severity: 'error',
          check: () => [
            { path: 'nowhere' },
            ...[10, 2, 1].map((index) => ({ path: `rows[${index}].name`, index })),
            ...['plan.completionDate', 'plan.comment', 'plan.choice', 'answer.choice'].map((path) => ({
              path: `rows[1].${path}`,
            })),
            { path: 'last' },
          ],
        },
      ],
    },
  );

  it('is that of fields with their parts, then of rows, then of codes', () => {
    const { errors } = validateForm(form, {}, {}, TODAY);
    expect(errors.map(({ code, path, index }) => `${code.at(-1)} ${path} ${index}`)).toEqual([
      'B first 0',
      'B rows 0',
      'B rows[1].name 0',
      'A rows[1].name 1',
      'A rows[2].name 2',
      'A rows[10].name 10',
      'B rows[1].plan 0',
      'A rows[1].plan.choice 0',
      'A rows[1].plan.comment 0',
      'A rows[1].plan.completionDate 0',
      'B rows[1].plan.documentDate 0',
      'A rows[1].answer.choice 0',
      'B rows[1].answer.comment 0',
      'A last 0',
      'B last 0',
      'A nowhere 0',
    ]);
  });
});
