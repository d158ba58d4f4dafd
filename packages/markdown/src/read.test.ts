import { allForms } from '@pimis/domain/forms/catalogue';
import fc from 'fast-check';
import { marked, Tokenizer } from 'marked';
import { afterEach, expect, it, vi } from 'vitest';
import { markdownNodes } from './read.ts';

afterEach(() => vi.restoreAllMocks());

const UNCLOSED = '_a*';

it('the end of unclosed emphasis is searched a hundred times at most', () => {
  const sought = vi.spyOn(Tokenizer.prototype, 'emStrong');
  const text = UNCLOSED.repeat(1_000);
  expect(markdownNodes(text)).toEqual([{ kind: 'paragraph', spans: [{ text }] }]);
  expect(sought).toHaveBeenCalledTimes(100);
});

it('after those, other signs stay as they were typed', () => {
  const after = (times: number) => markdownNodes(`${UNCLOSED.repeat(times)}\n\n_б_`).at(-1);
  expect(after(40)).toEqual({ kind: 'paragraph', spans: [{ text: 'б', italic: true }] });
  expect(after(200)).toEqual({ kind: 'paragraph', spans: [{ text: '_б_' }] });
});

it.each(['*а* * ', 'broj_ugovora '])('signs that open nothing are not among those: %s', (text) => {
  expect(markdownNodes(`${text.repeat(200)}\n\n_б_`).at(-1)).toEqual({
    kind: 'paragraph',
    spans: [{ text: 'б', italic: true }],
  });
});

it('a text that no form accepts is drawn as it was typed: the library would read it for seconds', () => {
  const read = vi.spyOn(marked, 'lexer');
  const text = 'а_'.repeat(50_000);
  expect(markdownNodes(text)).toEqual([{ kind: 'paragraph', spans: [{ text }] }]);
  expect(read).not.toHaveBeenCalled();
  const fields = allForms().flatMap(({ sections }) => sections.flatMap((section) => section.fields));
  const longest = Math.max(...fields.map(({ kind, maxLength }) => (kind === 'markdown' && maxLength) || 0));
  expect(markdownNodes(`**${'а'.repeat(longest - 4)}**`)).toMatchObject([{ spans: [{ bold: true }] }]);
});

it('a text of fewer signs has the emphasis that the library finds', () => {
  const words = fc.string({ unit: fc.constantFrom(...'*_*_аб .`[]()~\\', '**', '__', '](b)', '\n'), maxLength: 90 });
  fc.assert(
    fc.property(words, (text) => {
      const found = new Set<string>();
      void marked.walkTokens(marked.lexer(text, { breaks: true, gfm: true }), ({ type }) => {
        found.add(type);
      });
      const read = JSON.stringify(markdownNodes(text));
      expect([read.includes('"italic":true'), read.includes('"bold":true')]).toEqual([
        found.has('em'),
        found.has('strong'),
      ]);
    }),
    { numRuns: 300 },
  );
});
