import { getPath, nameKey, setPath } from '../paths.ts';
import type { FormValues } from '../types.ts';

/** The index of no row. */
const NOWHERE = -1;

/**
 * Rows that follow a list of names, one for each, in its order. A row keeps its name; a name without a row takes the
 * nameless or renamed row at its index; otherwise a new row is created (docs/forms.md, C1).
 */
export function followByNameOrPlace(
  names: readonly unknown[],
  rows: readonly FormValues[],
  namePath: string,
  make: () => FormValues,
): FormValues[] {
  const left = new Map(rows.entries());
  const byName = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const key = nameKey(getPath(row, namePath));
    if (key !== '' && !byName.has(key)) byName.set(key, index);
  }
  const found = names.map((name) => {
    const index = byName.get(nameKey(name)) ?? NOWHERE;
    const row = left.get(index);
    left.delete(index);
    return row;
  });
  return found.map((row, place) => row ?? left.get(place) ?? make());
}

/**
 * Rows of a report for a list of names: submitted rows keep their places, and missing names are appended in the order
 * of the list (docs/forms.md, K4). A row with an unknown name also stays; the rules report it.
 */
export function followNames(
  names: readonly string[],
  rows: readonly FormValues[],
  namePath: string,
): { rows: FormValues[]; known: (string | null)[] } {
  const wanted = new Map(names.map((name) => [nameKey(name), name]));
  const used = new Set<string>();
  const known = rows.map((row) => {
    const key = nameKey(getPath(row, namePath));
    const name = used.has(key) ? undefined : wanted.get(key);
    used.add(key);
    return name ?? null;
  });
  const missing = names.filter((name) => !used.has(nameKey(name)));
  const added = missing.map((name) => {
    const row: FormValues = {};
    setPath(row, namePath, name);
    return row;
  });
  return { rows: [...rows, ...added], known: [...known, ...missing] };
}
