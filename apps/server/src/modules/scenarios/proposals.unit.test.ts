import { expect, it } from 'vitest';
import type { Problem } from '@pimis/domain/portfolio/scenario/problem';
import { search } from './proposals.ts';

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
