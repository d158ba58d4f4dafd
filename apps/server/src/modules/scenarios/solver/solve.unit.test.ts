import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin, type Problem, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { isThorough } from '../../../testing/thorough.ts';
import { type Found, solve } from './solve.ts';

const RUNS = isThorough ? 400 : 12;

/** Every choice: up to 2^14. */
function bestOf(problem: Problem): bigint {
  const { items, rows } = problem;
  const left = rows.map(({ room }) => room);
  const from = (index: number): bigint => {
    const item = items[index];
    if (!item) return 0n;
    const without = from(index + 1);
    if (item.needs.some(({ row, amount }) => (left[row] ?? 0n) < amount)) return without;
    for (const { row, amount } of item.needs) left[row] = (left[row] ?? 0n) - amount;
    const withIt = item.value + from(index + 1);
    for (const { row, amount } of item.needs) left[row] = (left[row] ?? 0n) + amount;
    return withIt > without ? withIt : without;
  };
  return from(0);
}

/** Amounts up to hundreds of billions of dinars, many of which fill a ceiling to the hundredth. */
const problems = fc
  .record({
    rows: fc.array(fc.bigInt({ min: 0n, max: 60_000_000_000_000n }), { minLength: 1, maxLength: 6 }),
    items: fc.array(
      fc.record({
        value: fc.bigInt({ min: 0n, max: 10_000n }),
        shares: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 8 }), fc.integer({ min: -1, max: 1 })), {
          maxLength: 6,
        }),
      }),
      { maxLength: 14 },
    ),
  })
  .map(({ rows, items }): Problem => {
    const problem = {
      rows: rows.map((room, index) => ({ year: 2027 + index, source: 'A', room })),
      items: items.map(({ value, shares }, index) => {
        const needs = new Map<number, bigint>();
        for (const [place, part, more] of shares) {
          const row = place % rows.length;
          // A part of the room, a hundredth more or less: sums that are just within or just above a ceiling.
          const amount = (rows[row] ?? 0n) / BigInt(part) + BigInt(more);
          if (amount > 0n) needs.set(row, amount);
        }
        return { code: `K${index}`, value, needs: [...needs].map(([row, amount]) => ({ row, amount })) };
      }),
    };
    return { ...problem, must: [], short: [], fixedValue: 0n };
  });

const check = (of: fc.Arbitrary<Problem>) =>
  fc.assert(
    fc.asyncProperty(of, async (problem) => {
      const solved = await solve(problem, { seconds: 60, onFound: () => undefined });
      const taken = new Set(solved.taken);
      expect(isWithin(problem, taken)).toBe(true);
      expect(valueOfChoice(problem, taken)).toBe(solved.value);
      const best = bestOf(problem);
      expect([solved.proven, solved.value, solved.bound]).toEqual([true, best, best]);
    }),
    { numRuns: RUNS },
  );

it('proposals are the best of all choices and within every ceiling to the hundredth', {
  timeout: 600_000,
}, async () => {
  await check(problems);
});

it('each report is better or has a tighter bound than the one before, and the last is the answer', async () => {
  const problem: Problem = {
    items: [60n, 50n, 50n, 90n, 40n, 1n].map((value, index) => ({
      code: `K${index}`,
      value,
      needs: [{ row: index < 3 ? 0 : 1, amount: value / 10n + 1n }],
    })),
    rows: [12n, 14n].map((room) => ({ year: 2027, source: 'A', room })),
    must: [],
    short: [],
    fixedValue: 0n,
  };
  const reported: Found[] = [];
  const solved = await solve(problem, { seconds: 60, onFound: (found) => reported.push(found) });
  expect(reported.at(-1)).toEqual({ taken: solved.taken, value: solved.value, bound: solved.bound });
  for (const [index, { value, bound }] of reported.entries()) {
    const before = reported[index - 1];
    if (!before) continue;
    expect(value > before.value || bound < before.bound).toBe(true);
    expect(value >= before.value && bound <= before.bound).toBe(true);
  }
  expect(solved).toMatchObject({ value: bestOf(problem), bound: bestOf(problem), proven: true });
});

it('the bound of a choice without a proof is not below the best choice', async () => {
  const problem: Problem = {
    items: Array.from({ length: 14 }, (_, index) => ({
      code: `K${index}`,
      value: BigInt(20 + ((index * 37) % 80)),
      needs: [0, 1, 2].map((row) => ({ row, amount: BigInt(10 + ((index * 31 + row * 17) % 40)) })),
    })),
    rows: [2027, 2028, 2029].map((year) => ({ year, source: 'A', room: 130n })),
    must: [],
    short: [],
    fixedValue: 0n,
  };
  // Without any time the result is the greedy choice, bounded by the total of all items that fit alone.
  const solved = await solve(problem, { seconds: 0, onFound: () => undefined });
  expect(solved.proven).toBe(false);
  expect(isWithin(problem, new Set(solved.taken))).toBe(true);
  expect(solved.value <= bestOf(problem) && bestOf(problem) <= solved.bound).toBe(true);
});
