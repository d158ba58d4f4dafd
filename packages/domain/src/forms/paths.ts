import type { FormValues } from './types.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Cached steps of paths: definitions have some hundreds, and every keystroke reads them in every row. */
const STEPS = new Map<string, readonly string[]>();
const MOST_CACHED = 10_000;

function stepsOf(path: string): readonly string[] {
  const known = STEPS.get(path);
  if (known) return known;
  const steps = path.split('.');
  // Stryker disable next-line ConditionalExpression,EqualityOperator,CallExpression: it only saves time.
  if (STEPS.size >= MOST_CACHED) STEPS.clear();
  STEPS.set(path, steps);
  return steps;
}

/** The value at a dotted path; undefined if a part of the path is missing. */
export function getPath(values: unknown, path: string): unknown {
  let at: unknown = values;
  for (const key of stepsOf(path)) {
    if (!isObject(at)) return undefined;
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** Sets, or with undefined removes, the value at a dotted path of a structure that the caller owns. */
export function setPath(values: FormValues, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop();
  if (last === undefined) return;
  let at: Record<string, unknown> = values;
  for (const key of keys) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined;
    if (isObject(next)) {
      at = next;
    } else {
      if (value === undefined) return;
      const made: Record<string, unknown> = {};
      at[key] = made;
      at = made;
    }
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}

/** Rows of a table; an absent or wrong value has none. */
export function rowsAt(values: unknown, path: string): Record<string, unknown>[] {
  const found = getPath(values, path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** Removes objects that have become empty. */
export function pruneEmpty(values: FormValues): FormValues {
  for (const [key, value] of Object.entries(values)) {
    if (isObject(value)) {
      pruneEmpty(value);
      if (Object.keys(value).length === 0) delete values[key];
    }
  }
  return values;
}

/** The name that identifies rows: trimmed, inner spaces collapsed, case folded (docs/forms.md, C0). */
export function nameKey(name: unknown): string {
  return typeof name === 'string' ? name.trim().replaceAll(/\s+/g, ' ').toLowerCase() : '';
}
