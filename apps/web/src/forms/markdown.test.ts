import { describe, expect, it } from 'vitest';
import { plain } from '@pimis/markdown/plain';
import { markdownNodes } from '@pimis/markdown/read';

describe('the text of Markdown', () => {
  it.each([
    ['Износ &lt;5 % &amp; &gt;3', 'Износ <5 % & >3'],
    ['&amp;lt;', '&lt;'],
    ['R&D, &copy; и &x;', 'R&D, &copy; и &x;'],
    ['**&lt;5**', '<5'],
    ['`a &lt; b`', 'a &lt; b'],
  ])('%j says %j', (text, said) => {
    expect(plain(text)).toBe(said);
  });

  it('links to the address that was typed', () => {
    expect(markdownNodes('https://a.rs/?a=1&amp;b=2')).toEqual([
      { kind: 'paragraph', spans: [{ text: 'https://a.rs/?a=1&b=2', link: 'https://a.rs/?a=1&b=2' }] },
    ]);
  });

  it.each([
    ['2027. године почиње', 2027, '2027. године почиње'],
    ['1. прва\n2. друга', 1, '1. прва 2. друга'],
    ['5) пета', 5, '5. пета'],
    ['- прва\n- друга', 1, 'прва друга'],
  ])('keeps the number that a list begins with: %j', (text, start, said) => {
    expect(markdownNodes(text)).toMatchObject([{ kind: 'list', start }]);
    expect(plain(text)).toBe(said);
  });
});
