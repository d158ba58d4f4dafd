import { type RawBuilder, sql } from 'kysely';
import { nearKeys, searchWords } from '@pimis/domain/text/search';
import { KEPT_OF_MANY, unseen } from './kept-plans.ts';

/** From this many letters on a word is looked for anywhere; a shorter one, and a number, at the start of a word. */
export const INNER_LETTERS = 3;
/** From this many digits on a number may be one of the tax or company register; fewer are the start of a code. */
const REGISTER_DIGITS = 8;
/** The last sign that there is: what begins with a text stands between the text and the text followed by it. */
const LAST_SIGN = '\u{10ffff}';

/** How a condition is told what is looked for: to be planned for it, or not shown to the planner (`unseen`). */
export type Telling = (value: string | readonly string[]) => RawBuilder<unknown>;
const typeOf = (value: string | readonly string[]) => (typeof value === 'string' ? 'text' : 'text[]');
export const openly: Telling = (value) => sql`${value}::${sql.raw(typeOf(value))}`;
export const covertly: Telling = (value) => unseen(value, typeOf(value));

/** Of statements with more words plans are not kept: each number of words is another text. */
const WORDS_OF_KEPT = 2;
/** How a statement that looks for texts is marked and told: it is kept where they have few words. */
export const keptForFew = (
  texts: readonly string[],
  most = WORDS_OF_KEPT,
): [mark: RawBuilder<unknown>, tell: Telling] =>
  texts.every((text) => searchWords(text).length <= most) ? [KEPT_OF_MANY, covertly] : [sql``, openly];

/** A number that may be one of the tax or company register. */
const mayBeRegistered = (word: string): boolean => word.length >= REGISTER_DIGITS && /^\d+$/.test(word);

/**
 * The words of a text in an order of their kinds, so that a statement that is kept is the same in whatever order they are
 * said. One that is said a hundred times is looked for once.
 */
function wordsLookedFor(text: string): string[] {
  const words = [...new Set(searchWords(text))];
  const kindOf = (word: string) => (nearKeys(word).length > 0 ? 0 : mayBeRegistered(word) ? 2 : 1);
  return words.toSorted((one, other) => kindOf(one) - kindOf(other));
}

/** Does a search key carry a folded word? */
function wordCondition(key: RawBuilder<unknown>, word: string, tell: Telling): RawBuilder<boolean> {
  if (!/^\d+$/.test(word)) {
    return sql<boolean>`${key} like ${tell(word.length < INNER_LETTERS ? `% ${word}%` : `%${word}%`)}`;
  }
  if (!mayBeRegistered(word)) return sql<boolean>`${key} like ${tell(`% ${word}%`)}`;
  return sql<boolean>`(${key} like ${tell(`% ${word}%`)} or ${key} like ${tell(`%#${word}%`)})`;
}

/**
 * The same of a kept word, folded and no number, in a column of collation "C": does it carry the word of a search? What
 * begins so is a range of the index of these words.
 */
export function carriedBy(kept: RawBuilder<unknown>, word: string, tell: Telling): RawBuilder<boolean> {
  if (word.length >= INNER_LETTERS) return sql<boolean>`${kept} like ${tell(`%${word}%`)}`;
  return sql<boolean>`(${kept} >= ${tell(word)} and ${kept} < ${tell(word + LAST_SIGN)})`;
}

/**
 * The one condition of every search: each word of the text is in the key, which pimis_search_key made. The trigram
 * index on the key answers it. Numbers are read as codes: they match from the start of a code alone.
 */
export function searchCondition(key: RawBuilder<unknown>, text: string, tell = openly): RawBuilder<boolean> {
  return searchWherever(text, (carries) => carries(key), tell);
}

/** The same where a word may stand in one of several keys: `place` says in which, for each word alone. */
export function searchWherever(
  text: string,
  place: (carries: (key: RawBuilder<unknown>) => RawBuilder<boolean>) => RawBuilder<boolean>,
  tell = openly,
): RawBuilder<boolean> {
  const words = wordsLookedFor(text);
  if (words.length === 0) return sql<boolean>`false`;
  // What remains after folding are letters and digits: no wildcard of LIKE is among them.
  return sql<boolean>`(${sql.join(
    words.map((word) => place((key) => wordCondition(key, word, tell))),
    sql` and `,
  )})`;
}

/** A search key, and the name in it; the near keys of the name have an index. */
export interface NamedKey {
  key: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
}

/** The same, forgiving one letter in each word of a name (docs/decisions/0086-near-search.md). */
export function nearCondition({ key, name }: NamedKey, text: string, tell = openly): RawBuilder<boolean> {
  const words = wordsLookedFor(text);
  if (words.length === 0) return sql<boolean>`false`;
  const conditions = words.map((word) => {
    const keys = nearKeys(word);
    const exact = wordCondition(key, word, tell);
    return keys.length === 0 ? exact : sql<boolean>`(${exact} or pimis_near_keys(${name}) && ${tell(keys)})`;
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
export function foldedCodeCondition(key: RawBuilder<unknown>, text: string, tell = openly): RawBuilder<boolean> {
  const start = searchWords(text).join(' ');
  if (start === '') return sql<boolean>`false`;
  return sql<boolean>`(${key} ~>=~ ${tell(start)} and ${key} ~<~ ${tell(start + LAST_SIGN)})`;
}

/** Long texts, kept as their words: each word of the search begins one of them. The index on the words answers it. */
export function textCondition(words: RawBuilder<unknown>, text: string, tell = openly): RawBuilder<boolean> {
  const wanted = searchWords(text);
  if (wanted.length === 0) return sql<boolean>`false`;
  // What remains after folding are letters and digits: no operator of a query is among them.
  return sql<boolean>`${words} @@ to_tsquery('simple', ${tell(wanted.map((word) => `${word}:*`).join(' & '))})`;
}

/** How well the key answers the text, 0 the best (pimis_search_rank); for `order by`. */
export function searchRank(key: RawBuilder<unknown>, text: string): RawBuilder<number> {
  return sql<number>`pimis_search_rank(${key}, ${searchWords(text).join(' ')})`;
}
