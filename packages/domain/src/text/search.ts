import { searchFold } from './transliterate.ts';

/**
 * The words of a search: folded to one script without case and diacritics, everything but letters and digits parts
 * them. The SQL function pimis_search_text makes the same of what is stored.
 */
export function searchWords(text: string): string[] {
  return searchFold(text)
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');
}
