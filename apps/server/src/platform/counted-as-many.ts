/**
 * Which filters of long lists were counted a moment ago and left more than COUNTED_ROWS. People leaf through what they have
 * filtered, and sort it: it is not counted for each page (docs/decisions/0131-many-for-a-minute.md). What a list holds is
 * named by `shared`; null, where that depends on who asks, is never remembered.
 */

/** For so long such a filter is taken to leave as many, in ms. */
const MANY_FOR_MS = 60_000;
/** So many filters are remembered: those counted last. */
const MOST_REMEMBERED = 1_000;

/** When a filter was counted, in ms; by database, as a process may serve several. Those counted longest ago stand first. */
const countedAsMany = new WeakMap<object, Map<string, number>>();

/** Was it counted within the last minute, and left more than COUNTED_ROWS? */
export function isManyStill(db: object, shared: string | null, now: Date): boolean {
  const at = shared === null ? undefined : countedAsMany.get(db)?.get(shared);
  // Before or after: a clock may be set back.
  return at !== undefined && Math.abs(now.getTime() - at) < MANY_FOR_MS;
}

/** Remembers that it was counted now, and left more than COUNTED_ROWS. */
export function rememberMany(db: object, shared: string | null, now: Date): void {
  if (shared === null) return;
  const filters = countedAsMany.get(db) ?? new Map<string, number>();
  countedAsMany.set(db, filters);
  // A key that is set again keeps its place.
  filters.delete(shared);
  filters.set(shared, now.getTime());
  for (const longestAgo of filters.keys()) {
    if (filters.size <= MOST_REMEMBERED) break;
    filters.delete(longestAgo);
  }
}
