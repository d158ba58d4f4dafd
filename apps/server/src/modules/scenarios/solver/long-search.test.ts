import { describe, expect, it } from 'vitest';
import type { Found } from './solve.ts';
import { solveInProcess, solverCount } from './solver.ts';

describe('a choice that takes long', () => {
  // The best choice of four hundred similar projects takes long to prove.
  const items = Array.from({ length: 400 }, (_, index) => ({
    code: `K${index}`,
    value: BigInt(5000 + ((index * 7919) % 1000)),
    needs: Array.from({ length: 8 }, (__, row) => ({
      row,
      amount: BigInt(10_000 + ((index * 104_729 + row * 7907) % 9973)),
    })),
  }));
  const rows = Array.from({ length: 8 }, (_, row) => ({
    year: 2027 + row,
    source: 'Сопствена средства',
    room: 2_000_003n,
  }));
  const problem = { items, rows, must: [], short: [], fixedValue: 0n };
  const { signal } = new AbortController();
  const long = 600_000;

  it('is ended with its process when it is cancelled', async () => {
    const cancelled = new AbortController();
    const solving = solveInProcess(problem, { signal: cancelled.signal, onFound: () => cancelled.abort() });
    await expect(solving).rejects.toThrow('SIGKILL');
    expect(solverCount()).toBe(0);
  });

  it('returns the best choice so far, without a proof, if its process does not end in time', async () => {
    const found: Found[] = [];
    const solved = await solveInProcess(problem, {
      signal,
      seconds: long / 1000,
      bounds: { startMs: long, searchMs: 1 },
      onFound: (one) => found.push(one),
    });
    expect(solved).toEqual({ ...found.at(-1), proven: false });
    expect(solved.taken.length).toBeGreaterThan(0);
    expect(solverCount()).toBe(0);
  });

  it('fails if its process does not start in time', async () => {
    const bounds = { startMs: 1, searchMs: long };
    await expect(solveInProcess(problem, { signal, bounds, onFound: () => undefined })).rejects.toThrow('SIGKILL');
    expect(solverCount()).toBe(0);
  });
});
