import { type RawBuilder, sql } from 'kysely';
import { nearKeys, searchWords } from '@pimis/domain/text/search';

/**
 * A word with at least this many letters matches anywhere; a shorter one, and a number, matches at the start of a word.
 */
const INNER_LETTERS = 3;
/** A number with at least this many digits may be a tax or company number; a shorter one is the start of a code. */
const REGISTER_DIGITS = 8;
/**
 * The last character of Unicode: texts that start with a prefix sort between the prefix and the prefix followed by it.
 */
const LAST_SIGN = '\u{10ffff}';

/** Returns whether it may be a tax or company number. */
const mayBeRegistered = (word: string): boolean => word.length >= REGISTER_DIGITS && /^\d+$/.test(word);

/** The different words of a text. */
const wordsOf = (text: string): string[] => [...new Set(searchWords(text))];

/** SQL: the search key contains a folded word. */
function wordCondition(key: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  if (!/^\d+$/.test(word)) {
    return sql<boolean>`${key} like ${word.length < INNER_LETTERS ? `% ${word}%` : `%${word}%`}`;
  }
  if (!mayBeRegistered(word)) return sql<boolean>`${key} like ${`% ${word}%`}`;
  return sql<boolean>`(${key} like ${`% ${word}%`} or ${key} like ${`%#${word}%`})`;
}

/**
 * SQL: the condition of every search. Each word of the text occurs in the key that pimis_search_key made; the trigram
 * index on the key answers it. Numbers are codes: they match only from the start of a code.
 */
export function searchCondition(key: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return searchWherever(text, (carries) => carries(key));
}

/** The same if a word may occur in one of several keys: `place` returns the key for each word. */
export function searchWherever(
  text: string,
  place: (carries: (key: RawBuilder<unknown>) => RawBuilder<boolean>, word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const words = wordsOf(text);
  if (words.length === 0) return sql<boolean>`false`;
  // Folded words contain only letters and digits, so no wildcard of LIKE.
  return sql<boolean>`(${sql.join(
    words.map((word) => place((key) => wordCondition(key, word), word)),
    sql` and `,
  )})`;
}

/** A search key with the name in it; an index covers the near keys of the name. */
export interface NamedKey {
  key: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
}

/** The same, with one wrong letter allowed in each word of a name (docs/decisions/0086-near-search.md). */
export function nearCondition({ key, name }: NamedKey, text: string): RawBuilder<boolean> {
  const words = wordsOf(text);
  if (words.length === 0) return sql<boolean>`false`;
  const conditions = words.map((word) => {
    const keys = nearKeys(word);
    const exact = wordCondition(key, word);
    return keys.length === 0 ? exact : sql<boolean>`(${exact} or pimis_near_keys(${name}) && ${keys}::text[])`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** SQL: the rank of a row, 0 is the best; rows that match only with a wrong letter come last. */
export function nearRank({ key }: NamedKey, text: string): RawBuilder<number> {
  return sql<number>`case when ${searchCondition(key, text)} then ${searchRank(key, text)} else 6 end`;
}

/** The same within one column without a key of its own. */
export function wordsCondition(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return searchCondition(sql`pimis_words(${column})`, text);
}

/** SQL: codes that begin with the text, in either script and any case. */
export function codeCondition(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return foldedCodeCondition(sql`pimis_search_text(${column}::text)`, text);
}

/**
 * The same for a code that pimis_search_text has folded. A range uses the order of the index; a pattern would be
 * compared again with each code in the range.
 */
export function foldedCodeCondition(key: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const start = searchWords(text).join(' ');
  if (start === '') return sql<boolean>`false`;
  return sql<boolean>`(${key} ~>=~ ${start} and ${key} ~<~ ${start + LAST_SIGN})`;
}

/**
 * SQL condition on long texts stored as words: each word of the search must be the start of a stored word; uses the
 * index on the words.
 */
export function textCondition(words: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const wanted = searchWords(text);
  if (wanted.length === 0) return sql<boolean>`false`;
  // Folded words contain only letters and digits, so no operator of tsquery.
  return sql<boolean>`${words} @@ to_tsquery('simple', ${wanted.map((word) => `${word}:*`).join(' & ')})`;
}

/** How well the key answers the text, 0 the best (pimis_search_rank); for `order by`. */
export function searchRank(key: RawBuilder<unknown>, text: string): RawBuilder<number> {
  return sql<number>`pimis_search_rank(${key}, ${searchWords(text).join(' ')})`;
}
