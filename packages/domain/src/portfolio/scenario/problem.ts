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
  /** Where approved and must-have projects alone are above a ceiling, and what is lacking. */
  short: readonly { year: number; source: string; lacks: bigint }[];
  /** Σ values of the must-have candidates. */
  fixedValue: bigint;
}

export interface Item {
  code: string;
  value: bigint;
  /** Needs in bounded rows, by the place of the row; each above 0. */
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
  const fixed = calendarOf({ ...data, candidates: must });
  const bounded = [...fixed.cells.values()].flatMap((cell) =>
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
    return [
      {
        code: candidate.code,
        value: valueOf(candidate, goal),
        needs: [...needs].map(([row, amount]) => ({ row, amount })),
      },
    ];
  });
  return {
    items,
    rows: bounded.map(({ year, source, room }) => ({ year, source, room: room < 0n ? 0n : room })),
    must: must.map(({ code }) => code),
    // What approved projects alone take too much is not the must-have projects' doing.
    short: bounded.flatMap(({ year, source, room, chosen }) =>
      room < 0n && chosen > 0n ? [{ year, source, lacks: -room }] : [],
    ),
    fixedValue: must.reduce((sum, candidate) => sum + valueOf(candidate, goal), 0n),
  };
}

/** What a choice leaves of each row; below 0 where it is above the ceiling. */
export function roomLeft({ items, rows }: Pick<Problem, 'items' | 'rows'>, taken: ReadonlySet<number>): bigint[] {
  const left = rows.map(({ room }) => room);
  for (const index of taken) {
    for (const { row, amount } of items[index]?.needs ?? []) left[row] = (left[row] ?? 0n) - amount;
  }
  return left;
}

/** Whether a choice, by places of items, is within every ceiling to the hundredth. */
export const isWithin = (problem: Pick<Problem, 'items' | 'rows'>, taken: ReadonlySet<number>): boolean =>
  roomLeft(problem, taken).every((left) => left >= 0n);

/** Σ values of a choice, without the must-have candidates. */
export const valueOfChoice = ({ items }: Pick<Problem, 'items'>, taken: Iterable<number>): bigint =>
  [...taken].reduce((sum, index) => sum + (items[index]?.value ?? 0n), 0n);

/** A choice with every further candidate that still fits, the most valuable first. */
export function filledUp(problem: Pick<Problem, 'items' | 'rows'>, taken: ReadonlySet<number>): Set<number> {
  const filled = new Set(taken);
  const left = roomLeft(problem, taken);
  const { items } = problem;
  const rest = items.map((_, index) => index).filter((index) => !filled.has(index));
  for (const index of rest.toSorted((a, b) => Number((items[b]?.value ?? 0n) - (items[a]?.value ?? 0n)))) {
    const needs = items[index]?.needs ?? [];
    if (needs.some(({ row, amount }) => (left[row] ?? 0n) < amount)) continue;
    filled.add(index);
    for (const { row, amount } of needs) left[row] = (left[row] ?? 0n) - amount;
  }
  return filled;
}

/** A first choice at once: by value for the largest share of a row's room, then whatever still fits. */
export function quickChoice(problem: Pick<Problem, 'items' | 'rows'>): Set<number> {
  const { items, rows } = problem;
  const weight = (index: number) =>
    (items[index]?.needs ?? []).reduce((sum, { row, amount }) => {
      const room = rows[row]?.room ?? 0n;
      return sum + (room > 0n ? Number(amount) / Number(room) : Number.POSITIVE_INFINITY);
    }, 0);
  const density = (index: number) => Number(items[index]?.value ?? 0n) / (weight(index) + Number.EPSILON);
  const order = items.map((_, index) => index).toSorted((a, b) => density(b) - density(a));
  const left = rows.map(({ room }) => room);
  const taken = new Set<number>();
  for (const index of order) {
    const needs = items[index]?.needs ?? [];
    if (needs.some(({ row, amount }) => (left[row] ?? 0n) < amount)) continue;
    taken.add(index);
    for (const { row, amount } of needs) left[row] = (left[row] ?? 0n) - amount;
  }
  return filledUp(problem, taken);
}
