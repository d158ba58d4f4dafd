import { allForms } from '@pimis/domain/forms/catalogue';
import type { Field, FormDefinition } from '@pimis/domain/forms/types';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { table } from './markdown-table.ts';

/** docs/form-fields.md: every field of every form, as its newest definition has it. */

const FLAGS = ['computed', 'fromEarlier', 'isdacon', 'admin', 'mei', 'signed', 'unbounded', 'aboveZero'] as const;

function boundsOf(field: Field): string {
  const { maxLength, min, max, minRows, maxRows, years, key, visibleWhen, requiredWhen } = field;
  const facts = [
    ...FLAGS.filter((flag) => field[flag]),
    maxLength === undefined ? '' : `up to ${maxLength} characters`,
    min === undefined && max === undefined ? '' : `${min ?? '…'} to ${max ?? '…'}`,
    maxRows === undefined ? '' : `${minRows ?? 0} to ${maxRows} rows`,
    years === undefined ? '' : `years ${years}`,
    key === undefined ? '' : `key ${key}`,
    visibleWhen === undefined ? '' : 'shown by condition',
    requiredWhen === undefined ? '' : 'required by condition',
  ];
  return facts.filter((text) => text !== '').join('; ');
}

function rowsOf(fields: readonly Field[], above = ''): string[][] {
  return fields.flatMap((field) => {
    const path = above + field.path;
    const own = [
      `\`${path}\``,
      `${field.label.en} / ${field.label.sr}`,
      field.kind,
      field.required ? 'yes' : '',
      boundsOf(field),
    ];
    return [own, ...rowsOf(field.columns ?? [], `${path}[].`)];
  });
}

function formText({ code, version, title, phase, sections, rules }: FormDefinition): string {
  return [
    `## ${code}`,
    '',
    `${title.en} / ${title.sr}; phase ${phase} ${phaseInfo(phase).title.en}, version ${version}.`,
    ...sections.flatMap((section) => [
      '',
      `### ${code}: ${section.title.en || section.key}`,
      '',
      table(['path', 'label', 'kind', 'required', 'more'], rowsOf(section.fields)),
    ]),
    '',
    rules.length === 0
      ? 'No rules besides those of the fields.'
      : `Rules: ${[...new Set(rules.map((rule) => `\`${rule.code}\` (${rule.severity})`))].join(', ')}.`,
    '',
  ].join('\n');
}

export function formFieldsPage(): string {
  const newest = new Map(allForms().map((form) => [form.code, form]));
  return [
    '# Fields of the forms',
    '',
    'Generated from `packages/domain/src/forms/definitions` by `npm run docs`. Do not edit. What the kinds, flags and',
    'rules mean stands in [forms.md](forms.md).',
    '',
    ...[...newest.values()].map(formText),
  ].join('\n');
}
