import { alignDependentRows } from '@pimis/domain/forms/align-arrays';
import { LIST_KINDS } from '@pimis/domain/forms/kinds';
import type { Field, FormValues } from '@pimis/domain/forms/types';
import { type Path, pathOf, valueAt } from './value-paths.ts';

const NONE: readonly string[] = [];
let made = 0;

function newKey(): string {
  made += 1;
  return `r${made}`;
}

const rowsIn = (values: unknown, field: Field): readonly unknown[] => {
  const rows = valueAt(values, pathOf([], field.path));
  return Array.isArray(rows) ? rows : [];
};

/**
 * The present position of each row. Rows that follow another list are matched by a computed value, such as the name of
 * their activity; others are not, because their values change with input.
 */
function partners(field: Field, before: readonly unknown[], after: readonly unknown[]): (number | null)[] {
  if (!field.fixedRows) return alignDependentRows(field, before, after);
  const columns = field.columns?.map((column) => ({ ...column, computed: false }));
  return alignDependentRows({ ...field, ...(columns ? { columns } : {}) }, before, after);
}

/**
 * Keys of rows, stored separately from the values: a row keeps its key while others are added, removed and moved, so
 * that its state on the screen (the focus, an open editor) moves with it. Lists inside a row are identified by that
 * row's key.
 */
export class RowKeys {
  private keys = new Map<string, readonly string[]>();

  /** Keys of the rows of a list; the same array while no row is added or removed. */
  of(path: Path, count: number): readonly string[] {
    const place = this.placeOf(path);
    const known = this.keys.get(place) ?? NONE;
    if (known.length === count) return known;
    const keys = Array.from({ length: count }, (_, index) => known[index] ?? newKey());
    this.keys.set(place, keys);
    return keys;
  }

  removed(path: Path, index: number, count: number): void {
    const left = this.of(path, count).filter((_, at) => at !== index);
    this.keys.set(this.placeOf(path), left);
  }

  /** All present keys, for `restore`. */
  snapshot(): ReadonlyMap<string, readonly string[]> {
    return new Map(this.keys);
  }

  restore(keys: ReadonlyMap<string, readonly string[]>): void {
    this.keys = new Map([...this.keys, ...keys]);
  }

  /**
   * Updates the keys after the rows of `before` became those of `after`. Unless `moved`, rows of a list of the same
   * length keep their places regardless of their values.
   */
  follow(fields: readonly Field[], before: FormValues, after: FormValues, moved: boolean, at: Path = []): void {
    for (const field of fields) {
      if (!LIST_KINDS.includes(field.kind)) continue;
      const [olds, news] = [rowsIn(before, field), rowsIn(after, field)];
      if (olds === news) continue;
      const path = pathOf(at, field.path);
      const known = this.of(path, olds.length);
      const places =
        !moved && olds.length === news.length ? olds.map((_, index) => index) : partners(field, olds, news);
      const keys: (string | undefined)[] = news.map(() => undefined);
      for (const [index, place] of places.entries()) if (place !== null) keys[place] = known[index];
      if (keys.length !== known.length || keys.some((key, index) => key !== known[index])) {
        this.keys.set(
          this.placeOf(path),
          keys.map((key) => key ?? newKey()),
        );
      }
      for (const [index, place] of places.entries()) {
        if (place === null || !field.columns || olds[index] === news[place]) continue;
        this.follow(field.columns, olds[index] as FormValues, news[place] as FormValues, moved, [...path, place]);
      }
    }
  }

  /** "implementation{r4}.plan": the name of a list with the keys of the surrounding rows. */
  private placeOf(path: Path): string {
    let place = '';
    for (const step of path) {
      if (typeof step === 'number') place += `{${this.keys.get(place)?.[step] ?? step}}`;
      else place += place === '' ? step : `.${step}`;
    }
    return place;
  }
}
