import { getPath, isObject, nameKey } from './paths.ts';
import { columnsOf } from './amount-or-remark.ts';
import { inBounds, isBeyondTotal, isEmptyValue, LIST_KINDS, MONTH_OF_STATE, partsOutOfBounds } from './kinds.ts';
import { isLockedFor } from './access.ts';
import { type RetainedKeys, retainedKeys, referenceIn, referenceKey, yearKey } from './retained-fields.ts';
import { fieldAt, labelOfPath } from './labels.ts';
import { fieldsOf, isFor, isRequired, isVisible } from './visibility.ts';
import type {
  Field,
  FormData,
  FormDefinition,
  FormValues,
  JudgeContext,
  Kind,
  Rule,
  ValidationResult,
  ValidationItem,
  Viewer,
} from './types.ts';
import { yearList } from './years.ts';
import { isTooNested } from '../text/nesting.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import { textOf } from '../text/text-of.ts';
import { isBlank } from '../text/blank.ts';
import { isOneLine } from '../text/one-line.ts';
import { NO, YES } from './answers.ts';

// Stryker disable next-line ObjectLiteral: a comparison with an absent value is false too.
const NOBODY: Viewer = { admin: false, mei: false };
const EVERYBODY: Viewer = { admin: true, mei: true };
const MAX_CONTACTS = 3;
const ANSWERS: readonly Kind[] = ['yesNoComment', 'planDoc'];

interface Found extends ValidationItem {
  severity: 'error' | 'warning';
  order: number;
}

class Judge {
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  readonly found: Found[] = [];
  private readonly orders: Map<string, number>;
  private readonly locked: { foreignFunds: boolean; fromEarlier: boolean };
  private readonly viewer: Viewer;
  private readonly retained: RetainedKeys;
  private readonly context: JudgeContext;

  constructor(definition: FormDefinition, data: FormData, context: JudgeContext) {
    this.context = context;
    this.retained = retainedKeys(definition, context.stored);
    this.orders = orderOf(definition);
    this.viewer = context.viewer ?? EVERYBODY;
    this.locked = { foreignFunds: context.foreignFunds, fromEarlier: data.fromEarlier === true };
  }

  add(code: string, path: string, index: number, label: BilingualText): void {
    this.place({ code, path, index, label, severity: 'error' });
  }

  place(item: Omit<Found, 'order'>): void {
    const order = this.orders.get(item.path.replaceAll(/\[\d+\]/g, '')) ?? this.orders.size;
    this.found.push({ ...item, order });
  }

  /** Judges the fields of the form, or the columns of a row, one by one. */
  fields(fields: readonly Field[], values: FormValues, prefix: string, index: number, root: FormValues): void {
    for (const field of fields) {
      if (!isFor(field, this.viewer) || !isVisible(field, root, values)) continue;
      const path = prefix ? `${prefix}.${field.path}` : field.path;
      const value = getPath(values, field.path);
      const required = isRequired(field, root, values);
      if (LIST_KINDS.includes(field.kind)) this.list(field, value, path, index, root, required);
      else this.scalar(field, value, path, index, required);
    }
  }

  private scalar(field: Field, value: unknown, path: string, index: number, required: boolean): void {
    if (isEmptyValue(field, value)) {
      // A figure that the organization cannot enter is not required from it.
      const excused = field.emptyByRule || field.computed || isLockedFor(field, NOBODY, this.locked);
      if (required && !excused && !field.admin && !field.mei) this.add('FluentEmptyField', path, index, field.label);
      return;
    }
    if (field.computed) {
      if (isBeyondTotal(field, value)) this.add('FluentInvalidField', path, index, field.label);
      return;
    }
    if (!inBounds(field, value) || !this.isOffered(field, value, path)) {
      // Stryker disable next-line ConditionalExpression,LogicalOperator: no definition has such a case.
      const parts = ANSWERS.includes(field.kind) && isObject(value) ? partsOutOfBounds(field, value) : [];
      for (const part of parts) this.add('FluentInvalidField', `${path}.${part}`, index, partLabel(field, part));
      if (parts.length === 0) this.add('FluentInvalidField', path, index, field.label);
      return;
    }
    // Only a text within its bounds is parsed: a longer one has its error already, and parsing it would take long.
    if (field.kind === 'markdown' && isTooNested(textOf(value))) {
      this.add('FluentTooNested', path, index, field.label);
      return;
    }
    if (field.kind === 'text' && !isOneLine(textOf(value))) {
      this.add('FluentNotOneLine', path, index, field.label);
      return;
    }
    if (isObject(value)) this.parts(field, value, path, index);
  }

