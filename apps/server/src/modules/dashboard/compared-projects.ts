import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { searchWords } from '@pimis/domain/text/search';
import type { Database } from '../../platform/database.ts';
import { isAmong } from '../../platform/kept-plans.ts';
import type { Window } from '../../platform/page-keys.ts';
import { keptForFew, searchCondition, type Telling } from '../../platform/search.ts';
import { firstUnder, type Postings, postingsOfKey } from '../projects/postings.ts';
import { innerWord, rarestOf } from '../projects/tallies.ts';

/** Which projects the header's search compares with each other, of all that carry its words. */

/** So many rows that carry the words are compared, where it is not said otherwise. */
export const COMPARED_ROWS = 300;
/** Of one word so many projects: those that were changed last. */
const COMPARED_OF_ONE = 40;
/** Of the rarest so many projects are passed, newest first, and more where too few of them carry the others. */
const PASSED_OF_RAREST = [160, 1_000];
/** So many of the words that carry what was typed are looked under: it may be a part of thousands. */
const WORDS_LOOKED_UNDER = 50;
/** Tallies are asked of so many words, the longest: each is another look, and each number of them another plan that is kept. */
const WORDS_TALLIED = 4;
/** Of so many words the statements of the search are kept, as to plan them takes longer than to carry them out. */
const WORDS_OF_KEPT = { inner: 4, other: 2 };
/** Tabs whose projects are found: all but the archive. */
export const SEARCHED_TABS = [PROJECT_STATUS.pending, PROJECT_STATUS.finished];

/** How few words a text has to have for its statements to be kept; short words leave so many that the values decide. */
export const wordsOfKept = (text: string): number =>
  searchWords(text).every((word) => innerWord(word) !== null) ? WORDS_OF_KEPT.inner : WORDS_OF_KEPT.other;

/** A condition on the columns of projects. */
export type Carrying = (tell: Telling) => RawBuilder<boolean>;

/** The projects to compare as an index of letters finds them. */
export const carryingByLetters =
  (text: string): Carrying =>
  (tell) =>
    searchCondition(sql`projects.search_key`, text, tell);

/** The projects to compare that were changed last, of which so many are `shown`; null where postings do not tell them. */
export async function newestCarrying(db: Database, text: string, shown: number): Promise<Carrying | null> {
  const [only, ...others] = searchWords(text);
  if (only === undefined) return null;
  if (others.length > 0) {
    const ids = await newestOfRarest(db, text, shown);
    return ids && (() => sql<boolean>`projects.id ${isAmong(ids)}`);
  }
  const postings = postingsOfKey(only, WORDS_LOOKED_UNDER);
  return (
    postings &&
    ((tell) =>
      sql<boolean>`projects.id = any (array(
        select newest.id from (${newestUnder(postings, tell, COMPARED_OF_ONE)}) newest))`)
  );
}

/** So many projects under the keys that were changed last, of all tabs that are searched. */
function newestUnder(postings: Postings, tell: Telling, most: number): RawBuilder<{ id: number; value: Date }> {
  const window: Window = { kind: 'numbered', skip: 0, take: most, fromEnd: false };
  const tabs = SEARCHED_TABS.map(
    (status) => sql`(${firstUnder(postings, status, tell, { descending: true, window })})`,
  );
  return sql`
    select newest.* from (${sql.join(tabs, sql` union all `)}) newest
    order by newest.value desc, newest.id desc limit ${sql.lit(most)}`;
}

/**
 * The projects to compare for several words: they are looked for among the newest of the rarest word. Where these are all
 * of it, as many as of any text, or an old one with just this name would be lost behind newer ones; else no more than are
 * shown, as for each many have to be passed that carry the rarest word alone. Null where fewer carry the others, and more
 * are behind.
 */
async function newestOfRarest(db: Database, text: string, shown: number): Promise<number[] | null> {
  const rarest = await rarestWord(db, text);
  const postings = rarest === null ? null : postingsOfKey(rarest, WORDS_LOOKED_UNDER);
  if (postings === null) return null;
  const [mark, tell] = keptForFew([text], wordsOfKept(text));
  for (const most of PASSED_OF_RAREST) {
    const compared = sql`
      case when (select count(*) from passed) < ${sql.lit(most)} then ${sql.lit(COMPARED_ROWS)} else ${sql.lit(shown)} end`;
    const { rows } = await sql<{ ids: number[]; passed: number }>`
      with ${mark} passed as materialized (${newestUnder(postings, tell, most)})
      select (select count(*)::integer from passed) as passed, array(
        select passed.id
        -- In order, so that no more are looked at than it takes.
        from (select * from passed order by value desc, id desc) passed cross join lateral (
          select from published.projects
          where projects.id = passed.id and ${carryingByLetters(text)(tell)} offset 0) carrying
        order by passed.value desc, passed.id desc limit ${compared}) as ids`.execute(db);
    const [found] = rows;
    if (!found) throw new Error('No row of a row');
    if (found.ids.length === shown || found.passed < most) return found.ids;
  }
  return null;
}

/**
 * The rarest of several words that postings tell all projects of. Null where there is none, and where a number is among
 * them: it leaves so few of what carries another word that they would not be among the newest.
 */
async function rarestWord(db: Database, text: string): Promise<string | null> {
  const words = [...new Set(searchWords(text))];
  if (words.some((word) => /^\d+$/.test(word))) return null;
  const posted = words
    .filter((word) => postingsOfKey(word, WORDS_LOOKED_UNDER) !== null)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, WORDS_TALLIED);
  if (posted.length === 0) return null;
  const { rows } = await rarestOf(posted, SEARCHED_TABS, WORDS_LOOKED_UNDER).execute(db);
  return rows[0]?.word ?? null;
}
