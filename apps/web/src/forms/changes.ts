/** Finds where two versions of the values differ, by the names of places: leaves, and lists or groups as a whole. */
export interface Changes {
  leaves: string[];
  /** Something was added, removed or moved here: everything below may differ. */
  wholes: string[];
}

/** The present place of the comparison; its name is built only for differences. */
interface Step {
  before: Step | null;
  key: string | number;
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

function nameOf({ before, key }: Step): string {
  const start = before ? nameOf(before) : '';
  if (typeof key === 'number') return `${start}[${key + 1}]`;
  return start === '' ? key : `${start}.${key}`;
}

function collect(before: unknown, after: unknown, at: Step | null, found: Changes): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (let index = 0; index < before.length; index += 1) {
      if (before[index] !== after[index]) collect(before[index], after[index], { before: at, key: index }, found);
    }
    return;
  }
  const holders = isHolder(before) && isHolder(after) && !Array.isArray(before) && !Array.isArray(after);
  if (!holders) {
    if (at) (isHolder(before) || isHolder(after) ? found.wholes : found.leaves).push(nameOf(at));
    return;
  }
  const [olds, news] = [before as Record<string, unknown>, after as Record<string, unknown>];
  for (const key in olds) if (olds[key] !== news[key]) collect(olds[key], news[key], { before: at, key }, found);
  for (const key in news) if (!(key in olds)) collect(undefined, news[key], { before: at, key }, found);
}

export function changesBetween(pairs: readonly (readonly [unknown, unknown])[]): Changes {
  const found: Changes = { leaves: [], wholes: [] };
  for (const [before, after] of pairs) collect(before, after, null, found);
  return found;
}
