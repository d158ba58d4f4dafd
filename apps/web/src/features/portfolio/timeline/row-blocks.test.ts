import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockAt, blocksOf, PROJECTS_OF_BLOCK } from './row-blocks.ts';
import type { Entry } from './rows.ts';

const KINDS = ['heading', 'project', 'activity'] as const;

/** Rows in any order of kinds; activities never come first. */
const anyEntries = fc.array(fc.constantFrom(...KINDS), { maxLength: 60 }).map((kinds) =>
  kinds.map((kind, index): Entry => {
    const row = { key: `row ${index}`, label: '' };
    if (kind === 'heading') return { kind, heading: { key: row.key, heading: '' } };
    return kind === 'project' || index === 0
      ? { kind: 'project', row, isOpen: false }
      : { kind: 'activity', row, code: '' };
  }),
);
const isActivity = (entry: Entry | undefined) => entry?.kind === 'activity';

describe('the blocks of a timeline', () => {
  it('have all rows once, in their order, and know where each is', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const blocks = blocksOf(entries);
        expect(blocks.flatMap((block) => block.entries)).toEqual(entries);
        for (const [index, entry] of entries.entries()) {
          const block = blocks[blockAt(blocks, index)];
          expect(block?.entries[index - block.first]).toBe(entry);
        }
      }),
    );
  });

  it('are of one size and never part a project from its activities', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const blocks = blocksOf(entries);
        const sizes = blocks.map((block) => block.entries.filter((entry) => !isActivity(entry)).length);
        expect(sizes.slice(0, -1).every((size) => size === PROJECTS_OF_BLOCK)).toBe(true);
        expect(blocks.some((block) => isActivity(block.entries[0]))).toBe(false);
      }),
    );
  });

  it('keep their keys where a project opens', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const closed = entries.filter((entry) => !isActivity(entry));
        expect(blocksOf(entries).map(({ key }) => key)).toEqual(blocksOf(closed).map(({ key }) => key));
      }),
    );
  });
});
