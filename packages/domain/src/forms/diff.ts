import type { BilingualText } from '../text/bilingual-text.ts';
import { alignRows, sameValue } from './align-arrays.ts';
import { LIST_KINDS } from './kinds.ts';
import { normalizedValues } from './normalize.ts';
import { getPath, isObject } from './paths.ts';
import type { Field, FormDefinition, FormValues, Kind } from './types.ts';
import { fieldsOf } from './visibility.ts';

/**
 * One difference between two sets of values; row 0 means the field itself. Rows have their later numbers; a removed one
 * (`after` is undefined) has its former number.
 */
export interface FormChange {
  path: string;
  label: BilingualText;
  row: number;
  kind: Kind;
  before: unknown;
  after: unknown;
}

// Stryker disable next-line BlockStatement: it only saves time.
function same(a: unknown, b: unknown): boolean {
  // Stryker disable next-line ConditionalExpression: it only saves time.
  return JSON.stringify(a) === JSON.stringify(b);
}

function compare(
  fields: readonly Field[],
  before: FormValues,
  after: FormValues,
  prefix: string,
  row: number,
  found: FormChange[],
): void {
  for (const field of fields) {
    if (field.computed) continue;
    const path = prefix ? `${prefix}.${field.path}` : field.path;
    const old = getPath(before, field.path);
    const fresh = getPath(after, field.path);
    if (!LIST_KINDS.includes(field.kind)) {
      if (!sameValue(field, old, fresh))
        found.push({ path, label: field.label, row, kind: field.kind, before: old, after: fresh });
      continue;
    }
    const oldRows: readonly unknown[] = Array.isArray(old) ? old : [];
    const freshRows: readonly unknown[] = Array.isArray(fresh) ? fresh : [];
    for (const pair of alignRows(field, oldRows, freshRows)) {
      const number = (pair.after ?? pair.before) + 1;
      const rowPath = `${path}[${number}]`;
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      const a = pair.before === null ? undefined : oldRows[pair.before];
      // Stryker disable next-line ConditionalExpression: another condition refuses it too.
      const b = pair.after === null ? undefined : freshRows[pair.after];
      if (field.columns && isObject(a) && isObject(b)) compare(field.columns, a, b, rowPath, number, found);
      else if (!sameValue(field, [a], [b]))
        found.push({ path: rowPath, label: field.label, row: number, kind: field.kind, before: a, after: b });
    }
  }
}

/** Differences field by field and row by row, in the order of the form. Computed fields follow and are left out. */
export function diffFormValues(definition: FormDefinition, before: FormValues, after: FormValues): FormChange[] {
  const normalA = normalizedValues(definition, before);
  const normalB = normalizedValues(definition, after);
  // Stryker disable next-line MethodExpression: it only saves time.
  const changed = fieldsOf(definition).filter((field) => !same(normalA[field.path], normalB[field.path]));
  const found: FormChange[] = [];
  compare(changed, before, after, '', 0, found);
  return found;
}
