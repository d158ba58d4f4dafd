import { describe, expect, it } from 'vitest';
import { formBehaviour, publishedForm } from './schema.ts';
import { fieldOf, formWith, label } from '../../test/forms.ts';
import type { Field } from './types.ts';

describe('the schema of a published form', () => {
  const schemaOf = (...fields: Field[]) => publishedForm(formWith(fields)).schema;
  const of = (given: Field) => (schemaOf(given).properties as Record<string, unknown>).a;
  const MONTH = { type: 'string', pattern: '^\\d{4}-\\d{2}$' };
  const LONG = { type: 'string', maxLength: 2000 };

  it.each<[Field, unknown]>([
    [fieldOf('rsd'), { type: 'string', pattern: '^\\d{1,15}\\.\\d{2}$' }],
    [fieldOf('rsd', { signed: true }), { type: 'string', pattern: '^-?\\d{1,15}\\.\\d{2}$' }],
    [fieldOf('int'), { type: 'integer', minimum: 0 }],
    [fieldOf('int', { min: 2, max: 4 }), { type: 'integer', minimum: 2, maximum: 4 }],
    [fieldOf('year'), { type: 'integer' }],
    [fieldOf('date'), { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
    [fieldOf('month'), MONTH],
    [fieldOf('yesNo'), { enum: ['Да', 'Не'] }],
    [fieldOf('select', { options: [{ value: 5, label: label('А') }] }), { enum: [5] }],
    [fieldOf('select'), { enum: [] }],
    [fieldOf('text'), { type: 'string' }],
    [fieldOf('text', { required: true, maxLength: 5 }), { type: 'string', minLength: 1, maxLength: 5 }],
    [fieldOf('markdown'), { type: 'string' }],
    [fieldOf('file'), { type: 'string' }],
    [
      fieldOf('yesNoComment'),
      { type: 'object', properties: { choice: { enum: ['Да', 'Не'] }, comment: LONG }, additionalProperties: false },
    ],
    [
      fieldOf('planDoc'),
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
      fieldOf('currency'),
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
      fieldOf('textList', { minRows: 1, maxRows: 3 }),
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    ],
    [fieldOf('fileList'), { type: 'array', items: { type: 'string' } }],
    [
      fieldOf('locationList'),
      { type: 'array', items: { type: 'object', properties: { id: LONG, name: LONG }, additionalProperties: false } },
    ],
    [fieldOf('table'), { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } }],
  ])('%j is %j', (given, expected) => {
    expect(of(given)).toEqual(expected);
  });

  it('has groups, and asks for what is always shown', () => {
    expect(
      schemaOf(
        fieldOf('text', { path: 'group.name', required: true }),
        fieldOf('text', { path: 'group.more' }),
        fieldOf('text', { path: 'why', required: true, visibleWhen: { path: 'group.name', equals: 'а' } }),
        fieldOf('table', { path: 'rows', columns: [fieldOf('text', { path: 'b', required: true, maxLength: 2 })] }),
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
    const form = formWith([fieldOf('text', { required: true })], {
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
