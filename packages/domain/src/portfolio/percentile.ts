/** A value, and how often it occurs. */
export type Counted = readonly [value: number, count: number];

/**
 * The continuous percentile of counted values in ascending order, as percentile_cont of SQL computes it: between two
 * values it is interpolated. `share` is from 0 to 1; null without values.
 */
export function percentile(values: readonly Counted[], share: number): number | null {
  const total = values.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const place = share * (total - 1);
  const below = valueAt(values, Math.floor(place));
  return below + (valueAt(values, Math.ceil(place)) - below) * (place - Math.floor(place));
}

/** The value at a place from 0 among all values in their order. */
function valueAt(values: readonly Counted[], place: number): number {
  let left = place;
  for (const [value, count] of values) {
    if (left < count) return value;
    left -= count;
  }
  // Stryker disable next-line CallExpression: it cannot happen; the type asks for it.
  throw new RangeError(`There is no value at ${place}.`);
}
