import { describe, expect, it } from 'vitest';
import { problemOf } from './problem.ts';
import { reasonsOf } from './reasons.ts';
import { candidate, ceiling } from './scenario-examples.ts';

describe('why a candidate was left out', () => {
  it('names the lack beside the chosen ones, and those of them that alone would make room', () => {
    const problem = problemOf(
      {
        candidates: [
          candidate('A', { 2027: '6.00', 2028: '1.00' }, { mark: '90.00' }),
          candidate('B', { 2027: '4.00' }, { mark: '60.00' }),
          candidate('C', { 2027: '5.00', 2028: '2.00' }, { mark: '20.00' }),
        ],
        committed: [],
        ceilings: [ceiling(2027, '10.00'), ceiling(2028, '2.50')],
      },
      'marks',
    );
    expect(reasonsOf(problem, new Set([0, 1]))).toEqual([
      {
        code: 'C',
        lacks: [
          { year: 2027, source: 'A', amount: 500n },
          { year: 2028, source: 'A', amount: 50n },
        ],
        outweighedBy: ['A'],
      },
    ]);
  });
});

describe('reasons', () => {
  const item = (code: string, value: bigint, ...needs: bigint[]) => ({
    code,
    value,
    needs: needs.map((amount, row) => ({ row, amount })),
  });
  const years = [2027, 2028, 2029, 2030];
  const problem = (items: ReturnType<typeof item>[]) => ({
    items,
    rows: years.map((year) => ({ year, source: 'A', room: 10n })),
    must: [],
    short: [],
    fixedValue: 0n,
  });

  it('are the three largest lacks, and the three least valuable chosen ones that are worth at least as much', () => {
    const chosen = ['E', 'D', 'C', 'B', 'A'].map((code, index) => item(code, BigInt(9 - index), 2n, 2n, 2n, 2n));
    const [out] = reasonsOf(problem([...chosen, item('X', 6n, 1n, 2n, 2n, 1n)]), new Set([2, 0, 4, 1, 3]));
    expect(out).toEqual({
      code: 'X',
      lacks: [
        { year: 2028, source: 'A', amount: 2n },
        { year: 2029, source: 'A', amount: 2n },
        { year: 2027, source: 'A', amount: 1n },
      ],
      outweighedBy: ['B', 'C', 'D'],
    });
  });

  it('ask for all that is lacking from one project', () => {
    const chosen = [item('A', 9n, 9n, 1n), item('B', 9n, 1n, 9n), item('C', 9n, 0n, 0n, 9n)];
    expect(reasonsOf(problem([...chosen, item('X', 5n, 2n, 2n)]), new Set([0, 1, 2]))).toMatchObject([
      { lacks: [{ amount: 2n }, { amount: 2n }], outweighedBy: [] },
    ]);
    expect(reasonsOf(problem([...chosen, item('X', 5n, 9n)]), new Set([0, 1, 2]))).toMatchObject([
      { lacks: [{ amount: 9n }], outweighedBy: ['A'] },
    ]);
  });

  it('are none for a project that fits', () => {
    expect(reasonsOf(problem([item('A', 9n, 4n), item('X', 5n, 6n)]), new Set([0]))).toEqual([
      { code: 'X', lacks: [], outweighedBy: [] },
    ]);
  });
});
