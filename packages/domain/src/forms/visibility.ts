import { toHundredths } from '../money/decimal.ts';
import { MONTH_OF_STATE } from './kinds.ts';
import { getPath, isObject, rowsAt, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues, Viewer, Visibility } from './types.ts';
import { textOf } from '../text/text-of.ts';

/** Amounts are compared as amounts, other values as they are. */
function differ(a: unknown, b: unknown): boolean {
  const [left, right] = [toHundredths(a), toHundredths(b)];
  // Stryker disable next-line LogicalOperator,ConditionalExpression: equal sides give the same either way.
  return left === null || right === null ? a !== b : left !== right;
}

/** Returns whether a condition holds for these values and, for a column, for its row. */
export function holds(when: Visibility, values: FormValues, row: FormValues = values): boolean {
  if ('equals' in when) return getPath(values, when.path) === when.equals;
  if ('path' in when) return when.in.includes(textOf(getPath(values, when.path)));
  if ('isNot' in when) return differ(getPath(row, when.column), when.isNot);
  if ('anyDiffers' in when) return when.anyDiffers.some(([a, b]) => differ(getPath(row, a), getPath(row, b)));
  return rowsAt(values, when.anyRow).some((other) => when.in.includes(textOf(other[when.column])));
}

/** Returns whether the field is shown with these values; for a column, with its row. */
export function isVisible(field: Field, values: FormValues, row: FormValues = values): boolean {
  return !field.visibleWhen || holds(field.visibleWhen, values, row);
}

/** Must the field be filled, with these values? */
export function isRequired(field: Field, values: FormValues, row: FormValues = values): boolean {
  return field.required === true || (field.requiredWhen !== undefined && holds(field.requiredWhen, values, row));
}

/**
 * Must the field be filled while it is visible? Includes the fields whose emptiness a rule reports, such as the letter
 * of intent (4.6), and tables with a least number of rows.
 */
export function isObligatory(field: Field, values: FormValues, row: FormValues = values): boolean {
  return isRequired(field, values, row) || field.emptyByRule === true || (field.minRows ?? 0) > 0;
}

/** Fields flagged admin or mei are shown to that role only (specification, "Field visibility"). */
export function isFor(field: Field, viewer: Viewer): boolean {
  if (field.admin) return viewer.admin;
  if (field.mei) return viewer.mei;
  return true;
}

export function fieldsOf(definition: FormDefinition): Field[] {
  return definition.sections.flatMap((section) => [...section.fields]);
}

/** Months that the answer hides are absent like every hidden field. */
function clearMonths(answer: unknown): void {
  if (!isObject(answer)) return;
  const shown = MONTH_OF_STATE[String(answer.choice)];
  for (const month of Object.values(MONTH_OF_STATE)) if (month !== shown) delete answer[month];
}

function clear(fields: readonly Field[], values: FormValues, row: FormValues): void {
  for (const field of fields) {
    if (field.visibleWhen && !isVisible(field, values, row)) {
      setPath(row, field.path, undefined);
      continue;
    }
    if (field.kind === 'planDoc') clearMonths(getPath(row, field.path));
    const rows = field.columns ? getPath(row, field.path) : undefined;
    if (!field.columns || !Array.isArray(rows)) continue;
    for (const inner of rows) if (isObject(inner)) clear(field.columns, values, inner);
  }
}

/** Removes hidden fields, in rows too, from values that the caller owns. */
export function clearHidden(definition: FormDefinition, values: FormValues): void {
  clear(fieldsOf(definition), values, values);
}
