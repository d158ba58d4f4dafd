import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPlain } from './from-plain.ts';
import { markdownNodes } from './read.ts';

const words = fc.string({
  unit: fc.constantFrom(...'аб 1.)-+*_#=>[]()!|~`\\<&;:', 'https://', 'www.а.rs/', 'а@b.rs', '\n', '\r\n', '\t'),
  maxLength: 30,
});

it('what was typed is what is read, a paragraph a line', () => {
  fc.assert(
    fc.property(words, (text) => {
      const lines = text
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const read = markdownNodes(fromPlain(text)).map((node) => [
        node.kind,
        'spans' in node ? node.spans.map((span) => span.text).join('') : '',
      ]);
      expect(read).toEqual(lines.map((line) => ['paragraph', line]));
    }),
    { numRuns: 2_000 },
  );
});

it('a year, a product and a dash stay as they are', () => {
  expect(fromPlain('2027. године\n5 * 3\n- не')).toBe('2027\\. године\n\n5 \\* 3\n\n\\- не');
});
