import { type RawBuilder, sql } from 'kysely';
import { nearKeys, searchWords } from '@pimis/domain/text/search';

/** From this many letters on a word is looked for anywhere; a shorter one, and a number, at the start of a word. */
const INNER_LETTERS = 3;
/** From this many digits on a number may be one of the tax or company register; fewer are the start of a code. */
const REGISTER_DIGITS = 8;
/** The last sign that there is: what begins with a text stands between the text and the text followed by it. */
const LAST_SIGN = '\u{10ffff}';

/** A number that may be one of the tax or company register. */
const mayBeRegistered = (word: string): boolean => word.length >= REGISTER_DIGITS && /^\d+$/.test(word);

/** The different words of a text. */
const wordsOf = (text: string): string[] => [...new Set(searchWords(text))];

/** Does a search key carry a folded word? */
function wordCondition(key: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  if (!/^\d+$/.test(word)) {
    return sql<boolean>`${key} like ${word.length < INNER_LETTERS ? `% ${word}%` : `%${word}%`}`;
  }
  if (!mayBeRegistered(word)) return sql<boolean>`${key} like ${`% ${word}%`}`;
  return sql<boolean>`(${key} like ${`% ${word}%`} or ${key} like ${`%#${word}%`})`;
}

/**
 * The one condition of every search: each word of the text is in the key, which pimis_search_key made. The trigram
 * index on the key answers it. Numbers are read as codes: they match from the start of a code alone.
 */
export function searchCondition(key: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return searchWherever(text, (carries) => carries(key));
}

/** The same where a word may stand in one of several keys: `place` says in which, for each word alone. */
export function searchWherever(
  text: string,
  place: (carries: (key: RawBuilder<unknown>) => RawBuilder<boolean>, word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const words = wordsOf(text);
  if (words.length === 0) return sql<boolean>`false`;
  // What remains after folding are letters and digits: no wildcard of LIKE is among them.
  return sql<boolean>`(${sql.join(
    words.map((word) => place((key) => wordCondition(key, word), word)),
    sql` and `,
  )})`;
}

/** A search key, and the name in it; the near keys of the name have an index. */
export interface NamedKey {
  key: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
}

/** The same, forgiving one letter in each word of a name (docs/decisions/0086-near-search.md). */
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

/** How well a row answers, 0 the best; what answers with a letter forgiven comes after all that needs none. */
export function nearRank({ key }: NamedKey, text: string): RawBuilder<number> {
  return sql<number>`case when ${searchCondition(key, text)} then ${searchRank(key, text)} else 6 end`;
}

/** The same within one column, which has no key of its own. */
export function wordsCondition(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return searchCondition(sql`pimis_words(${column})`, text);
}

/** Codes that begin with the text, in either script and any case. */
export function codeCondition(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return foldedCodeCondition(sql`pimis_search_text(${column}::text)`, text);
}

/**
 * The same of a code that is kept as pimis_search_text makes it. A range in the order of the index: a pattern would be
 * compared once more with each code of the range.
 */
export function foldedCodeCondition(key: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const start = searchWords(text).join(' ');
  if (start === '') return sql<boolean>`false`;
  return sql<boolean>`(${key} ~>=~ ${start} and ${key} ~<~ ${start + LAST_SIGN})`;
}

/** Long texts, kept as their words: each word of the search begins one of them. The index on the words answers it. */
export function textCondition(words: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const wanted = searchWords(text);
  if (wanted.length === 0) return sql<boolean>`false`;
  // What remains after folding are letters and digits: no operator of a query is among them.
  return sql<boolean>`${words} @@ to_tsquery('simple', ${wanted.map((word) => `${word}:*`).join(' & ')})`;
}

/** How well the key answers the text, 0 the best (pimis_search_rank); for `order by`. */
export function searchRank(key: RawBuilder<unknown>, text: string): RawBuilder<number> {
  return sql<number>`pimis_search_rank(${key}, ${searchWords(text).join(' ')})`;
}
