import { AMOUNT_KINDS, LIST_KINDS } from './kinds.ts';
import { fromHundredths, toHundredths } from '../money/decimal.ts';
import { getPath, isObject } from './paths.ts';
import type { Field, FormDefinition, FormValues } from './types.ts';
import { fieldsOf } from './visibility.ts';
import { textOf } from '../text/text-of.ts';
import { cleanLine } from '../text/unseen.ts';
import { trimmed } from '../text/blank.ts';

/**
 * A line with invisible characters at its end. Few texts have one, so this test saves splitting most texts into lines.
 */
const UNSEEN_END = /[^\S\n]\n/;

function normalText(text: string): string | undefined {
  const seen = UNSEEN_END.test(text)
    ? text
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
    : text;
  return trimmed(seen) || undefined;
}

/** A value in the form used for comparison; undefined if it is empty. */
export function normalValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (AMOUNT_KINDS.includes(field.kind)) {
    const hundredths = toHundredths(value);
    return hundredths === null ? textOf(value) : fromHundredths(hundredths);
  }
  if (LIST_KINDS.includes(field.kind)) {
    if (!Array.isArray(value)) return undefined;
    const rows = value.map((row) => normalRow(field, row)).filter((row) => row !== undefined);
    return rows.length === 0 ? undefined : rows;
  }
  if (typeof value === 'string') return normalText(field.kind === 'text' ? cleanLine(value) : value);
  if (isObject(value)) return normalObject(value);
  return value;
}

function normalObject(value: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.keys(value)
    .sort()
    .flatMap((key): [string, unknown][] => {
      const part = value[key];
      const normal = typeof part === 'string' ? normalText(part) : part;
      return normal === undefined || normal === null ? [] : [[key, normal]];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function normalRow(field: Field, row: unknown): unknown {
  if (typeof row === 'string') return normalText(cleanLine(row));
  if (!isObject(row)) return undefined;
  if (!field.columns) return normalObject(row);
  const values = normalFields(field.columns, row);
  // A row without input does not count; amounts of zero are not input.
  return Object.keys(values).length === 0 ? undefined : values;
}

function normalFields(fields: readonly Field[], values: FormValues): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.computed) continue;
    const value = normalValue(field, getPath(values, field.path));
    // Zero and absent are the same amount, required or not.
    if (value === undefined || (AMOUNT_KINDS.includes(field.kind) && value === '0.00')) continue;
    result[field.path] = value;
  }
  return result;
}

/** The values as they are compared: flat by path, tidied, without computed fields (docs/forms.md, A3.4). */
export function normalizedValues(definition: FormDefinition, values: FormValues): Record<string, unknown> {
  return normalFields(fieldsOf(definition), values);
}

/** Whether two sets of values are equal. Used by the editor's "changed" mark and the server's "nothing changed". */
export function sameFormValues(definition: FormDefinition, a: FormValues, b: FormValues): boolean {
  return JSON.stringify(normalizedValues(definition, a)) === JSON.stringify(normalizedValues(definition, b));
}

/** The same comparison without the fields whose widgets rewrite their text when they open (docs/forms.md, D3). */
export function sameBesideQuiet(definition: FormDefinition, a: FormValues, b: FormValues): boolean {
  const loud = (values: FormValues) => {
    const normal = normalizedValues(definition, values);
    // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
    for (const path of definition.quietFields ?? []) delete normal[path];
    return JSON.stringify(normal);
  };
  return loud(a) === loud(b);
}
