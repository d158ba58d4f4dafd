/** A field that somebody else has saved meanwhile. */
export interface BesideChange<Values> {
  field: keyof Values & string;
  /** The user has typed something else there, which stays. */
  kept: boolean;
}

const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value);

/**
 * Puts what the user has changed since `base` onto `theirs`, which somebody else has saved since: a field that the user has
 * not touched takes the saved value.
 */
export function ontoTheirs<Values extends object>(
  base: Values,
  theirs: Values,
  mine: Values,
): { values: Values; changes: BesideChange<Values>[] } {
  const values = { ...mine };
  const changes: BesideChange<Values>[] = [];
  for (const field of Object.keys(theirs) as (keyof Values & string)[]) {
    const [before, saved, typed] = [textOf(base[field]), textOf(theirs[field]), textOf(mine[field])];
    if (before === saved) continue;
    const kept = typed !== before && typed !== saved;
    if (!kept) values[field] = theirs[field];
    changes.push({ field, kept });
  }
  return { values, changes };
}
