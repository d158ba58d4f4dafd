import { expect, it } from 'vitest';
import { readListQuery } from './list-query.ts';
import { PageCache } from './page-cache.ts';
import { LANGUAGE_NAMES, LANGUAGES, wordsOf } from './words.ts';

it('texts of the data and of the domain are in the script of the page, days and amounts in its format', () => {
  const both = { sr: 'Пут', en: 'Road' };
  const said = LANGUAGES.map((language) => {
    const { data, pair, day, amount } = wordsOf(language);
    return [data('Ниш'), pair(both), day('2026-03-01'), amount('1234.5')];
  });
  expect(said).toEqual([
    ['Ниш', 'Пут', '1.3.2026.', '1.234,50'],
    ['Niš', 'Put', '1.3.2026.', '1.234,50'],
    ['Niš', 'Road', '1 Mar 2026', '1,234.50'],
  ]);
  expect(LANGUAGE_NAMES).toEqual({ 'sr-Cyrl': 'Ћирилица', 'sr-Latn': 'Latinica', en: 'English' });
});

it('numbers of projects use the right plural in each language', () => {
  expect([1, 3, 5, 21].map(wordsOf('sr-Latn').projects)).toEqual([
    '1 projekat',
    '3 projekta',
    '5 projekata',
    '21 projekat',
  ]);
  expect([1, 3, 21].map(wordsOf('en').projects)).toEqual(['1 project', '3 projects', '21 projects']);
});

it('the texts of a language are made once, and lists of texts stay lists', () => {
  for (const language of LANGUAGES) expect(wordsOf(language)).toBe(wordsOf(language));
  expect(Array.isArray(wordsOf('sr-Latn').texts.about.shownText)).toBe(true);
});

it('a URL filters a list only by the conditions of lists', () => {
  expect(readListQuery({ perPage: '5', updatedSince: '2026-01-01', text: ' аб ' })).toEqual({ text: 'аб' });
  expect(readListQuery({ text: ' а ', status: '  ' })).toEqual({});
  // A letter with its combining mark is one character; a letter with too many marks is refused.
  expect(readListQuery({ text: 'e\u0301x' })).toEqual({ text: '\u00e9x' });
  expect(readListQuery({ text: `а${'\u0301'.repeat(90)}` })).toBeNull();
});

it('a page is cached for a minute, even if the clock is set back', () => {
  const [page, cache] = [{ html: 'a', compressed: Buffer.alloc(0), etag: '"a"' }, new PageCache()];
  cache.set('/a', '1', 100_000, page);
  expect(cache.get('/a', '1', 159_999)).toBe(page);
  expect(cache.get('/a', '1', 40_001)).toBe(page);
  expect(cache.get('/a', '1', 40_000)).toBeUndefined();
  // A page that is made again counts as the newest.
  for (let count = 0; count < 300; count += 1) cache.set(`/${count}`, '1', 0, page);
  cache.set('/0', '1', 0, page);
  cache.set('/new', '1', 0, page);
  expect([cache.get('/0', '1', 0), cache.get('/1', '1', 0)]).toEqual([page, undefined]);
});
