import { completeForm, defaultValues } from './complete.ts';
import { AMOUNT_KINDS, DOCUMENT_STATES, LIST_KINDS, PARTS, YES_NO } from './kinds.ts';
import { validateForm } from './validate.ts';
import type { Field, FormDefinition, ValidationItem } from './types.ts';

type Schema = Record<string, unknown>;

function scalarSchema(field: Field): Schema {
  if (AMOUNT_KINDS.includes(field.kind)) {
    return { type: 'string', pattern: field.signed ? '^-?\\d{1,15}\\.\\d{2}$' : '^\\d{1,15}\\.\\d{2}$' };
  }
  switch (field.kind) {
    case 'int':
      // Stryker disable next-line ConditionalExpression: JSON leaves out undefined.
      return { type: 'integer', minimum: field.min ?? 0, ...(field.max === undefined ? {} : { maximum: field.max }) };
    case 'year':
      return { type: 'integer' };
    case 'date':
      return { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
    case 'month':
      return { type: 'string', pattern: '^\\d{4}-\\d{2}$' };
    case 'yesNo':
      return { enum: [...YES_NO] };
    case 'select':
      return { enum: field.options?.map((option) => option.value) ?? [] };
    case 'text':
    case 'markdown':
    case 'file':
      return {
        type: 'string',
        ...(field.required ? { minLength: 1 } : {}),
        // Stryker disable next-line ConditionalExpression: JSON leaves out undefined.
        ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
      };
    default:
      return partsSchema(field);
  }
}

function partsSchema(field: Field): Schema {
  const parts = PARTS[field.kind] ?? {};
  const properties = Object.fromEntries(
    Object.entries(parts).map(([name, kind]): [string, Schema] => {
      if (kind === 'choice') return [name, { enum: field.kind === 'planDoc' ? [...DOCUMENT_STATES] : [...YES_NO] }];
      if (kind === 'month') return [name, { type: 'string', pattern: '^\\d{4}-\\d{2}$' }];
      if (kind === 'rate') return [name, { type: 'string', pattern: '^\\d+\\.\\d{4}$' }];
      return [name, { type: 'string', maxLength: 2000 }];
    }),
  );
  return { type: 'object', properties, additionalProperties: false };
}

function fieldSchema(field: Field): Schema {
  if (!LIST_KINDS.includes(field.kind)) return scalarSchema(field);
  const rows = {
    // Stryker disable next-line ConditionalExpression: JSON leaves out undefined.
    ...(field.minRows === undefined ? {} : { minItems: field.minRows }),
    // Stryker disable next-line ConditionalExpression: JSON leaves out undefined.
    ...(field.maxRows === undefined ? {} : { maxItems: field.maxRows }),
  };
  if (field.kind === 'table') return { type: 'array', items: objectSchema(field.columns ?? []), ...rows };
  const kind = field.kind === 'locationList' ? 'location' : 'text';
  return { type: 'array', items: scalarSchema({ ...field, kind }), ...rows };
}

interface Tree {
  field?: Field;
  children: Map<string, Tree>;
}

function treeSchema(tree: Tree): Schema {
  const properties: Schema = {};
  const required: string[] = [];
  for (const [name, child] of tree.children) {
    properties[name] = child.field ? fieldSchema(child.field) : treeSchema(child);
    // A conditionally hidden field may be absent, and so may a group of optional ones.
    if (child.field?.required && !child.field.visibleWhen) required.push(name);
  }
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 ? { required } : {}) };
}

function objectSchema(fields: readonly Field[]): Schema {
  const root: Tree = { children: new Map() };
  for (const field of fields) {
    let at = root;
    for (const key of field.path.split('.')) {
      const next = at.children.get(key) ?? { children: new Map() };
      at.children.set(key, next);
      at = next;
    }
    at.field = field;
  }
  return treeSchema(root);
}

/** The part of a definition that is published: JSON Schema of its values, and the configuration that draws it. */
export function publishedForm(definition: FormDefinition): { schema: Schema; configuration: Schema } {
  const fields = definition.sections.flatMap((section) => [...section.fields]);
  const { code, version, phase, family, title, titleStage, help, revisionRoute, header, sections } = definition;
  return {
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', title: title.sr, ...objectSchema(fields) },
    configuration: {
      code,
      version,
      phase,
      family,
      title,
      titleStage,
      help,
      revisionRoute,
      ...(header ? { header } : {}),
      sections,
    },
  };
}

/** Any day: behaviour is compared with itself. */
// Stryker disable next-line StringLiteral: no definition has such a case.
const PROBED_ON = '2026-01-15';

/**
 * The behaviour of a definition as far as data can show it: its rules, its defaults and comparisons, and its result for
 * an empty form. A change of this needs a new version.
 */
export function formBehaviour(definition: FormDefinition): Schema {
  const { rules, settles = [], quietFields = [] } = definition;
  const start = defaultValues(definition, {});
  const made = completeForm(definition, start, {});
  const { errors, warnings } = validateForm(definition, made, {}, { today: PROBED_ON, foreignFunds: false });
  const items = (found: readonly ValidationItem[]) => found.map(({ code, index, path }) => ({ code, index, path }));
  return {
    rules: rules.map(({ code, severity, needs = [], warnsWithForeignFunds = false }) => ({
      code,
      severity,
      needs,
      warnsWithForeignFunds,
    })),
    settles,
    quietFields,
    empty: { start, made, errors: items(errors), warnings: items(warnings) },
  };
}
