import { expect, it, vi } from 'vitest';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { searchedChoice } from '@pimis/domain/portfolio/scenario/search';
import { searches } from './searches.ts';

vi.mock('@pimis/domain/portfolio/scenario/search', () => ({ searchedChoice: vi.fn() }));

const VALUES = [30n, 50n, 40n, 20n, 60n, 10n];
const problem: Problem = {
  items: VALUES.map((value, index) => ({ code: `K${index}`, value, needs: [] })),
  rows: [],
  must: [],
  short: [],
  fixedValue: 0n,
};

it('four searches begin anew, four go on from the best choice so far, less warm, and so on', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  // Each choice is one item: the fifth is the best, the ninth and those after it are the worst.
  for (const item of [0, 1, 2, 3, 4]) vi.mocked(searchedChoice).mockReturnValueOnce(new Set([item]));
  vi.mocked(searchedChoice).mockReturnValue(new Set([5]));
  const prices = [0.5];
  expect([...searches(problem, prices, { seconds: 10, first: 7, count: 14 })]).toHaveLength(14);
  const begun = vi
    .mocked(searchedChoice)
    .mock.calls.map(([, temperatureAt, , seed, start]) => [seed, temperatureAt(0), start && [...start]]);
  const anew = (seed: number) => [seed, 1, undefined];
  const onFrom = (seed: number, item: number) => [seed, 0.3, [item]];
  expect(begun).toEqual([
    ...[7, 8, 9, 10].map(anew),
    onFrom(11, 1),
    ...[12, 13, 14].map((seed) => onFrom(seed, 4)),
    ...[15, 16, 17, 18].map(anew),
    ...[19, 20].map((seed) => onFrom(seed, 4)),
  ]);
  expect(vi.mocked(searchedChoice).mock.calls.every(([of, , by]) => of === problem && by === prices)).toBe(true);
});

it('a search ends with its steps, or with its part of the time', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.mocked(searchedChoice).mockClear().mockReturnValue(new Set());
  expect([...searches(problem, [], { seconds: 10, first: 1, count: 1 })]).toHaveLength(1);
  const [, temperatureAt] = vi.mocked(searchedChoice).mock.calls[0] ?? [];
  const steps = 80 * problem.items.length;
  expect([0, steps / 2, steps].map((step) => temperatureAt?.(step))).toEqual([1, 0.5, 0]);
  expect(temperatureAt?.(steps + 1)).toBeLessThan(0);
  now.mockReturnValue(62.5);
  expect(temperatureAt?.(0)).toBe(0.5);
  now.mockReturnValue(126);
  expect(temperatureAt?.(0)).toBeLessThan(0);
});
