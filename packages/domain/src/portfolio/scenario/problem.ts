import { totalHundredths } from '../../money/decimal.ts';
import { calendarOf, shiftedNeeds, valueOf } from './calendar.ts';
import { cellKey, type Goal, type ScenarioData } from './types.ts';

/**
 * The choice that a proposal makes, as an integer programme: which of the free candidates to take, so that the sum of
 * their values is the largest and no year and source is above its ceiling. All numbers are whole hundredths.
 */
export interface Problem {
  items: readonly Item[];
  rows: readonly Row[];
  /** Must-have candidates: always taken, their needs are already out of the room. */
  must: readonly string[];
  /** Ceilings exceeded by approved and must-have projects alone, with the missing amounts. */
  short: readonly { year: number; source: string; lacks: bigint }[];
  /** Σ values of the must-have candidates. */
  fixedValue: bigint;
}

export interface Item {
  code: string;
  value: bigint;
  /** Amounts that the item adds to rows with ceilings, by row index; each above 0. */
  needs: readonly { row: number; amount: bigint }[];
}

/** A year and source with a ceiling; the room is what approved and must-have projects leave, at least 0. */
export interface Row {
  year: number;
  source: string;
  room: bigint;
}

/** The problem of a scenario. Needs without a ceiling bound nothing. */
export function problemOf(data: ScenarioData, goal: Goal): Problem {
  const must = data.candidates.filter(({ state }) => state === 'must');
  // Free candidates are left out at first: what their plans in force need is taken from the room.
  const fixed = calendarOf({
    ...data,
    candidates: data.candidates.map((candidate) =>
      candidate.state === 'in' ? { ...candidate, state: 'out' } : candidate,
    ),
  });
  const bounded = [...fixed.cells.values()].flatMap((cell) =>
    // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
    cell.ceiling === null ? [] : [{ ...cell, room: cell.ceiling - cell.committed - cell.chosen }],
  );
  const places = new Map(bounded.map(({ year, source }, row) => [cellKey(year, source), row]));
  const items = data.candidates.flatMap((candidate): Item[] => {
    if (candidate.state === 'must' || candidate.state === 'never') return [];
    const needs = new Map<number, bigint>();
    for (const { year, source, amount } of shiftedNeeds(candidate)) {
      const row = places.get(cellKey(year, source));
      if (row !== undefined && amount > 0n) needs.set(row, (needs.get(row) ?? 0n) + amount);
    }
    // The item counts with the difference to its plan in force. Money that it frees is not given to other items, so a
    // choice never exceeds a ceiling.
    for (const { year, source, amount } of candidate.inForce ?? []) {
      const row = places.get(cellKey(year, source));
      const more = row === undefined ? undefined : needs.get(row);
      if (row !== undefined && more !== undefined) needs.set(row, more - (totalHundredths(amount) ?? 0n));
    }
    return [
      {
        code: candidate.code,
        value: valueOf(candidate, goal),
        // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
        needs: [...needs].flatMap(([row, amount]) => (amount > 0n ? [{ row, amount }] : [])),
      },
    ];
  });
  return {
    items,
    // Stryker disable next-line EqualityOperator: equal sides give the same either way.
    rows: bounded.map(({ year, source, room }) => ({ year, source, room: room < 0n ? 0n : room })),
    must: must.map(({ code }) => code),
    // Only the excess caused by must-have projects counts, not that of approved projects alone.
    short: bounded.flatMap(({ year, source, room, chosen }) =>
      // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
      room < 0n && chosen > 0n ? [{ year, source, lacks: -room }] : [],
    ),
    fixedValue: must.reduce((sum, candidate) => sum + valueOf(candidate, goal), 0n),
  };
}

/** Whether these needs alone fit below every ceiling; an item that does not is in no choice. */
export const fitsAlone = ({ rows }: Pick<Problem, 'rows'>, needs: Item['needs']): boolean =>
  needs.every(({ row, amount }) => amount <= (rows[row]?.room ?? 0n));

/** The room that a choice leaves in each row; negative if it exceeds the ceiling. */
export function roomLeft({ items, rows }: Pick<Problem, 'items' | 'rows'>, taken: ReadonlySet<number>): bigint[] {
  const left = rows.map(({ room }) => room);
  for (const index of taken) {
    // Stryker disable next-line OptionalChaining: the index comes from the list itself.
    for (const { row, amount } of items[index]?.needs ?? []) left[row] = (left[row] ?? 0n) - amount;
  }
  return left;
}

/** Whether a choice, by places of items, is within every ceiling to the hundredth. */
export const isWithin = (problem: Pick<Problem, 'items' | 'rows'>, taken: ReadonlySet<number>): boolean =>
  roomLeft(problem, taken).every((left) => left >= 0n);

/** Σ values of a choice, without the must-have candidates. */
export const valueOfChoice = ({ items }: Pick<Problem, 'items'>, taken: Iterable<number>): bigint =>
  // Stryker disable next-line OptionalChaining: the index comes from the list itself.
  [...taken].reduce((sum, index) => sum + (items[index]?.value ?? 0n), 0n);

/**
 * Items by a measure, the largest first. Items of equal measure keep their order.
 */
export const itemsBy = (items: readonly Item[], measure: (item: Item) => number): number[] =>
  items
    .map((item, index) => ({ index, measure: measure(item) }))
    .toSorted((a, b) => b.measure - a.measure)
    .map(({ index }) => index);

/** The price of a hundredth of each row's room. By default, the whole room of each row costs 1. */
export type Prices = readonly number[];

export const sharePrices = (rows: readonly Row[]): Prices => rows.map(({ room }) => 1 / Number(room));

/** The value of an item divided by the price of its needs. An item without cost comes first. */
export function densityOf({ value, needs }: Item, prices: Prices): number {
  const price = needs.reduce((sum, { row, amount }) => sum + Number(amount) * (prices[row] ?? 0), 0);
  return Number(value) / (price + Number.EPSILON);
}

/** The choice, extended in the given order by each item that fits beside the chosen ones. */
function filledInOrder(
  problem: Pick<Problem, 'items' | 'rows'>,
  taken: ReadonlySet<number>,
  order: readonly number[],
): Set<number> {
  const filled = new Set(taken);
  const left = roomLeft(problem, taken);
  for (const index of order) {
    // Stryker disable next-line OptionalChaining: the index comes from the list itself.
    const needs = problem.items[index]?.needs ?? [];
    if (filled.has(index) || needs.some(({ row, amount }) => (left[row] ?? 0n) < amount)) continue;
    filled.add(index);
    for (const { row, amount } of needs) left[row] = (left[row] ?? 0n) - amount;
  }
  return filled;
}

/** A choice with every further candidate that still fits, the most valuable first. */
export const filledUp = (problem: Pick<Problem, 'items' | 'rows'>, taken: ReadonlySet<number>): Set<number> =>
  filledInOrder(
    problem,
    taken,
    itemsBy(problem.items, ({ value }) => Number(value)),
  );

/** A first choice in one pass: items by value per share of the rooms they use, each if it still fits. */
export const quickChoice = (problem: Pick<Problem, 'items' | 'rows'>): Set<number> => {
  const prices = sharePrices(problem.rows);
  return filledInOrder(
    problem,
    new Set(),
    itemsBy(problem.items, (item) => densityOf(item, prices)),
  );
};
