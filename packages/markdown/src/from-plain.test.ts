import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPlain } from './from-plain.ts';
import { markdownNodes } from './read.ts';

const words = fc.string({
  unit: fc.constantFrom(...'аб 1.)-+*_#=>[]()!|~`\\<&;:', 'https://', 'www.а.rs/', 'а@b.rs', '\n', '\r\n', '\t'),
  maxLength: 30,
});

it('typed text reads the same, one paragraph for each line', () => {
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

it('an address is stored and linked as it was typed', () => {
  const text = 'Види https://a.rs/x_y_z?f[0]=*1*&b=2, www.a.rs/~p_q_ и pera_p@a.rs.';
  expect(fromPlain(text)).toBe(text);
  expect(
    markdownNodes(text)
      .flatMap((node) => ('spans' in node ? node.spans : []))
      .map(({ link }) => link),
  ).toEqual([
    undefined,
    'https://a.rs/x_y_z?f[0]=*1*&b=2',
    undefined,
    'http://www.a.rs/~p_q_',
    undefined,
    'mailto:pera_p@a.rs',
    undefined,
  ]);
});
