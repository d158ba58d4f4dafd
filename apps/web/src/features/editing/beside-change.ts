/** A field that somebody else has saved meanwhile. */
export interface BesideChange<Values> {
  field: keyof Values & string;
  /** The user's different value, which is kept. */
  kept: boolean;
  /** For a merged list: the other person's changes, and the user's changes to the result. */
  lists?: { theirs: ListChange; mine: ListChange };
}

interface ListChange {
  added: readonly unknown[];
  removed: readonly unknown[];
}

function listChange(from: readonly unknown[], to: readonly unknown[]): ListChange {
  return { added: to.filter((item) => !from.includes(item)), removed: from.filter((item) => !to.includes(item)) };
}

const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value);

/** Applies the user's additions and removals to the list that somebody else has saved. */
function mergedLists(base: readonly unknown[], theirs: readonly unknown[], mine: readonly unknown[]): unknown[] {
  const left = theirs.filter((item) => mine.includes(item) || !base.includes(item));
  return [...left, ...mine.filter((item) => !base.includes(item) && !theirs.includes(item))];
}

function merged(base: unknown, theirs: unknown, mine: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine)) return mergedLists(base, theirs, mine);
  return textOf(mine) === textOf(base) ? theirs : mine;
}

/**
 * Applies the user's changes since `base` to `theirs`, which somebody else has saved: fields that the user has not
 * changed take the saved value. `told` are conflicts already shown to the user; those in fields that still differ are
 * shown again.
 */
export function ontoTheirs<Values extends object>(
  base: Values,
  theirs: Values,
  mine: Values,
  told: readonly BesideChange<Values>[] = [],
): { values: Values; changes: BesideChange<Values>[] } {
  const values = { ...mine };
  const changes: BesideChange<Values>[] = [];
  for (const field of Object.keys(theirs) as (keyof Values & string)[]) {
    const isNew = textOf(base[field]) !== textOf(theirs[field]);
    if (isNew) values[field] = merged(base[field], theirs[field], mine[field]) as Values[typeof field];
    const kept = textOf(values[field]) !== textOf(theirs[field]);
    if (!isNew && !(kept && told.some((change) => change.kept && change.field === field))) continue;
    const [from, to, now]: unknown[] = [base[field], theirs[field], values[field]];
    const lists =
      Array.isArray(from) && Array.isArray(to) && Array.isArray(now)
        ? { lists: { theirs: listChange(from, to), mine: listChange(to, now) } }
        : {};
    changes.push({ field, kept, ...lists });
  }
  return { values, changes };
}
