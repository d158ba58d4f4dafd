import { describe, expect, it } from 'vitest';
import { filledUp, isWithin, type Problem, quickChoice, valueOfChoice } from './problem.ts';
import { searchedChoice } from './search.ts';

/** A made-up problem, the same for the same number. */
function problemFrom(seed: number, { count, years, room }: { count: number; years: number; room: number }): Problem {
  let state = seed * 7919;
  const next = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const items = Array.from({ length: count }, (_, index) => ({
    code: `K${index}`,
    value: BigInt(20 + next(80)),
    needs: Array.from({ length: years }, (_row, row) => ({ row, amount: BigInt(next(60)) })).filter(
      ({ amount }) => amount > 0n,
    ),
  }));
  const rows = Array.from({ length: years }, (_, row) => ({ year: 2027 + row, source: 'A', room: BigInt(room) }));
  return { items, rows, must: [], short: [], fixedValue: 0n };
}

/** The same where a few candidates are worth as much as all others together. */
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

/** The largest value of all choices, by trying each that may be better than the best before. */
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

/** How far the choice after a number of steps is below the best one. */
function missed(problem: Problem, steps: number): bigint {
  const found = searchedChoice(problem, (step) => 1 - step / steps);
  expect(isWithin(problem, found)).toBe(true);
  expect(filledUp(problem, found)).toEqual(found);
  return bestValue(problem) - valueOfChoice(problem, found);
}

const item = (value: bigint, ...needs: bigint[]) => ({
  code: '',
  value,
  needs: needs.map((amount, row) => ({ row, amount })),
});
const room = (amount: bigint) => ({ year: 2027, source: 'A', room: amount });
const NOTHING_FIXED = { must: [], short: [], fixedValue: 0n };

describe('the search', () => {
  it.each([3, 4, 5, 6, 10, 13, 15, 16, 20])('finds the best choice of problem %i, which a quick one misses', (seed) => {
    const problem = problemFrom(seed, { count: 14, years: 3, room: 120 });
    expect(valueOfChoice(problem, quickChoice(problem))).toBeLessThan(bestValue(problem));
    expect(missed(problem, 40)).toBe(0n);
  });

  it.each([20, 41, 66, 120, 176, 191, 211, 230])('finds the best choice of uneven problem %i as well', (seed) => {
    const problem = unevenProblem(seed);
    expect(valueOfChoice(problem, quickChoice(problem))).toBeLessThan(bestValue(problem));
    expect(missed(problem, 40)).toBe(0n);
  });

  it.each([92, 193, 385, 397])(
    'begun four times finds what one of the same length misses: problem %i',
    (problemSeed) => {
      const problem = unevenProblem(problemSeed);
      const best = bestValue(problem);
      const found = (steps: number, seed: number) =>
        valueOfChoice(
          problem,
          searchedChoice(problem, (step) => 1 - step / steps, undefined, seed),
        );
      expect(found(160, 1)).toBeLessThan(best);
      expect([1, 2, 3, 4].map((seed) => found(40, seed))).toContain(best);
    },
  );

  it('lets one large project give way to two small ones, or two small ones to a large one', () => {
    // By value for the share of the room the large one comes first, and no small one fits beside it.
    const large = { items: [item(70n, 6n), item(55n, 5n), item(55n, 5n)], rows: [room(10n)], ...NOTHING_FIXED };
    expect(quickChoice(large)).toEqual(new Set([0]));
    expect(searchedChoice(large, (step) => 1 - step / 10)).toEqual(new Set([1, 2]));
    const small = { items: [item(13n, 1n), item(13n, 1n), item(90n, 10n)], rows: [room(10n)], ...NOTHING_FIXED };
    expect(quickChoice(small)).toEqual(new Set([0, 1]));
    expect(searchedChoice(small, (step) => 1 - step / 10)).toEqual(new Set([2]));
  });

  it('begins with what is worth most for the price of the rooms', () => {
    // Nobody lacks the second room, so the first candidate, which needs much of it, is the best.
    const rows = [room(8n), room(1_000n)];
    const items = [item(10n, 4n, 900n), item(9n, 4n), item(9n, 4n)];
    const problem = { items, rows, ...NOTHING_FIXED };
    expect(quickChoice(problem)).toEqual(new Set([1, 2]));
    expect(quickChoice(problem, [1, 0])).toEqual(new Set([0, 1]));
    expect(searchedChoice(problem, () => -1)).toEqual(new Set([1, 2]));
    expect(searchedChoice(problem, () => -1, [1, 0])).toEqual(new Set([0, 1]));
  });

  it('begins with the choice that it is given, and finds nothing worse', () => {
    const rows = [room(10n)];
    const items = [item(70n, 6n), item(55n, 5n), item(54n, 5n)];
    const problem = { items, rows, ...NOTHING_FIXED };
    expect(searchedChoice(problem, () => -1, undefined, 1, new Set([1, 2]))).toEqual(new Set([1, 2]));
    expect(searchedChoice(problem, () => -1, undefined, 1, new Set([2]))).toEqual(new Set([1, 2]));
    expect(searchedChoice(problem, (step) => 1 - step / 10, undefined, 1, new Set([1, 2]))).toEqual(new Set([1, 2]));
    const all = { ...problem, rows: [room(16n)] };
    expect(searchedChoice(all, () => -1, undefined, 1, new Set([0, 1, 2]))).toEqual(new Set([0, 1, 2]));
  });

  it('asks for the temperature of each step until it is negative, and not at all when everything fits', () => {
    const asked: number[] = [];
    const temperatureAt = (step: number) => {
      asked.push(step);
      return step < 3 ? 0 : -1;
    };
    const tight = { items: [item(70n, 6n), item(55n, 5n), item(55n, 5n)], rows: [room(10n)], ...NOTHING_FIXED };
    searchedChoice(tight, temperatureAt);
    expect(asked).toEqual([0, 1, 2, 3]);
    asked.length = 0;
    expect(searchedChoice({ ...tight, rows: [room(16n)] }, temperatureAt)).toEqual(new Set([0, 1, 2]));
    expect(asked).toEqual([]);
  });

  it('gives up what is worth nothing for what is worth more, and takes it where room is left', () => {
    const items = [item(10n, 6n), item(14n, 9n), item(0n, 3n), item(0n, 1n)];
    const problem = { items, rows: [room(10n)], ...NOTHING_FIXED };
    expect(quickChoice(problem)).toEqual(new Set([0, 2, 3]));
    expect(searchedChoice(problem, (step) => 1 - step / 10)).toEqual(new Set([1, 3]));
  });

  it('never takes what does not fit alone, and searches no longer for what is worth nothing', () => {
    const items = [item(70n, 6n), item(55n, 5n), item(55n, 5n), item(999n, 11n)];
    expect(searchedChoice({ items, rows: [room(10n)], ...NOTHING_FIXED }, (step) => 1 - step / 10)).toEqual(
      new Set([1, 2]),
    );
    const worthless = { items: [item(10n, 6n), item(0n, 5n)], rows: [room(10n)], ...NOTHING_FIXED };
    expect(
      searchedChoice(worthless, () => {
        throw new Error('There is nothing to search for.');
      }),
    ).toEqual(new Set([0]));
  });
});
