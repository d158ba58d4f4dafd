import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { proposalOf, search, shortProposal } from './proposal-search.ts';
import type { Solved } from './solver/solve.ts';
import { SOLVE_SECONDS } from './solver/solver.ts';

afterEach(() => vi.useRealTimers());

it('an intermediate choice above a ceiling fails its proposal, not the server', async () => {
  const problem: Problem = {
    items: [{ code: 'A', value: 1n, needs: [{ row: 0, amount: 2n }] }],
    rows: [{ year: 2027, source: 'Буџет', room: 1n }],
    must: [],
    short: [],
    fixedValue: 0n,
  };
  const proposal = search(
    problem,
    { revision: 1, goal: 'marks' },
    () => Promise.resolve(),
    (_, { onFound, signal }) => {
      onFound({ taken: [0], value: 1n, bound: 1n });
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The solver ended')));
      });
    },
  );
  await expect(proposal).rejects.toThrow('A proposal breaks a ceiling');
});

it('a search reports progress sequentially, even to a slow database, and ends after the last report', async () => {
  vi.useFakeTimers();
  const [written, solved] = [Promise.withResolvers<void>(), Promise.withResolvers<Solved>()];
  let reports = 0;
  let isOver = false;
  const problem: Problem = { items: [], rows: [], must: [], short: [], fixedValue: 0n };
  const onProgress = () => {
    reports += 1;
    return written.promise;
  };
  const proposal = search(problem, { revision: 1, goal: 'marks' }, onProgress, () => solved.promise).finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reports).toBe(1);
  solved.resolve({ taken: [], value: 0n, bound: 0n, proven: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isOver).toBe(false);
  written.resolve();
  expect((await proposal).state).toBe('found');
});

/** Three projects that need 60, 50 and 40 of 100. */
const THREE: Problem = {
  items: [
    { code: 'A', value: 600n, needs: [{ row: 0, amount: 6_000n }] },
    { code: 'B', value: 400n, needs: [{ row: 0, amount: 5_000n }] },
    { code: 'C', value: 300n, needs: [{ row: 0, amount: 4_000n }] },
  ],
  rows: [{ year: 2027, source: 'Буџет', room: 10_000n }],
  must: ['M'],
  short: [],
  fixedValue: 100n,
};
const ASKED = { revision: 3, goal: 'marks' } as const;

it('a proposal has the must-have and the chosen projects, with their value and its bound', () => {
  const found = { taken: [0, 2], value: 900n, bound: 950n, proven: false };
  const proposal = proposalOf(THREE, ASKED, found, true);
  expect(proposal).toMatchObject({
    ...ASKED,
    state: 'found',
    codes: ['M', 'A', 'C'],
    value: '10.00',
    bound: '10.50',
    proven: false,
    short: [],
  });
  expect(proposal.leftOut).toMatchObject([{ code: 'B', lacks: [{ year: 2027, source: 'Буџет', amount: '50.00' }] }]);
});

it('an intermediate choice is completed with projects that still fit, and gives no reasons', () => {
  const proposal = proposalOf(THREE, ASKED, { taken: [0], value: 600n, bound: 0n, proven: true }, false);
  // The bound is never below the value.
  expect(proposal).toMatchObject({
    state: 'searching',
    codes: ['M', 'A', 'C'],
    value: '10.00',
    bound: '10.00',
    proven: true,
    leftOut: [],
  });
});

it('if must-have projects alone exceed the ceilings, nothing is chosen', () => {
  const short = [{ year: 2027, source: 'Буџет', lacks: 250n }];
  expect(shortProposal({ ...THREE, short }, ASKED)).toEqual({
    ...ASKED,
    state: 'short',
    codes: ['M'],
    value: '1.00',
    bound: null,
    proven: true,
    short: [{ year: 2027, source: 'Буџет', amount: '2.50' }],
    leftOut: [],
  });
});

describe('intermediate reports', () => {
  beforeEach(() => vi.useFakeTimers());

  /** A search that runs until the test ends it. */
  function begin(onProgress: (percent: number, found?: unknown) => Promise<void>) {
    const solved = Promise.withResolvers<Solved>();
    let found: (choice: { taken: number[]; value: bigint; bound: bigint }) => void = () => undefined;
    const proposal = search(THREE, ASKED, onProgress, (_, { onFound, signal }) => {
      found = onFound;
      signal.addEventListener('abort', () => solved.reject(new Error('The solver ended')));
      return solved.promise;
    });
    proposal.catch(() => undefined);
    return { proposal, solved, found: (choice: Parameters<typeof found>[0]) => found(choice) };
  }

  it('come every 300 ms with the share of the time that has passed, and with the latest choice', async () => {
    const onProgress = vi.fn(async () => undefined);
    const { proposal, solved, found } = begin(onProgress);
    await vi.advanceTimersByTimeAsync(299);
    expect(onProgress).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onProgress).toHaveBeenLastCalledWith(Math.round(30 / SOLVE_SECONDS), undefined);
    found({ taken: [0], value: 600n, bound: 950n });
    await vi.advanceTimersByTimeAsync(300);
    expect(onProgress).toHaveBeenLastCalledWith(
      Math.round(60 / SOLVE_SECONDS),
      expect.objectContaining({ state: 'searching', codes: ['M', 'A', 'C'], proven: false }),
    );
    await vi.advanceTimersByTimeAsync(SOLVE_SECONDS * 2_000);
    expect(onProgress).toHaveBeenLastCalledWith(99, expect.anything());
    solved.resolve({ taken: [0], value: 600n, bound: 600n, proven: true });
    expect((await proposal).state).toBe('found');
    const { length } = onProgress.mock.calls;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onProgress).toHaveBeenCalledTimes(length);
  });

  it('that fail end the search with their error', async () => {
    const { proposal } = begin(() => Promise.reject(new Error('cancelled')));
    await vi.advanceTimersByTimeAsync(300);
    await expect(proposal).rejects.toThrow('cancelled');
  });

  it('do not hide the error of the solver', async () => {
    const { proposal, solved } = begin(async () => undefined);
    solved.reject(new Error('The solver was killed'));
    await expect(proposal).rejects.toThrow('The solver was killed');
  });
});
