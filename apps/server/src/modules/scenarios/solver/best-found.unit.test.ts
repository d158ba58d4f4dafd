import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BestFound, improved } from './best-found.ts';

const choice = (value: bigint) => ({ taken: [Number(value)], value });

const value = fc.bigInt({ min: 0n, max: 50n });
const said = fc.record({ by: fc.constantFrom('solver', 'search'), value });

it('what is passed on is only ever better or has a tighter bound', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 20 }), (all) => {
      const bestFound = new BestFound();
      let bound = 100n;
      let best: bigint | null = null;
      for (const one of all) {
        if (one.by === 'solver') {
          bound -= 1n;
          const found = bestFound.found({ ...choice(one.value), bound });
          best = best === null || one.value > best ? one.value : best;
          expect(found).toEqual({ ...choice(best), bound });
        } else {
          const found = bestFound.searched(choice(one.value));
          const isBetter = best !== null && one.value > best;
          if (isBetter) best = one.value;
          expect(found).toEqual(isBetter ? { ...choice(one.value), bound } : null);
        }
      }
      const solved = bestFound.solved({ ...choice(0n), bound: 60n, proven: false });
      expect(solved.value).toBe(best ?? 0n);
      expect(solved.proven).toBe((best ?? 0n) >= 60n);
    }),
  );
});

it('a choice of a search that reaches the bound of the solver is proven', () => {
  const bestFound = new BestFound();
  bestFound.found({ ...choice(5n), bound: 9n });
  bestFound.searched(choice(9n));
  expect(bestFound.solved({ ...choice(7n), bound: 9n, proven: false })).toEqual({
    ...choice(9n),
    bound: 9n,
    proven: true,
  });
});

it('a choice is kept where the next one is worth more and breaks a ceiling, with its bound', () => {
  const items = [4n, 5n, 8n].map((amount) => ({ code: `K${amount}`, value: amount, needs: [{ row: 0, amount }] }));
  const rows = [{ year: 2027, source: 'A', room: 9n }];
  const problem = { items, rows, must: [], short: [], fixedValue: 0n };
  const best = { taken: [2], value: 8n, bound: 17n };
  expect(improved(problem, best, [1, 2], 16n)).toEqual({ ...best, bound: 16n });
  expect(improved(problem, best, [1], 17n)).toBe(best);
  expect(improved(problem, best, [0, 1], 18n)).toEqual({ taken: [0, 1], value: 9n, bound: 17n });
});
