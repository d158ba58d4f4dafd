import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allForms } from '@pimis/domain/forms/catalogue';
import type { Field, FormDefinition } from '@pimis/domain/forms/types';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { table } from './markdown-table.ts';

/** docs/form-fields.md: every field of every form, as its newest definition has it. */

const FLAGS = ['computed', 'fromEarlier', 'isdacon', 'admin', 'mei', 'signed', 'unbounded', 'aboveZero'] as const;

const DEFINITIONS = join(import.meta.dirname, '../packages/domain/src/forms/definitions');

const isForm = (value: unknown): value is FormDefinition =>
  typeof value === 'object' && value !== null && 'code' in value && 'sections' in value && 'phase' in value;

/** The file of each form by its code: files have English names, codes those of the specification. */
async function filesOfForms(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const file of readdirSync(DEFINITIONS).filter((name) => !name.endsWith('.test.ts'))) {
    const exported = (await import(join(DEFINITIONS, file))) as Record<string, unknown>;
    for (const form of Object.values(exported).flat().filter(isForm)) files.set(form.code, file);
  }
  return files;
}

const FILES = await filesOfForms();

function boundsOf(field: Field): string {
  const { maxLength, min, max, minRows, maxRows, years, key, visibleWhen, requiredWhen } = field;
  const bounds = [
    ...FLAGS.filter((flag) => field[flag]),
    maxLength === undefined ? '' : `up to ${maxLength} characters`,
    min === undefined && max === undefined ? '' : `${min ?? '…'} to ${max ?? '…'}`,
    maxRows === undefined ? '' : `${minRows ?? 0} to ${maxRows} rows`,
    years === undefined ? '' : `years ${years}`,
    key === undefined ? '' : `key ${key}`,
    visibleWhen === undefined ? '' : 'shown by condition',
    requiredWhen === undefined ? '' : 'required by condition',
  ];
  return bounds.filter((text) => text !== '').join('; ');
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
    `${title.en} / ${title.sr}; phase ${phase} ${phaseInfo(phase).title.en}, version ${version}, \`${FILES.get(code) ?? ''}\`.`,
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
