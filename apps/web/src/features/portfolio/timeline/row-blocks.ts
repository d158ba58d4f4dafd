import { type Entry, keyOf } from './rows.ts';

/** Neighbouring rows that are drawn, and leave the drawing, together. */
export interface RowBlock {
  /** The key of its first row. */
  key: string;
  entries: readonly Entry[];
  /** The index of its first row among all rows. */
  first: number;
}

/** Few enough that a new block is drawn within a frame, many enough that most frames of scrolling draw none. */
export const PROJECTS_OF_BLOCK = 6;

/**
 * Divides the rows into blocks. Activities stay in the block of their project, which grows, so that other blocks keep
 * their rows.
 */
export function blocksOf(entries: readonly Entry[]): RowBlock[] {
  const starts: number[] = [];
  let count = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'activity') continue;
    if (count % PROJECTS_OF_BLOCK === 0) starts.push(index);
    count++;
  }
  return starts.flatMap((first, place) => {
    const inside = entries.slice(first, starts[place + 1]);
    return inside[0] ? [{ key: keyOf(inside[0]), entries: inside, first }] : [];
  });
}

/** The index of the block that contains a row. */
export function blockAt(blocks: readonly RowBlock[], row: number): number {
  return blocks.findLastIndex(({ first }) => first <= row);
}
