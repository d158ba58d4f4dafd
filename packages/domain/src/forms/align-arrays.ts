import { normalValue } from './normalize.ts';
import { getPath, isObject } from './paths.ts';
import type { Field } from './types.ts';

/** Places of one row in two versions of a list, from 0; null where it is missing. */
export type RowPair =
  | { before: number; after: number }
  | { before: number; after: null }
  | { before: null; after: number };

/** Rows that share at least half of their values are taken for the same row, changed. */
const ALIKE = 0.5;
/** Beyond this many cells of the comparison rows are paired by place: a whole list was replaced. */
const MAX_CELLS = 90_000;

/** Whether two values of a field are equal. */
export function sameValue(field: Field, a: unknown, b: unknown): boolean {
  return JSON.stringify(normalValue(field, a)) === JSON.stringify(normalValue(field, b));
}

/** The share of equal columns among those with a value in either row. Texts are compared as a whole. */
function likeness(field: Field, a: unknown, b: unknown): number {
  if (!field.columns) return sameValue(field, [a], [b]) ? 1 : 0;
  // Stryker disable next-line ConditionalExpression,LogicalOperator: another condition refuses it too.
  if (!isObject(a) || !isObject(b)) return 0;
  let said = 0;
  let equal = 0;
  for (const column of field.columns) {
    if (column.computed) continue;
    const [x, y] = [normalValue(column, getPath(a, column.path)), normalValue(column, getPath(b, column.path))];
    if (x === undefined && y === undefined) continue;
    const same = JSON.stringify(x) === JSON.stringify(y);
    // Fields that identify rows weigh more than other contents.
    if (same && column.path === field.key) return 1;
    said += 1;
    if (same) equal += 1;
  }
  // Stryker disable next-line ConditionalExpression: equal sides give the same either way.
  return said === 0 ? 0 : equal / said;
}

/**
 * The order-preserving pairing with the greatest total likeness; for each index the partner's index, -1 if there is
 * none.
 */
function bestPartners(field: Field, before: readonly unknown[], after: readonly unknown[]): number[] {
  const width = after.length + 1;
  const score = (i: number, j: number) => {
    const like = likeness(field, before[i], after[j]);
    return like >= ALIKE ? like : 0;
  };
  const best = new Float64Array((before.length + 1) * width);
  const likes = new Float64Array(before.length * after.length);
  // Stryker disable next-line ArithmeticOperator: beyond the end of a list nothing is found.
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const like = score(i, j);
      likes[i * after.length + j] = like;
      // Stryker disable next-line ConditionalExpression,EqualityOperator: equal sides give the same either way.
      const paired = like > 0 ? like + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  }
  const partners = before.map(() => -1);
  let j = 0;
  // Stryker disable next-line LogicalOperator,ConditionalExpression,EqualityOperator: beyond the end of a list nothing is found.
  for (let i = 0; i < before.length && j < after.length; ) {
    const here = best[i * width + j];
    const like = likes[i * after.length + j] ?? 0;
    if (like > 0 && here === like + (best[(i + 1) * width + j + 1] ?? 0)) {
      partners[i] = j;
      i++;
      j++;
    } else if (here === best[(i + 1) * width + j]) i++;
    else j++;
  }
  return partners;
}

/** Rows between two pairs: if both sides have equally many, they were changed; otherwise removed and added. */
function gap(pairs: RowPair[], fromBefore: number, toBefore: number, fromAfter: number, toAfter: number): void {
  const even = toBefore - fromBefore === toAfter - fromAfter;
  for (let i = fromBefore; i < toBefore; i++) {
    pairs.push(even ? { before: i, after: fromAfter + i - fromBefore } : { before: i, after: null });
  }
  if (!even) for (let j = fromAfter; j < toAfter; j++) pairs.push({ before: null, after: j });
}

/**
 * Pairs the rows of two versions. Rows have no ids, so equal ones are paired first, then the most alike ones in order,
 * then those in the same gap between pairs.
 */
export function alignRows(field: Field, before: readonly unknown[], after: readonly unknown[]): RowPair[] {
  const same = (i: number, j: number) => sameValue(field, [before[i]], [after[j]]);
  let start = 0;
  // Stryker disable next-line LogicalOperator,ConditionalExpression,EqualityOperator: beyond the end of a list nothing is found.
  while (start < before.length && start < after.length && same(start, start)) start++;
  let [endBefore, endAfter] = [before.length, after.length];
  // Stryker disable next-line ConditionalExpression,EqualityOperator: beyond the end of a list nothing is found.
  while (endBefore > start && endAfter > start && same(endBefore - 1, endAfter - 1)) {
    endBefore--;
    endAfter--;
  }
  const pairs: RowPair[] = Array.from({ length: start }, (_, index) => ({ before: index, after: index }));
  // Stryker disable next-line ArithmeticOperator: seen only with 90,000 cells.
  const cells = (endBefore - start) * (endAfter - start);
  const partners =
    // Stryker disable next-line ConditionalExpression: it only saves time.
    // Stryker disable next-line EqualityOperator: seen only with 90,000 cells.
    cells === 0 || cells > MAX_CELLS
      ? []
      : bestPartners(field, before.slice(start, endBefore), after.slice(start, endAfter));
  let [nextBefore, nextAfter] = [start, start];
  for (const [at, partner] of partners.entries()) {
    if (partner < 0) continue;
    gap(pairs, nextBefore, start + at, nextAfter, start + partner);
    pairs.push({ before: start + at, after: start + partner });
    [nextBefore, nextAfter] = [start + at + 1, start + partner + 1];
  }
  gap(pairs, nextBefore, endBefore, nextAfter, endAfter);
  for (let index = 0; index < before.length - endBefore; index++) {
    pairs.push({ before: endBefore + index, after: endAfter + index });
  }
  return pairs;
}

/**
 * The row of the later version for each earlier row, wherever it is now; null if it was removed. Rows that `alignRows`
 * leaves over count as moved if they are equal, or share all or most of the identifying fields.
 */
export function alignDependentRows(
  field: Field,
  before: readonly unknown[],
  after: readonly unknown[],
): (number | null)[] {
  // Stryker disable next-line ArrowFunction: overwritten before anything reads it.
  const places: (number | null)[] = before.map(() => null);
  const free = new Set<number>();
  for (const pair of alignRows(field, before, after)) {
    if (pair.before === null) free.add(pair.after);
    else places[pair.before] = pair.after;
  }
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  const lost = () => places.flatMap((place, index) => (place === null ? [index] : []));
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: seen only with 90,000 cells.
  if (lost().length * free.size > MAX_CELLS) return places;
  const take = (index: number, place: number | undefined) => {
    if (place === undefined) return;
    places[index] = place;
    free.delete(place);
  };
  for (const index of lost())
    take(
      index,
      [...free].find((place) => sameValue(field, [before[index]], [after[place]])),
    );
  for (const index of lost()) {
    const likes = [...free].map((place) => ({ place, like: likeness(field, before[index], after[place]) }));
    take(index, likes.filter(({ like }) => like >= ALIKE).toSorted((a, b) => b.like - a.like)[0]?.place);
  }
  return places;
}
