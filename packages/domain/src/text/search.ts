import { searchFold } from './transliterate.ts';

/**
 * The words of a search, split at everything but letters and digits, and folded to one script without case and
 * diacritics. The SQL function pimis_search_text does the same with stored text.
 */
export function searchWords(text: string): string[] {
  return searchFold(text)
    .split(/[^\p{L}\p{Nd}]/u)
    .filter((word) => word !== '');
}

const NEAR_LETTERS = { least: 4, most: 24 };
/** Digraphs of the fold: single letters in Cyrillic. */
const PAIRS = [
  ['lj', 'љ'],
  ['nj', 'њ'],
  ['dz', 'џ'],
] as const;

function keysOf(letters: readonly string[]): string[] {
  if (letters.length < NEAR_LETTERS.least || letters.length > NEAR_LETTERS.most) return [];
  return [`-${letters.join('')}`].concat(
    ...letters.map((letter, place) => {
      const before = letters.slice(0, place).join('');
      const [next, ...rest] = letters.slice(place + 1);
      const after = [next, ...rest].join('');
      const swapped = next === undefined ? [] : [`=${before}${next}${letter}${rest.join('')}`];
      return [`?${before}?${after}`, `=${before}${after}`, ...swapped];
    }),
  );
}

/**
 * Keys under which a word of a search meets words of names with one difference: one letter wrong, missing, added, or
 * two exchanged. None for numbers and for words that are too short. The SQL function pimis_near_keys makes the keys of
 * stored names.
 */
export function nearKeys(word: string): string[] {
  if (/\d/.test(word)) return [];
  const joined = PAIRS.reduce((text, [two, one]) => text.replaceAll(two, one), word);
  return [...new Set([...keysOf([...word]), ...keysOf([...joined])])];
}
