import type { BilingualText } from '../text/bilingual-text.ts';
import { alignDependentRows, sameValue } from './align-arrays.ts';
import { copyValues } from './complete.ts';
import { LIST_KINDS } from './kinds.ts';
import { getPath, isObject, pruneEmpty, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues } from './types.ts';
import { fieldsOf } from './visibility.ts';

export type Side = 'mine' | 'theirs';

/** A difference between two versions with the same origin. */
export interface MergeItem {
  /** The key of the item within a merge; choices are stored under it. */
  key: string;
  field: Field;
  /** The list of the item and its row there, from 1; row 0 means the field itself. */
  table: BilingualText | null;
  row: number;
  /** The side that changed it. `both`: the user must choose. */
  by: Side | 'both';
  /** undefined: not there. */
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  items: MergeItem[];
  values: FormValues;
}

interface Versions<T> {
  base: T;
  theirs: T;
  mine: T;
}

/** The side taken unless somebody chooses: each side's own changes, and mine where both changed it. */
export function defaultSide(by: MergeItem['by']): Side {
  return by === 'theirs' ? 'theirs' : 'mine';
}

class Merger {
  readonly items: MergeItem[] = [];
  private readonly picked: ReadonlyMap<string, Side>;

  constructor(picked: ReadonlyMap<string, Side>) {
    this.picked = picked;
  }

  /** Notes the item and answers the chosen side. */
  private choose(item: MergeItem): Side {
    this.items.push(item);
    return this.picked.get(item.key) ?? defaultSide(item.by);
  }

  fields(
    fields: readonly Field[],
    versions: Versions<FormValues>,
    at: { key: string; table: BilingualText | null; row: number },
  ): FormValues {
    const merged = copyValues(versions.mine);
    for (const field of fields) {
      if (field.computed) continue;
      const [base, theirs, mine] = [versions.base, versions.theirs, versions.mine].map((of) => getPath(of, field.path));
      if (sameValue(field, mine, theirs)) continue;
      const place = { ...at, key: at.key ? `${at.key}.${field.path}` : field.path };
      const value = LIST_KINDS.includes(field.kind)
        ? this.list(field, { base, theirs, mine }, place.key)
        : this.value(field, { base, theirs, mine }, place);
      setPath(merged, field.path, copyValues(value));
    }
    return merged;
  }

  private value(
    field: Field,
    { base, theirs, mine }: Versions<unknown>,
    at: { key: string; table: BilingualText | null; row: number },
  ): unknown {
    const by = sameValue(field, base, mine) ? 'theirs' : sameValue(field, base, theirs) ? 'mine' : 'both';
    return this.choose({ ...at, field, by, mine, theirs }) === 'mine' ? mine : theirs;
  }

  private list(field: Field, versions: Versions<unknown>, key: string): unknown[] {
    // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
    const rows = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
    const lists = { base: rows(versions.base), theirs: rows(versions.theirs), mine: rows(versions.mine) };
    const ordered = inOrder(rowsOf(field, lists), sameValue(field, versions.base, versions.mine) ? 'theirs' : 'mine');
    return ordered.flatMap((row) => {
      const chosen = this.row(field, row, lists, key);
      return chosen === undefined ? [] : [chosen];
    });
  }

  /** The merged row; undefined if it is removed. */
  private row(field: Field, places: Places, lists: Versions<readonly unknown[]>, key: string): unknown {
    // Stryker disable next-line ConditionalExpression: another condition refuses it too.
    const at = (side: keyof Places) => (places[side] === null ? undefined : lists[side][places[side]]);
    const [base, theirs, mine] = [at('base'), at('theirs'), at('mine')];
    const name = places.base ?? (places.mine === null ? `+theirs ${places.theirs}` : `+mine ${places.mine}`);
    const item = {
      key: `${key}[${name}]`,
      field,
      table: field.label,
      row: (places.mine ?? places.theirs ?? 0) + 1,
    };
    if (field.columns && isObject(theirs) && isObject(mine)) {
      return this.fields(field.columns, { base: isObject(base) ? base : mine, theirs, mine }, item);
    }
    if (sameValue(field, [theirs], [mine])) return mine;
    const by = sameValue(field, [base], [mine]) ? 'theirs' : sameValue(field, [base], [theirs]) ? 'mine' : 'both';
    return this.choose({ ...item, by, mine, theirs }) === 'mine' ? mine : theirs;
  }
}

/** The position of one row in each version; null if it is absent. */
interface Places {
  base: number | null;
  theirs: number | null;
  mine: number | null;
}

/**
 * All rows of the three versions without duplicates: those of the base and added ones; a row added equally by both
 * sides occurs once.
 */
function rowsOf(field: Field, { base, theirs, mine }: Versions<readonly unknown[]>): Places[] {
  const toTheirs = alignDependentRows(field, base, theirs);
  const toMine = alignDependentRows(field, base, mine);
  const found: Places[] = base.map((_, index) => ({
    base: index,
    theirs: toTheirs[index] ?? null,
    mine: toMine[index] ?? null,
  }));
  const added = (side: readonly unknown[], known: readonly (number | null)[]) => {
    const old = new Set(known);
    return side.flatMap((_, index) => (old.has(index) ? [] : [index]));
  };
  const own = added(mine, toMine);
  for (const place of added(theirs, toTheirs)) {
    const twin = own.findIndex((other) => sameValue(field, [theirs[place]], [mine[other]]));
    const [taken = null] = twin < 0 ? [] : own.splice(twin, 1);
    found.push({ base: null, theirs: place, mine: taken });
  }
  for (const place of own) found.push({ base: null, theirs: null, mine: place });
  return found;
}

/** The rows in the order of one side; rows that only the other side has come after the row that they follow there. */
function inOrder(rows: readonly Places[], first: Side): Places[] {
  // Stryker disable next-line StringLiteral: equal sides give the same either way.
  const second: Side = first === 'mine' ? 'theirs' : 'mine';
  const by = (side: Side) => (a: Places, b: Places) => (a[side] ?? 0) - (b[side] ?? 0);
  const ordered = rows.filter((row) => row[first] !== null).toSorted(by(first));
  let before: Places | undefined;
  for (const row of rows.filter((one) => one[second] !== null).toSorted(by(second))) {
    if (row[first] === null) ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, row);
    before = row;
  }
  return ordered;
}

/**
 * Merges two people's changes of the same version: a place that only one changed gets that value, and a place that both
 * changed gets mine unless `picked` has another side for its key. The versions do not change. Computed fields are mine;
 * the caller computes them again.
 */
export function mergeFormValues(
  definition: FormDefinition,
  versions: Versions<FormValues>,
  picked: ReadonlyMap<string, Side> = new Map(),
): Merge {
  const merger = new Merger(picked);
  const values = merger.fields(fieldsOf(definition), versions, { key: '', table: null, row: 0 });
  return { items: merger.items, values: pruneEmpty(values) };
}
