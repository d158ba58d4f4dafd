import { afterEach, expect, it, vi } from 'vitest';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { search } from './proposals.ts';
import type { Solved } from './solver/solve.ts';

afterEach(() => vi.useRealTimers());

it('a choice above a ceiling that is found on the way fails its proposal, and not the server', async () => {
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

it('reports one after the other, however slow the database is, and ends after the last', async () => {
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