  /** Returns whether the field's list offers the value, or the value was valid here before. */
  private isOffered(field: Field, value: unknown, path: string): boolean {
    const { isOffered, today } = this.context;
    if (field.kind === 'year') {
      // The years of a plan have a rule of their own, FluentPlanYearRange.
      if (!field.years || field.years === 'PLAN') return true;
      const offered = yearList(field.years, Number(today.slice(0, 'YYYY'.length)));
      return offered.includes(Number(value)) || this.retained.right.has(yearKey(path, value));
    }
    const reference = referenceIn(field, value);
    if (!reference) return true;
    const key = referenceKey(reference);
    if (this.retained.right.has(key)) return true;
    return isOffered ? isOffered(reference) : !this.retained.refused.has(key);
  }

  private parts(field: Field, value: Record<string, unknown>, path: string, index: number): void {
    const absent = (part: string) => value[part] === undefined || value[part] === '';
    if (field.kind === 'yesNoComment' && value.choice === NO && absent('comment')) {
      this.add('FluentCommentRequired', `${path}.comment`, index, field.label);
    }
    if (field.kind !== 'planDoc') return;
    const choice = String(value.choice);
    const month = MONTH_OF_STATE[choice];
    const parts = [...(month ? [month] : []), ...(choice === YES ? [] : ['comment'])];
    for (const part of parts) {
      if (absent(part)) this.add('FluentEmptyField', `${path}.${part}`, index, partLabel(field, part));
    }
  }

  private list(field: Field, value: unknown, path: string, index: number, root: FormValues, required: boolean): void {
    const rows = Array.isArray(value) ? value : [];
    const minimum = Math.max(field.minRows ?? 0, required ? 1 : 0);
    const excused = field.emptyByRule || field.computed || isLockedFor(field, NOBODY, this.locked);
    if (rows.length < minimum && !excused) this.add('FluentEmptyField', path, index, field.label);
    // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
    if (field.maxRows !== undefined && rows.length > field.maxRows) this.tooMany(field, path, index);
    const keys = new Set<string>();
    for (const [at, row] of rows.entries()) {
      const number = at + 1;
      const rowPath = `${path}[${number}]`;
      const outer = index === 0 ? number : index;
      if (field.kind === 'table') {
        if (!isObject(row)) continue;
        this.fields(columnsOf(field), row, rowPath, outer, root);
        if (field.key) this.duplicate(keys, getPath(row, field.key), `${rowPath}.${field.key}`, outer, keyLabel(field));
      } else if (field.kind === 'locationList') {
        const id = isObject(row) ? row.id : undefined;
        if (!id) this.add('FluentEmptyField', rowPath, outer, field.label);
        else if (!this.isOffered(field, row, rowPath)) this.add('FluentInvalidField', rowPath, outer, field.label);
        this.duplicate(keys, id, rowPath, outer, field.label);
      } else {
        this.listText(field, row, rowPath, outer);
        if (field.kind === 'fileList') this.duplicate(keys, row, rowPath, outer, field.label);
      }
    }
  }

  private listText(field: Field, value: unknown, path: string, index: number): void {
    if (typeof value !== 'string' || isBlank(value)) {
      this.add('FluentEmptyField', path, index, field.label);
      return;
    }
    const item: Field = { ...field, kind: field.kind === 'fileList' ? 'file' : 'text' };
    if (!inBounds(item, value)) this.add('FluentInvalidField', path, index, field.label);
    else if (!isOneLine(value)) this.add('FluentNotOneLine', path, index, field.label);
  }

  private tooMany(field: Field, path: string, index: number): void {
    // Stryker disable next-line ConditionalExpression: no definition has such a case.
    const contact = field.maxRows === MAX_CONTACTS && field.kind === 'textList';
    if (contact && field.format === 'email') this.add('FluentEmailLimit', path, index, field.label);
    else if (contact && field.format === 'phone') this.add('FluentPhoneLimit', path, index, field.label);
    else this.add('FluentInvalidField', path, index, field.label);
  }

