import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionsIn, mentionTyped, textParts } from './mentions.ts';

it('a login of one letter is a mention too', () => {
  expect(mentionsIn('@a и @b1, не a@c')).toEqual(['a', 'b1']);
});

describe('mentions and links in a comment', () => {
  it.each([
    ['@local.admin, погледајте.', ['local.admin']],
    ['Молим @Local.Admin и @verifier. @verifier!', ['local.admin', 'verifier']],
    ['Пишите на ana.kostic@example.rs', []],
    ['(@mei)', ['mei']],
    ['https://example.rs/@mei/strana', []],
    ['@ сам знак, @@mei', []],
  ])('%s', (text, logins) => {
    expect(mentionsIn(text)).toEqual(logins);
  });

  it('names twenty people at most', () => {
    const logins = Array.from({ length: 25 }, (_, index) => `ana${index}`);
    expect(mentionsIn(logins.map((login) => `@${login}`).join(' '))).toEqual(logins.slice(0, 20));
  });

  it('has no empty parts', () => {
    expect(textParts('')).toEqual([]);
    expect(textParts('@mei')).toEqual([{ kind: 'mention', text: '@mei' }]);
    expect(textParts('@mei @ana')).toEqual([
      { kind: 'mention', text: '@mei' },
      { kind: 'text', text: ' ' },
      { kind: 'mention', text: '@ana' },
    ]);
    expect(textParts('https://a.rs/x"y')).toEqual([
      { kind: 'link', text: 'https://a.rs/x' },
      { kind: 'text', text: '"y' },
    ]);
  });

  it('finds a link without the mark that ends the sentence', () => {
    expect(textParts('Види https://example.rs/a?b=1, па (http://x.rs/y).\nКрај')).toEqual([
      { kind: 'text', text: 'Види ' },
      { kind: 'link', text: 'https://example.rs/a?b=1' },
      { kind: 'text', text: ', па (' },
      { kind: 'link', text: 'http://x.rs/y' },
      { kind: 'text', text: ').\nКрај' },
    ]);
  });

  it('loses nothing of a text and makes no link but http(s)', () => {
    const words = fc.constantFrom('@mei', 'https://a.rs/б', 'javascript:alert(1)', ' ', '\n', '.', ')', 'реч', '@');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (chosen) => {
        const text = chosen.join('');
        const parts = textParts(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const part of parts) if (part.kind === 'link') expect(part.text).toMatch(/^https?:\/\//);
      }),
    );
  });
});

it('marks behind an address cost no more than letters', () => {
  const marks = '!'.repeat(300_000);
  const started = performance.now();
  expect(textParts(`Види https://a.rs${marks} и @ана`).slice(0, 3)).toEqual([
    { kind: 'text', text: 'Види ' },
    { kind: 'link', text: 'https://a.rs' },
    { kind: 'text', text: `${marks} и @ана` },
  ]);
  // A pattern that starts again at each of the 150,000 marks would take minutes.
  expect(performance.now() - started).toBeLessThan(5_000);
});

it('a mention being typed is found at the cursor', () => {
  const typed = (before: string) => mentionTyped(before)?.typed ?? null;
  expect(typed('Види @Мил')).toBe('Мил');
  expect(typed('@local.ad')).toBe('local.ad');
  expect(typed('Види @Милош Пет')).toBe('Милош Пет');
  expect(mentionTyped('Види @М')).toEqual({ at: 5, typed: 'М' });
  for (const none of ['Види @', 'a@b', 'Види @Милош Петровић и', 'без', '@@x y z'])
    expect(typed(none), none).toBeNull();
});
