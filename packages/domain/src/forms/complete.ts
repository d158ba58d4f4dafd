import { AMOUNT_KINDS } from './kinds.ts';
import { getPath, pruneEmpty, rowsAt, setPath } from './paths.ts';
import type { Field, FormData, FormDefinition, FormValues } from './types.ts';
import { clearHidden, fieldsOf } from './visibility.ts';

/** A deep copy of plain form values. */
export function copyValues<T>(values: T): T {
  return structuredClone(values);
}

/** A required amount is never missing: it is 0.00 (docs/forms.md, A2). */
function fillAmounts(fields: readonly Field[], values: FormValues): void {
  for (const field of fields) {
    if (field.computed) continue;
    if (AMOUNT_KINDS.includes(field.kind) && field.required && getPath(values, field.path) === undefined) {
      setPath(values, field.path, field.startsFrom ?? '0.00');
    }
    // Stryker disable next-line ConditionalExpression: no definition has such a case.
    if (field.kind === 'table' && field.columns) {
      for (const row of rowsAt(values, field.path)) fillAmounts(field.columns, row);
    }
  }
}

/**
 * Completes values for validation and storage: computes fields, removes hidden ones, adds required amounts. The input
 * does not change. Completing twice changes nothing.
 */
export function completeForm(definition: FormDefinition, values: FormValues, data: FormData): FormValues {
  const completed = copyValues(values);
  fillAmounts(fieldsOf(definition), completed);
  // Visibility may depend on computed values, and those on hidden ones.
  definition.compute(completed, data);
  clearHidden(definition, completed);
  definition.compute(completed, data);
  clearHidden(definition, completed);
  return pruneEmpty(completed);
}

/**
 * Updates typed values after an answer has reset or cleared others: the paths that the form lists in `settles` take the
 * completed values. Returns the same object if nothing changes.
 */
export function settleValues(definition: FormDefinition, values: FormValues, completed: FormValues): FormValues {
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  const moved = (definition.settles ?? []).filter((path) => {
    const typed = getPath(values, path);
    return typed !== undefined && JSON.stringify(typed) !== JSON.stringify(getPath(completed, path));
  });
  if (moved.length === 0) return values;
  const settled = copyValues(values);
  for (const path of moved) setPath(settled, path, copyValues(getPath(completed, path)));
  return settled;
}

/** One empty row of a table. */
export function emptyRow(field: Field): unknown {
  if (field.kind === 'textList' || field.kind === 'fileList') return '';
  // Stryker disable next-line ConditionalExpression,StringLiteral: it only saves time.
  if (field.kind === 'locationList') return {};
  const row: FormValues = {};
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  for (const column of field.columns ?? []) applyDefault(column, row);
  return row;
}

function applyDefault(field: Field, values: FormValues): void {
  if (field.computed) return;
  if (AMOUNT_KINDS.includes(field.kind) && field.required) setPath(values, field.path, field.startsFrom ?? '0.00');
  else if (['textList', 'locationList', 'fileList', 'table'].includes(field.kind)) {
    setPath(
      values,
      field.path,
      Array.from({ length: field.minRows ?? 0 }, () => emptyRow(field)),
    );
  }
}

/** The values of an empty form (`'{}'`): the general defaults, overridden by its own (docs/forms.md, A3.5). */
export function defaultValues(definition: FormDefinition, data: FormData): FormValues {
  const values: FormValues = {};
  for (const field of fieldsOf(definition)) applyDefault(field, values);
  const own = definition.defaults(data);
  for (const field of fieldsOf(definition)) {
    const value = getPath(own, field.path);
    if (value !== undefined) setPath(values, field.path, copyValues(value));
  }
  return completeForm(definition, values, data);
}