  private duplicate(keys: Set<string>, value: unknown, path: string, index: number, label: BilingualText): void {
    if (value === undefined || value === null || value === '') return;
    const key = nameKey(textOf(value));
    if (keys.has(key)) this.add('FluentDuplicate', path, index, label);
    keys.add(key);
  }
}

function keyLabel(field: Field): BilingualText {
  // Stryker disable next-line OptionalChaining: always there; the type does not know it.
  return field.columns?.find((column) => column.path === field.key)?.label ?? field.label;
}

const PART_LABELS: Record<string, BilingualText> = {
  comment: { sr: 'образложење', en: 'comment' },
  completionDate: { sr: 'рок израде', en: 'completion date' },
  documentDate: { sr: 'датум документа', en: 'document date' },
};

function partLabel(field: Field, part: string): BilingualText {
  const name = PART_LABELS[part];
  return name ? { sr: `${field.label.sr}: ${name.sr}`, en: `${field.label.en}: ${name.en}` } : field.label;
}

const ORDERS = new WeakMap<FormDefinition, Map<string, number>>();

/** Position of every path, so that messages are in the order of the form's fields. */
function orderOf(definition: FormDefinition): Map<string, number> {
  const known = ORDERS.get(definition);
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (known) return known;
  const orders = new Map<string, number>();
  const visit = (fields: readonly Field[], prefix: string) => {
    for (const field of fields) {
      const path = prefix ? `${prefix}.${field.path}` : field.path;
      orders.set(path, orders.size);
      for (const part of ['choice', 'comment', 'completionDate', 'documentDate']) {
        // Stryker disable next-line ConditionalExpression: it only saves time.
        if (field.kind === 'planDoc' || field.kind === 'yesNoComment') orders.set(`${path}.${part}`, orders.size);
      }
      if (field.columns) visit(field.columns, path);
    }
  };
  visit(fieldsOf(definition), '');
  // Stryker disable next-line CallExpression: it only saves time.
  ORDERS.set(definition, orders);
  return orders;
}

/** Whether the field has a value that the checks above accept. */
export function isUsable(field: Field, value: unknown): boolean {
  return !isEmptyValue(field, value) && inBounds(field, value);
}

/** A rule says nothing while one of its scalar inputs is absent or invalid (docs/forms.md, A3.3). */
function isSkipped(definition: FormDefinition, rule: Rule, values: FormValues): boolean {
  return (rule.needs ?? []).some((path) => {
    const field = fieldAt(definition, path);
    return !field || !isUsable(field, getPath(values, path));
  });
}

/**
 * Validates completed values: the checks of every visible field and the rules of the form, in the order of the fields,
 * then rows, then codes (docs/forms.md, A3.3). Browser and server call the same function.
 */
export function validateForm(
  definition: FormDefinition,
  values: FormValues,
  data: FormData,
  context: JudgeContext,
): ValidationResult {
  const judge = new Judge(definition, data, context);
  judge.fields(fieldsOf(definition), values, '', 0, values);
  for (const rule of definition.rules) {
    if (isSkipped(definition, rule, values)) continue;
    const severity = rule.warnsWithForeignFunds && context.foreignFunds ? 'warning' : rule.severity;
    for (const item of rule.check({ values, data, context, definition })) {
      const label = item.label ?? labelOfPath(definition, item.path);
      judge.place({ ...item, code: rule.code, index: item.index ?? 0, label, severity });
    }
  }
  const sorted = judge.found.sort(
    // Stryker disable next-line EqualityOperator,ConditionalExpression: equal sides give the same either way.
    (a, b) => a.order - b.order || a.index - b.index || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
  const strip = ({ code, index, path, label, gap }: Found): ValidationItem => ({
    code,
    index,
    path,
    label,
    ...(gap && { gap }),
  });
  return {
    errors: sorted.filter((item) => item.severity === 'error').map(strip),
    warnings: sorted.filter((item) => item.severity === 'warning').map(strip),
  };
}
