import { describe, expect, it } from 'vitest';
import {
  isWithin,
  type Problem,
  quickChoice,
  sharePrices,
  valueOfChoice,
} from '@pimis/domain/portfolio/scenario/problem';
import { searchLocally } from './local-search.ts';

/** Problems in which a few candidates are worth as much as all others together; a number fixes the problem. */
function unevenProblem(seed: number): Problem {
  let state = seed * 7919;
  const next = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const rooms = [0n, 0n, 0n];
  const items = Array.from({ length: 14 }, (_, index) => {
    const size = 1 + next(7) ** 3;
    const value = BigInt(size * 10 + next(50));
    const needs = rooms.map((_room, row) => ({ row, amount: BigInt(size * next(30)) }));
    for (const { row, amount } of needs) rooms[row] = (rooms[row] ?? 0n) + amount;
    return { code: `K${index}`, value, needs: needs.filter(({ amount }) => amount > 0n) };
  });
  const rows = rooms.map((all, row) => ({ year: 2027 + row, source: 'A', room: (all * 2n) / 5n }));
  return { items, rows, must: [], short: [], fixedValue: 0n };
}

/** The largest value of all choices: tries each one that may exceed the best found so far. */
function bestValue({ items, rows }: Problem): bigint {
  const rests = items.map((_item, index) => items.slice(index).reduce((sum, { value }) => sum + value, 0n));
  let best = 0n;
  const visit = (index: number, value: bigint, left: readonly bigint[]) => {
    if (value > best) best = value;
    const item = items[index];
    if (!item || value + (rests[index] ?? 0n) <= best) return;
    const rest = left.map((room, row) => room - (item.needs.find((need) => need.row === row)?.amount ?? 0n));
    if (rest.every((room) => room >= 0n)) visit(index + 1, value + item.value, rest);
    visit(index + 1, value, left);
  };
  visit(
    0,
    0n,
    rows.map(({ room }) => room),
  );
  return best;
}

const item = (value: bigint, ...needs: bigint[]) => ({
  code: '',
  value,
  needs: needs.map((amount, row) => ({ row, amount })),
});
const room = (amount: bigint) => ({ year: 2027, source: 'A', room: amount });
const problemOf = (items: Problem['items'], ...rooms: bigint[]): Problem => ({
  items,
  rows: rooms.map(room),
  must: [],
  short: [],
  fixedValue: 0n,
});
const searched = (problem: Problem, steps: number, prices = sharePrices(problem.rows)) => {
  const found: number[][] = [];
  searchLocally(
    problem,
    prices,
    (step) => 1 - step / steps,
    (taken) => found.push(taken.toSorted((a, b) => a - b)),
  );
  const values = found.map((taken) => valueOfChoice(problem, taken));
  expect(values).toEqual([...new Set(values)].toSorted((a, b) => Number(a - b)));
  return found.at(-1) ?? [];
};

describe('the local search', () => {
  it.each([20, 41, 66, 120, 191, 211, 230])('finds the best choice of problem %i, which a quick one misses', (seed) => {
    const problem = unevenProblem(seed);
    const best = bestValue(problem);
    expect(valueOfChoice(problem, quickChoice(problem))).toBeLessThan(best);
    const found = searched(problem, 200);
    expect(isWithin(problem, new Set(found))).toBe(true);
    expect(valueOfChoice(problem, found)).toBe(best);
  });

  it('lets one large project give way to two small ones, or two small ones to a large one', () => {
    // By value per share of the room the large one comes first, and no small one fits beside it.
    expect(searched(problemOf([item(70n, 6n), item(55n, 5n), item(55n, 5n)], 10n), 10)).toEqual([1, 2]);
    expect(searched(problemOf([item(13n, 1n), item(13n, 1n), item(90n, 10n)], 10n), 10)).toEqual([2]);
  });

  it('begins with the items that are worth most for the price of the rooms', () => {
    // The second room is plentiful and has no price, so the first candidate, which needs much of it, comes first.
    const problem = problemOf([item(10n, 4n, 900n), item(9n, 4n), item(9n, 4n)], 8n, 1_000n);
    expect(searched(problem, 0)).toEqual([1, 2]);
    expect(searched(problem, 0, [1, 0])).toEqual([0, 1]);
  });

  it('never takes items that do not fit alone or are worth nothing', () => {
    const items = [item(70n, 6n), item(55n, 5n), item(55n, 5n), item(999n, 11n), item(0n, 1n)];
    expect(searched(problemOf(items, 10n), 10)).toEqual([1, 2]);
    expect(searched(problemOf(items, 16n), 10)).toEqual([1, 3]);
  });

  it('asks before each step how much time is left, and ends with it', () => {
    const asked: number[] = [];
    const restAt = (step: number) => {
      asked.push(step);
      return 3 - step;
    };
    searchLocally(problemOf([item(70n, 6n), item(55n, 5n)], 10n), [1], restAt, () => undefined);
    expect(asked).toEqual([0, 1, 2, 3]);
  });
});
