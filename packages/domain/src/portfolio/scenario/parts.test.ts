import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from './parts.ts';
import { fitsAlone, isWithin } from './problem.ts';

const rowOf = (room: bigint) => ({ year: 2027, source: 'A', room });
const itemOf = (needs: { row: number; amount: bigint }[]) => ({ code: '', value: 1n, needs });

describe('parts of a problem', () => {
  it('are items that compete for the same row, also by way of a third one', () => {
    const items = [
      itemOf([{ row: 0, amount: 6n }]),
      itemOf([{ row: 2, amount: 6n }]),
      itemOf([
        { row: 0, amount: 6n },
        { row: 1, amount: 6n },
      ]),
      itemOf([{ row: 1, amount: 6n }]),
      itemOf([{ row: 2, amount: 6n }]),
    ];
    expect(partsOf({ items, rows: [10n, 10n, 10n].map(rowOf) })).toEqual([
      [1, 4],
      [0, 2, 3],
    ]);
    // With room for all in a row nobody competes for it, to the hundredth.
    expect(partsOf({ items, rows: [10n, 12n, 11n].map(rowOf) })).toEqual([[3], [0, 2], [1, 4]]);
    // In the order of their places, however one leads to the other.
    const chain = [[0, 1], [0], [1], [0]].map((own) => itemOf(own.map((row) => ({ row, amount: 6n }))));
    expect(partsOf({ items: chain.toReversed(), rows: [10n, 10n].map(rowOf) })).toEqual([[0, 1, 2, 3]]);
    // What does not fit alone takes no room from anybody.
    expect(partsOf({ items, rows: [10n, 5n, 12n].map(rowOf) })).toEqual([[0], [1], [4]]);
  });

  it('hold each item that fits once, and any choices of them are together within the ceilings', () => {
    const needs = fc.uniqueArray(fc.record({ row: fc.nat(5), amount: fc.bigInt({ min: 1n, max: 9n }) }), {
      selector: ({ row }) => row,
      maxLength: 2,
    });
    const problems = fc.record({
      items: fc.array(needs.map(itemOf), { maxLength: 10 }),
      rows: fc.array(fc.bigInt({ min: 0n, max: 30n }).map(rowOf), { minLength: 6, maxLength: 6 }),
    });
    fc.assert(
      fc.property(problems, fc.infiniteStream(fc.boolean()), (problem, picks) => {
        const parts = partsOf(problem);
        const fitting = problem.items.flatMap(({ needs: own }, item) => (fitsAlone(problem, own) ? [item] : []));
        expect(parts.flat().toSorted((a, b) => a - b)).toEqual(fitting);
        expect(parts.map(({ length }) => length)).toEqual(parts.map(({ length }) => length).toSorted((a, b) => a - b));
        const together = parts.flatMap((part) => {
          const choice = part.filter(() => picks.next().value);
          return isWithin(problem, new Set(choice)) ? choice : [];
        });
        expect(isWithin(problem, new Set(together))).toBe(true);
      }),
    );
  });
});
