import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHundredths } from '../../money/decimal.ts';
import { row } from '../../../test/realization.ts';
import { rowsAt, setPath } from '../paths.ts';
import type { FormValues } from '../types.ts';
import { cellsOf, proposeAmounts, proposedAmounts } from './plan-schedule.ts';

describe('proposed amounts (K1)', () => {
  const cells = (shares: readonly string[]) =>
    cellsOf({
      plan: [{ year: 2026, ...Object.fromEntries(shares.map((percent, at) => [`q${at + 1}`, { percent }])) }],
    });

  it('the vector of the catalogue', () => {
    const proposed = proposedAmounts(100_000_001n, cells(['33.33', '33.33', '33.34']));
    expect([...proposed.values()].map(fromHundredths)).toEqual(['333300.00', '333300.00', '333400.01']);
  });

  it('give the estimate exactly whenever the shares give 100', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 99_999_999_999_999n }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (estimate, a, b) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const shares = [low, high - low, 10_000 - high].map((share) => fromHundredths(BigInt(share)));
          const sum = [...proposedAmounts(estimate, cells(shares)).values()].reduce((x, y) => x + y, 0n);
          return sum === estimate;
        },
      ),
    );
  });

  it('follow the percentages until an amount is typed over', () => {
    const before: FormValues = {
      financialInfo: { activityList: [{ name: 'А', estimate: '1000.00' }] },
      implementation: [{ plan: [{ year: 2026, q1: { percent: '40.00', amount: '400.00' }, q2: { amount: '1.00' } }] }],
    };
    const after = structuredClone(before);
    const year = row(row(after, 'implementation', 0), 'plan', 0);
    setPath(year, 'q1.percent', '50.00');
    setPath(year, 'q2.percent', '50.00');
    const made = proposeAmounts(before, after);
    expect(rowsAt(rowsAt(made, 'implementation')[0], 'plan')[0]).toMatchObject({
      q1: { amount: '500.00' },
      q2: { amount: '1.00' },
    });
    expect(proposeAmounts(after, after)).toBe(after);
  });
});
