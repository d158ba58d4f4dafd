import { fitsAlone, type Problem } from './problem.ts';

/**
 * The items of a problem that fit alone, by their places, in parts that do not compete with each other: the best choices
 * of all parts together are the best choice of the problem. Two items compete where both need a row without room for all
 * who need it. The smallest parts come first.
 */
export function partsOf({ items, rows }: Pick<Problem, 'items' | 'rows'>): number[][] {
  const fitting = items.flatMap(({ needs }, index) => (fitsAlone({ rows }, needs) ? [{ index, needs }] : []));
  const asked = rows.map(() => 0n);
  const askedBy = rows.map((): number[] => []);
  for (const { index, needs } of fitting) {
    for (const { row, amount } of needs) {
      asked[row] = (asked[row] ?? 0n) + amount;
      askedBy[row]?.push(index);
    }
  }
  const scarce = new Set(rows.flatMap(({ room }, row) => ((asked[row] ?? 0n) > room ? [row] : [])));
  /** An item with all that compete with it, with those that compete with them, and so on. */
  const partWith = (item: number): number[] => {
    const part = new Set([item]);
    // What is added to a set while it is walked is walked, too. The users of a row are added once.
    for (const index of part) {
      for (const { row } of items[index]?.needs ?? []) {
        if (scarce.delete(row)) for (const other of askedBy[row] ?? []) part.add(other);
      }
    }
    return [...part].toSorted((a, b) => a - b);
  };
  const placed = new Set<number>();
  const parts = fitting.flatMap(({ index }) => {
    if (placed.has(index)) return [];
    const part = partWith(index);
    for (const one of part) placed.add(one);
    return [part];
  });
  return parts.toSorted((a, b) => a.length - b.length);
}
