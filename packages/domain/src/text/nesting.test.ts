import { describe, expect, it } from 'vitest';
import { isTooNested, MAX_NESTING } from './nesting.ts';

const list = (levels: number, marker = '-', step = 2) =>
  Array.from({ length: levels }, (_, level) => `${' '.repeat(level * step)}${marker} ставка`).join('\n');

describe('nesting of lists and quotes', () => {
  it('counts levels of lists, on lines of their own or on one', () => {
    for (const deep of [
      (n: number) => list(n),
      (n: number) => list(n, '1.', 3),
      (n: number) => list(n, '*', 4),
      (n: number) => `${'- '.repeat(n)}x`,
      (n: number) => `${'1) '.repeat(n)}x`,
      (n: number) => `${'>'.repeat(n)} x`,
      (n: number) => `${'> '.repeat(n)}x`,
      (n: number) => `${'> - '.repeat(n / 2)}x`,
      (n: number) => Array.from({ length: n }, (_, level) => `${'\t'.repeat(level)}- x`).join('\n'),
      (n: number) => list(n).replaceAll('\n', '\n\n'),
      (n: number) => list(n).replaceAll('\n', '\n  \n'),
      (n: number) => list(n - 1).replaceAll(/^/gm, '> '),
      (n: number) => list(n - 2).replaceAll(/^/gm, '> > '),

      (n: number) => `${'- '.repeat(5)}x\n${list(n).split('\n').slice(5).join('\n')}`,
    ]) {
      expect(isTooNested(deep(MAX_NESTING))).toBe(false);
      expect(isTooNested(deep(MAX_NESTING + 2))).toBe(true);
    }
  });

  it('takes numbers of nine digits for markers, longer ones for text', () => {
    const deep = '>'.repeat(MAX_NESTING);
    expect(isTooNested(`${deep} 123456789. x`)).toBe(true);
    expect(isTooNested(`${deep} 1234567890. x`)).toBe(false);
    expect(isTooNested(`${deep} -`)).toBe(true);
    expect(isTooNested(`${deep} -x`)).toBe(false);
  });

  it('goes on counting behind a fence that was closed', () => {
    const deep = '>'.repeat(MAX_NESTING + 1);
    expect(isTooNested(`~~~\n${deep}\n~~~\n${deep}`)).toBe(true);
    expect(isTooNested(`~~~\n${deep}`)).toBe(false);
    expect(isTooNested(`  ~~~\n${deep}`)).toBe(false);
  });

  it('recognizes only the real end of a block of code', () => {
    const deep = `${'>'.repeat(MAX_NESTING + 1)} x`;
    // The block ended with its container, or was closed within it.
    for (const before of ['> ~~~', '> ~~~\n> код\n> ~~~', '- ~~~\n  код\n  ~~~', '- ~~~\n  код', '> - ~~~\n>   код'])
      expect(isTooNested(`${before}\n\n${deep}`), before).toBe(true);
    // Four columns in, or after other text, no block begins.
    for (const before of ['    ~~~', '\t~~~', 'текст ~~~', '-     ~~~', '~~'])
      expect(isTooNested(`${before}\n${deep}`), before).toBe(true);
    // Other marks, and fewer of them, belong to the code.
    for (const before of ['~~~\n```', '````\n```', '   ~~~\n    ~~~', '> ~~~\n> > ~~~', '~~~\n- ~~~', '~~~\n> ~~~'])
      expect(isTooNested(`${before}\n${before.startsWith('>') ? '> ' : ''}${deep}`), before).toBe(false);
    for (const before of ['~~~\n```\n~~~', '```\n````', '~~~\n   ~~~'])
      expect(isTooNested(`${before}\n${deep}`), before).toBe(true);
    expect(isTooNested(`- ~~~\n\n  ${deep}\n  ~~~`)).toBe(false);
  });

  it('ends a list at a line further left', () => {
    const half = list(MAX_NESTING / 2 + 1);
    expect(isTooNested(`${half}\nтекст\n${half}`)).toBe(false);
    expect(isTooNested(`${half}\n\n${half}`)).toBe(false);
    for (const marker of ['-', '>'])
      expect(isTooNested(`${list(MAX_NESTING)}\n${marker}${' '.repeat(30)}- x`)).toBe(false);
  });

  it('leaves other texts alone', () => {
    const flat = Array.from({ length: 400 }, () => '- ставка').join('\n');
    for (const text of [
      flat,
      `${'    '.repeat(30)}далеко десно`,
      'износ >>>>>>>>>>>>>>>>>>>>>> 5',
      '-----------------------------------',
      `\`\`\`\n${'>'.repeat(40)}\n\`\`\``,
      '*********************************',
      Array.from({ length: 30 }, (_, level) => `${' '.repeat(level)}- ставка`).join('\n'),
      Array.from({ length: 30 }, (_, level) => `${' '.repeat(level)}1. ставка`).join('\n'),
      Array.from({ length: 30 }, (_, level) => `> ${' '.repeat(level)}- ставка`).join('\n'),
      list(MAX_NESTING).replaceAll('\n', '\n\t\n'),
      Array.from({ length: 60 }, (_, index) => `${index + 1}. став`).join('\n'),
    ])
      expect(isTooNested(text), text.slice(0, 40)).toBe(false);
  });

  it('takes no longer for hostile texts', () => {
    for (const text of [
      '> '.repeat(200_000),
      '- \n'.repeat(200_000),
      `${' '.repeat(200_000)}-`,
      `${list(300)}\n`.repeat(20),
    ])
      expect(typeof isTooNested(text)).toBe('boolean');
  });
});
