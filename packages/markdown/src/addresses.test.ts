import { describe, expect, it } from 'vitest';
import { addressesAsText, addressesAsTyped } from './addresses.ts';
import { plain } from './plain.ts';
import { type MarkdownSpan, markdownNodes } from './read.ts';

const spansOf = (text: string): readonly MarkdownSpan[] =>
  markdownNodes(text).flatMap((node) => ('spans' in node ? node.spans : []));

const WEB = 'https://a.rs/x_y_z?f[0]=1&b=*c*~d~e';

describe('an address in Markdown', () => {
  it.each([
    [WEB, WEB, WEB],
    ['https://a.rs/x\\_y\\_z?f\\[0\\]=1&amp;b=\\*c\\*\\~d\\~e', WEB, WEB],
    ['<https://a.rs/x_y_z>', 'https://a.rs/x_y_z', 'https://a.rs/x_y_z'],
    ['www.a.rs/x\\_y', 'www.a.rs/x_y', 'http://www.a.rs/x_y'],
    ['pera\\_p@a.rs', 'pera_p@a.rs', 'mailto:pera_p@a.rs'],
    ['пера_п@пример.срб', 'пера_п@пример.срб', 'mailto:пера_п@пример.срб'],
    ['[https://a.rs/x\\_y](https://a.rs/x_y)', 'https://a.rs/x_y', 'https://a.rs/x_y'],
    ['[Закон](https://a.rs/x_(y)_z)', 'Закон', 'https://a.rs/x_(y)_z'],
    ['https://a.rs/_', 'https://a.rs/_', 'https://a.rs/_'],
    ['https://a.rs/*x*', 'https://a.rs/*x*', 'https://a.rs/*x*'],
    ['https://a.rs/x\\_', 'https://a.rs/x_', 'https://a.rs/x_'],
  ])('%s is shown and linked as typed', (markdown, text, link) => {
    expect(spansOf(`Види ${markdown}, даље`)[1]).toEqual({ text, link });
  });

  it('ends before the signs of its sentence and of its emphasis', () => {
    expect(spansOf('(https://a.rs/x_y).')).toEqual([
      { text: '(' },
      { text: 'https://a.rs/x_y', link: 'https://a.rs/x_y' },
      { text: ').' },
    ]);
    expect(spansOf('_Види https://a.rs/x_y_ па *то*, https://a.rs/x_').map(({ link }) => link)).toEqual([
      undefined,
      'https://a.rs/x_y',
      undefined,
      undefined,
      undefined,
      'https://a.rs/x',
      undefined,
    ]);
    expect(spansOf('**https://a.rs/x_y**')).toEqual([
      { text: 'https://a.rs/x_y', link: 'https://a.rs/x_y', bold: true },
    ]);
  });

  it('opens and closes no emphasis', () => {
    expect(plain('_а https://a.rs/x_y б_ и https://a.rs/*c и *д*')).toBe('а https://a.rs/x_y б и https://a.rs/*c и д');
  });

  it('stays as it is in code', () => {
    expect(spansOf('`https://a.rs/x\\_y`')).toEqual([{ text: 'https://a.rs/x\\_y', code: true }]);
  });

  it('is text in the editor, and stored as typed', () => {
    const stored = `Види ${WEB} и pera_p@a.rs, www.a.rs/x_y.`;
    expect(plain(addressesAsText(stored))).toBe(stored);
    expect(spansOf(addressesAsText(stored)).every(({ link }) => link === undefined)).toBe(true);
    expect(addressesAsTyped(addressesAsText(stored).replaceAll(/\\([:@.])/g, '$1'))).toBe(stored);
    expect(addressesAsTyped('[https://a.rs/x\\_y](https://a.rs/x_y) и [а](https://a.rs/x_y)')).toBe(
      'https://a.rs/x_y и [а](https://a.rs/x_y)',
    );
    expect(addressesAsTyped('https://a.rs/x\\_y\\_\\_ и a\\_b')).toBe('https://a.rs/x_y__ и a\\_b');
  });

  it.each([
    // A sign that would close an emphasis, or end the address, stays escaped.
    ['_а https://a.rs/x\\_y\\_ б_', '_а https://a.rs/x_y\\_ б_', 'https://a.rs/x_y_'],
    ['а https://a.rs/\\[b', 'а https://a.rs/\\[b', 'https://a.rs/[b'],
    ['а https://a.rs/\\|b\\|c\\_d', 'а https://a.rs/\\|b\\|c\\_d', 'https://a.rs/|b|c_d'],
  ])('is stored so that it is read as typed: %s', (edited, stored, link) => {
    expect(addressesAsTyped(edited)).toBe(stored);
    expect(spansOf(stored).map((span) => span.link)).toContain(link);
  });

  it('is found in a long text without taking its length squared', () => {
    for (const part of ['a_', 'a@', 'www.', '[', 'a.', 'https://a)']) {
      const begun = performance.now();
      markdownNodes(part.repeat(Math.floor(9_000 / part.length)));
      expect(performance.now() - begun, part).toBeLessThan(2_000);
    }
  });
});
