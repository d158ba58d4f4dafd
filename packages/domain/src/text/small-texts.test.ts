import { describe, expect, it } from 'vitest';
import { cutText } from './cut.ts';
import { withPlural } from './plurals.ts';
import { nearKeys, searchWords } from './search.ts';
import { asHeading, inSentenceCase } from './sentence-case.ts';
import { textOf } from './text-of.ts';
import { wordingOf, writtenAs } from './wording.ts';

it.each([
  [0, '0 слова!'],
  [1, '1 слово'],
  [2, '2 слова'],
  [4, '4 слова'],
  [5, '5 слова!'],
  [11, '11 слова!'],
  [12, '12 слова!'],
  [14, '14 слова!'],
  [15, '15 слова!'],
  [21, '21 слово'],
  [22, '22 слова'],
  [24, '24 слова'],
  [25, '25 слова!'],
  [101, '101 слово'],
  [111, '111 слова!'],
  [112, '112 слова!'],
  [1002, '1002 слова'],
])('%i is counted as %s', (count, text) => {
  expect(withPlural(count, 'слово', 'слова', 'слова!')).toBe(text);
});

it.each([
  ['база података', 'База података'],
  ['је', 'Је'],
  ['', ''],
])('%s as a heading is %s', (text, heading) => {
  expect(asHeading(text)).toBe(heading);
});

it.each([
  ['шуме', 6, 'шуме'],
  ['шуме', 3, 'шум'],
  ['шу🌲', 4, 'шу🌲'],
  ['шу🌲', 3, 'шу'],
  ['🌲🌲', 3, '🌲'],
])('%s is cut to %i units as %s', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});

it.each([
  ['а', 'а'],
  [5, '5'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [{}, ''],
  [['а'], ''],
])('%j is the text %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

describe('the words of a search', () => {
  it('are parted by everything but letters and digits', () => {
    expect(searchWords('  Нови-мост, бр. 12/2026 ')).toEqual(['novi', 'most', 'br', '12', '2026']);
    expect(searchWords(' - ')).toEqual([]);
  });

  it('have keys under which words meet that differ by one letter', () => {
    expect(nearKeys('abcd').toSorted()).toEqual(
      [
        '-abcd',
        '?a?cd',
        '?ab?d',
        '?abc?',
        '??bcd',
        '=abc',
        '=abd',
        '=acd',
        '=bcd',
        '=bacd',
        '=acbd',
        '=abdc',
      ].toSorted(),
    );
    const meet = (one: string, other: string) => nearKeys(one).some((key) => nearKeys(other).includes(key));
    const wrong = (one: string, other: string) =>
      nearKeys(one).some((key) => key.startsWith('?') && nearKeys(other).includes(key));
    expect(wrong('most', 'mast')).toBe(true);
    expect(meet('mostar', 'motsar')).toBe(true);
    expect(meet('most', 'park')).toBe(false);
  });

  it('take two Latin letters for one of Cyrillic', () => {
    for (const pair of ['lj', 'nj', 'dz']) {
      expect(nearKeys(`a${pair}bc`)).toContain('=abc');
      expect(nearKeys(`a${pair}b`).some((key) => key.startsWith('-') && key.length === 5)).toBe(true);
    }
  });

  it('have none for numbers, and for words that are too short or too long', () => {
    for (const none of ['abc', 'a123', '1234', 'a'.repeat(25)]) expect(nearKeys(none)).toEqual([]);
    expect(nearKeys('abcd')).not.toEqual([]);
    expect(nearKeys('a'.repeat(24))).not.toEqual([]);
  });
});

it.each([
  ['Чека', 'чека'],
  ['А', 'а'],
  ['МЕИ', 'МЕИ'],
  ['М1', 'м1'],
  ['Ч ека', 'ч ека'],
  ['чека', 'чека'],
  ['', ''],
])('%j within a sentence is %j', (text, within) => {
  expect(inSentenceCase(text)).toBe(within);
});

describe('the wording of a language', () => {
  const [sr, en] = [wordingOf(), wordingOf('en')];

  it.each([
    ['1234567.5', '1.234.567,50', '1,234,567.50'],
    ['-1234.50', '−1.234,50', '−1,234.50'],
    ['0', '0,00', '0.00'],
    ['нема', 'нема', 'нема'],
  ])('writes %s as %s and %s', (amount, serbian, english) => {
    expect([sr.amount(amount), en.amount(amount)]).toEqual([serbian, english]);
  });

  it.each([
    ['2026-01-05', '5.1.2026.', '5 Jan 2026', '1.2026.', 'Jan 2026'],
    ['2026-12-31', '31.12.2026.', '31 Dec 2026', '12.2026.', 'Dec 2026'],
  ])('writes the day %s, and its month', (day, serbian, english, month, englishMonth) => {
    expect([sr.day(day), en.day(day)]).toEqual([serbian, english]);
    expect([sr.month(day.slice(0, 7)), en.month(day.slice(0, 7))]).toEqual([month, englishMonth]);
  });

  it('has a choice of script in Serbian alone, and is in Latin in English', () => {
    expect([sr.language, en.language]).toEqual(['sr', 'en']);
    expect(writtenAs({ language: 'en', script: 'cyrillic' })).toEqual({ language: 'en', script: 'latin' });
    expect(writtenAs({ language: 'sr', script: 'latin' })).toEqual({ language: 'sr', script: 'latin' });
    expect(writtenAs({ script: 'latin' })).toEqual({ language: undefined, script: 'latin' });
  });
});
