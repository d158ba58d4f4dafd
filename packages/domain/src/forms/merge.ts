import type { TextPair } from '../text/pair.ts';
import { alignRows, sameValue } from './align.ts';
import { copyValues } from './complete.ts';
import { LIST_KINDS } from './kinds.ts';
import { getPath, isObject, pruneEmpty, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues } from './types.ts';
import { fieldsOf } from './visibility.ts';

export type Side = 'mine' | 'theirs';

/** Something that stands differently in two versions made from the same one. */
export interface MergeItem {
  /** Names the item among those of one merge; choices are kept under it. */
  key: string;
  field: Field;
  /** The list that the item stands in, and its row there, from 1; row 0 means the field itself. */
  table: TextPair | null;
  row: number;
  /** Who changed it. Both: somebody must choose. */
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

/** Which side is taken unless somebody chooses: each one's own changes, and where both changed it, mine. */
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
    at: { key: string; table: TextPair | null; row: number },
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
    at: { key: string; table: TextPair | null; row: number },
  ): unknown {
    const by = sameValue(field, base, mine) ? 'theirs' : sameValue(field, base, theirs) ? 'mine' : 'both';
    return this.choose({ ...at, field, by, mine, theirs }) === 'mine' ? mine : theirs;
  }

  private list(field: Field, versions: Versions<unknown>, key: string): unknown[] {
    const rows = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
    const [base, theirs, mine] = [rows(versions.base), rows(versions.theirs), rows(versions.mine)];
    const ofTheirs = follow(field, base, theirs);
    const ofMine = follow(field, base, mine);
    const made: unknown[] = [...this.added(field, key, -1, ofTheirs, ofMine, theirs, mine)];
    for (const [index, row] of base.entries()) {
      const there = ofTheirs.places[index] ?? null;
      const here = ofMine.places[index] ?? null;
      const rowKey = `${key}[${index}]`;
      const item = { key: rowKey, field, table: field.label, row: (here ?? there ?? index) + 1 };
      if (there !== null && here !== null) {
        const [theirRow, myRow] = [theirs[there], mine[here]];
        if (field.columns && isObject(row) && isObject(theirRow) && isObject(myRow)) {
          made.push(this.fields(field.columns, { base: row, theirs: theirRow, mine: myRow }, item));
        } else if (sameValue(field, [theirRow], [myRow])) made.push(myRow);
        else {
          const by = sameValue(field, [row], [myRow])
            ? 'theirs'
            : sameValue(field, [row], [theirRow])
              ? 'mine'
              : 'both';
          made.push(this.choose({ ...item, by, mine: myRow, theirs: theirRow }) === 'mine' ? myRow : theirRow);
        }
      } else if (there !== null) {
        const by = sameValue(field, [row], [theirs[there]]) ? 'mine' : 'both';
        if (this.choose({ ...item, by, mine: undefined, theirs: theirs[there] }) === 'theirs') made.push(theirs[there]);
      } else if (here !== null) {
        const by = sameValue(field, [row], [mine[here]]) ? 'theirs' : 'both';
        if (this.choose({ ...item, by, mine: mine[here], theirs: undefined }) === 'mine') made.push(mine[here]);
      }
      made.push(...this.added(field, key, index, ofTheirs, ofMine, theirs, mine));
    }
    return made;
  }

  /** New rows behind a row of the common version: those that both added alike once, then theirs, then mine. */
  private added(
    field: Field,
    key: string,
    behind: number,
    ofTheirs: Followed,
    ofMine: Followed,
    theirs: readonly unknown[],
    mine: readonly unknown[],
  ): unknown[] {
    const made: unknown[] = [];
    const item = { field, table: field.label };
    const addMine = (place: number) => {
      const added = { ...item, key: `${key}[+mine ${place}]`, row: place + 1, by: 'mine' as const };
      if (this.choose({ ...added, mine: mine[place], theirs: undefined }) === 'mine') made.push(mine[place]);
    };
    let own = ofMine.added.get(behind) ?? [];
    for (const place of ofTheirs.added.get(behind) ?? []) {
      const twin = own.findIndex((other) => sameValue(field, [theirs[place]], [mine[other]]));
      if (twin >= 0) {
        for (const before of own.slice(0, twin)) addMine(before);
        made.push(theirs[place]);
        own = own.slice(twin + 1);
        continue;
      }
      const added = { ...item, key: `${key}[+theirs ${place}]`, row: place + 1, by: 'theirs' as const };
      if (this.choose({ ...added, mine: undefined, theirs: theirs[place] }) === 'theirs') made.push(theirs[place]);
    }
    for (const place of own) addMine(place);
    return made;
  }
}

/** Where the rows of the common version stand in another one, and which rows came there behind which. */
interface Followed {
  places: (number | null)[];
  added: Map<number, number[]>;
}

function follow(field: Field, base: readonly unknown[], other: readonly unknown[]): Followed {
  const places: (number | null)[] = base.map(() => null);
  const added = new Map<number, number[]>();
  let last = -1;
  for (const { before, after } of alignRows(field, base, other)) {
    if (before !== null) {
      places[before] = after;
      last = before;
    } else added.set(last, [...(added.get(last) ?? []), after]);
  }
  return { places, added };
}

/**
 * Puts together what two people made of the same version: what only one changed is that one's, and where both changed
 * a place, it is mine until somebody picks. `picked` overrides any side by the item's key. Nothing of the versions is
 * changed; computed fields are mine and are made anew by whoever completes the values.
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
