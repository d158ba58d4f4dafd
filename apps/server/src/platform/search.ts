import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '@pimis/domain/text/search';

/** From this many letters on a word is looked for anywhere; a shorter one, and a number, at the start of a word. */
const INNER_LETTERS = 3;

function wordPattern(word: string): string {
  const inside = word.length >= INNER_LETTERS && !/^\d+$/.test(word);
  return inside ? `%${word}%` : `% ${word}%`;
}

/**
 * The one condition of every search: each word of the text is in the key, which pimis_search_key made. The trigram
 * index on the key answers it. Numbers are read as codes: they match from the start of a code alone.
 */
export function searchCondition(key: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = searchWords(text);
  if (words.length === 0) return sql<boolean>`false`;
  // What remains after folding are letters and digits: no wildcard of LIKE is among them.
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${key} like ${wordPattern(word)}`),
    sql` and `,
  )})`;
}

/** How well the key answers the text, 0 the best (pimis_search_rank); for `order by`. */
export function searchRank(key: RawBuilder<unknown>, text: string): RawBuilder<number> {
  return sql<number>`pimis_search_rank(${key}, ${searchWords(text).join(' ')})`;
}
