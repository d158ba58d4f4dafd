import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import { searchWords } from '@pimis/domain/text/search';
import type { Database } from '../../platform/database.ts';
import { KEPT, KEPT_OF_MANY, unseen } from '../../platform/kept-plans.ts';
import { carriedBy, covertly, INNER_LETTERS } from '../../platform/search.ts';

/**
 * Tallies: how many projects of a tab are found under a term, as a beginning of a code or number, a word of a name, an
 * owner or a proposer. Triggers keep them (docs/decisions/0130-tallies.md); here they are asked.
 */

/** Beginnings of codes and numbers are tallied up to so many letters (pimis_tallied_terms). */
const TALLIED_LETTERS = 6;

/** Between how many projects a filter leaves; equal where their number is known. */
export interface Bounds {
  least: number;
  /** Null where nothing is known but `least`. */
  most: number | null;
}

/** The query that tells how many projects of a tab (its status) a filter leaves: one row. */
export type Tally = (status: number) => RawBuilder<Bounds>;

/**
 * Asks tallies of one filter in their order, until one knows the number or that it is more than COUNTED_ROWS; tells what
 * was told last, with how many projects are on the tab (`all`). Tallies are of all projects: `seen` is the condition of
 * those who see all or none, and to whom it shows none it is told that there are none. Null where there is no tally.
 */
export async function askTallies(
  db: Database,
  tallies: readonly Tally[],
  { status, seen }: { status: number; seen: RawBuilder<boolean> },
): Promise<(Bounds & { all: number }) | null> {
  let told: (Bounds & { all: number }) | null = null;
  for (const tally of tallies) {
    const { rows } = await sql<Bounds & { all: number }>`
      select bounds.least, bounds.most, (
        select coalesce(sum(projects), 0)::integer from published.project_counts
        where status = ${sql.lit(status)}) as "all"
      from (${tally(status)}) bounds where ${seen}`.execute(db);
    told = rows[0] ?? { least: 0, most: 0, all: 0 };
    if (told.least === told.most || told.least > COUNTED_ROWS) break;
  }
  return told;
}

const sumOf = (field: string, terms: RawBuilder<boolean>, status: number) => sql`
  (select coalesce(sum(projects), 0)::integer as projects from published.project_tallies tallies
   where field = ${sql.lit(field)} and ${terms} and status = ${sql.lit(status)})`;

/** Of those whose code or number begins with the text; null where that is longer than what is tallied, or empty. */
export function tallyOfBeginning(field: 'code' | 'number', text: string): Tally | null {
  const beginning = searchWords(text).join(' ');
  if (beginning === '' || beginning.length > TALLIED_LETTERS) return null;
  const begun = sql<boolean>`term = ${unseen(beginning, 'text')}`;
  return (status) =>
    sql`select ${KEPT} found.projects as least, found.projects as most from ${sumOf(field, begun, status)} found`;
}

/** Of those whose owner or proposer is among organizations, as a condition on `term`. */
export function tallyOfOrganizations(field: 'owner' | 'proposer', among: RawBuilder<boolean>): Tally {
  return (status) =>
    sql`select found.projects as least, found.projects as most from ${sumOf(field, among, status)} found`;
}

/** The word that a text consists of, folded; null for none, for several, and for a number, which is not tallied. */
function soleWord(text: string): string | null {
  const [word, ...others] = searchWords(text);
  return word === undefined || others.length > 0 || /^\d+$/.test(word) ? null : word;
}

/** The same where it is looked for anywhere in words, and not at their beginnings alone. */
export function innerWord(text: string): string | null {
  const word = soleWord(text);
  // Letters are counted as the database counts them.
  return word === null || [...word].length < INNER_LETTERS ? null : word;
}

export const isOfLetters = (word: string): boolean => /^\p{L}+$/u.test(word);

/** What is tallied by words: names, and all that the search looks in. */
export type WordField = 'name' | 'ownerName' | 'proposerName' | 'search';

/** Of the words that carry a word: what the most frequent has, what all have together, and how many words they are. */
const wordsCarrying = (field: WordField, word: string, status: number) => sql`
  (select coalesce(max(projects), 0)::integer as least, coalesce(sum(projects), 0)::integer as most,
          count(*)::integer as words
   from (select sum(projects) as projects from published.project_tallies tallies
         where field = ${sql.lit(field)} and ${carriedBy(sql`term`, word, covertly)} and status = ${sql.lit(status)}
         group by term) words)`;

/**
 * Of those with the word in a name; null for what is not one word. A project with two words that carry it is in `most`
 * twice, so that the number is known where one word alone carries it.
 */
export function tallyOfWord(field: WordField, text: string): Tally | null {
  const word = soleWord(text);
  if (word === null) return null;
  return (status) => sql`select ${KEPT} least, most from ${wordsCarrying(field, word, status)} words`;
}

/**
 * The same of those with the word in their codes, their names, or those of their owners. Of codes the letters alone are
 * tallied, wherever they stand: of a word with digits, or so short that it has to begin a word, it is known only how many
 * names carry it, and there are that many at least.
 */
export function tallyOfSearch(text: string): Tally | null {
  const word = soleWord(text);
  if (word === null) return null;
  if (word.length >= INNER_LETTERS && isOfLetters(word)) return tallyOfWord('search', text);
  return (status) => sql`select ${KEPT} least, null::integer as most from ${wordsCarrying('name', word, status)} words`;
}

/**
 * The word that fewest projects of some tabs (`statuses`) carry, of words of letters alone that are looked for anywhere; only
 * such as no more than `most` words carry on any of them. No row where there is none.
 */
export function rarestOf(
  words: readonly string[],
  statuses: readonly number[],
  most: number,
): RawBuilder<{ word: string }> {
  const told = words.flatMap((word) =>
    statuses.map(
      (status) =>
        sql`select ${unseen(word, 'text')} as word, most, words from ${wordsCarrying('search', word, status)} told`,
    ),
  );
  return sql`
    select ${KEPT_OF_MANY} word from (${sql.join(told, sql` union all `)}) told
    group by word having max(words) <= ${sql.lit(most)} order by sum(most), word limit 1`;
}
