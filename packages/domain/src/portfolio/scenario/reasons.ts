import { type Problem, roomLeft } from './problem.ts';

/** Why a candidate was left out; amounts are whole hundredths. */
export interface LeftOut {
  code: string;
  /** Years and sources without enough room besides the chosen candidates, the largest lack first; empty if it fits. */
  lacks: readonly { year: number; source: string; amount: bigint }[];
  /** Chosen candidates, the removal of any one of which would make enough room; the least valuable first. */
  outweighedBy: readonly string[];
}

const SHOWN = 3;

/** Why each free candidate outside of a choice did not fit. */
export function reasonsOf(problem: Problem, taken: ReadonlySet<number>): LeftOut[] {
  const left = roomLeft(problem, taken);
  const { items, rows } = problem;
  // Stryker disable next-line OptionalChaining: the index comes from the list itself.
  const chosen = [...taken].toSorted((a, b) => Number((items[a]?.value ?? 0n) - (items[b]?.value ?? 0n)));
  return items.flatMap((item, index): LeftOut[] => {
    if (taken.has(index)) return [];
    const lacks = item.needs.flatMap(({ row, amount }) => {
      const room = left[row] ?? 0n;
      const at = rows[row];
      return at && amount > room ? [{ row, year: at.year, source: at.source, amount: amount - room }] : [];
    });
    const outweighedBy =
      lacks.length === 0
        ? // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
          []
        : // Stryker disable next-line OptionalChaining: the index comes from the list itself.
          chosen.filter((other) => (items[other]?.value ?? 0n) >= item.value && makesRoom(problem, other, lacks));
    return [
      {
        code: item.code,
        lacks: lacks
          .toSorted((a, b) => Number(b.amount - a.amount))
          .slice(0, SHOWN)
          .map(({ year, source, amount }) => ({ year, source, amount })),
        // Stryker disable next-line OptionalChaining: the index comes from the list itself.
        // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
        outweighedBy: outweighedBy.slice(0, SHOWN).flatMap((other) => items[other]?.code ?? []),
      },
    ];
  });
}

/** Whether the place of one chosen item covers everything that is lacking. */
function makesRoom({ items }: Problem, other: number, lacks: readonly { row: number; amount: bigint }[]): boolean {
  // Stryker disable next-line OptionalChaining: the index comes from the list itself.
  const frees = new Map(items[other]?.needs.map(({ row, amount }) => [row, amount]));
  return lacks.every(({ row, amount }) => (frees.get(row) ?? 0n) >= amount);
}
