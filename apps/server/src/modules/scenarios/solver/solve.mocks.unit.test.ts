import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { isWithin, type Problem, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { isThorough } from '../../../testing/thorough.ts';
import { improveWith } from './model.ts';
import { solve } from './solve.ts';

vi.mock('./model.ts', async (original) => {
  const model = await original<typeof import('./model.ts')>();
  return { ...model, improveWith: vi.fn(model.improveWith) };
});

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

it('candidates that compete for nothing with others are proposed by themselves, and proven together', async () => {
  const itemOf = (row: number, value: bigint, amount: bigint) => ({ code: '', value, needs: [{ row, amount }] });
  const items: Problem['items'] = [
    itemOf(0, 60n, 6n),
    itemOf(0, 50n, 5n),
    itemOf(0, 50n, 5n),
    itemOf(1, 90n, 8n),
    itemOf(2, 1n, 1n),
    itemOf(1, 40n, 7n),
  ];
  const rows = [10n, 9n, 8n].map((room) => ({ year: 2027, source: 'A', room }));
  vi.mocked(improveWith).mockClear();
  const solved = await solve(
    { items, rows, must: [], short: [], fixedValue: 0n },
    { seconds: 60, onFound: () => undefined },
  );
  expect(solved).toMatchObject({ value: 191n, bound: 191n, proven: true });
  expect(solved.taken.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  const parts = vi.mocked(improveWith).mock.calls.map(([, { items: part }]) => part.map((item) => items.indexOf(item)));
  expect(parts).toEqual([[4], [3, 5], [0, 1, 2]]);
});
