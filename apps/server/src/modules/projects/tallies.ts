import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import { searchWords } from '@pimis/domain/text/search';
import type { Database } from '../../platform/database.ts';
import { KEPT, unseen } from '../../platform/kept-plans.ts';
import { carriedBy, covertly } from '../../platform/search.ts';

/**
 * Kept tallies: how many projects of a tab stand under a beginning of a code or number, a word of a name, an owner or a
 * proposer. Triggers keep them (docs/decisions/0130-tallies.md); here they are asked.
 */

/** Beginnings of codes and numbers are tallied up to so many letters (pimis_tallied_terms). */
const TALLIED_LETTERS = 6;

/** Between how many projects a filter leaves; equal where their number is known. */
export interface Bounds {
  least: number;
  /** Null where nothing is known but `least`. */
  most: number | null;
}

/** Asks how many projects of a tab a filter leaves: one row, of equal bounds where that is known. */
export type Tally = (status: number) => RawBuilder<Bounds>;

/**
 * What tallies tell of a tab of all projects, and how many are on it: what the first tells, unless it neither knows nor
 * tells of more than are counted. Nothing to whom the condition shows none.
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

/** Of a code or number that begins so; null for what is too long to be tallied, or nothing. */
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

/** The word that a text consists of; null for several, and for a number: those are not tallied. */
function soleWord(text: string): string | null {
  const [word, ...others] = searchWords(text);
  return word === undefined || others.length > 0 || /^\d+$/.test(word) ? null : word;
}

/** Names whose words are tallied, and what the search looks in. */
type Words = 'name' | 'ownerName' | 'proposerName' | 'search';

/** The most that one word that carries the word has, and what all such words have together. */
const wordsCarrying = (field: Words, word: string, status: number) => sql`
  (select coalesce(max(projects), 0)::integer as least, coalesce(sum(projects), 0)::integer as most
   from (select sum(projects) as projects from published.project_tallies tallies
         where field = ${sql.lit(field)} and ${carriedBy(sql`term`, word, covertly)} and status = ${sql.lit(status)}
         group by term) words)`;

/** Of those with the word in a name; null for several words. A project with two such words is told twice by `most`. */
export function tallyOfWord(field: Words, text: string): Tally | null {
  const word = soleWord(text);
  if (word === null) return null;
  return (status) => sql`select ${KEPT} least, most from ${wordsCarrying(field, word, status)} words`;
}

/**
 * The same of those with the word in their codes, their names, or those of their owners. Of codes the letters alone are
 * tallied, wherever they stand: for what begins a word, or has digits in it, names tell how many there are at least.
 */
export function tallyOfSearch(text: string): Tally | null {
  const word = soleWord(text);
  if (word === null) return null;
  if (/^\p{L}{3,}$/u.test(word)) return tallyOfWord('search', text);
  return (status) => sql`select ${KEPT} least, null::integer as most from ${wordsCarrying('name', word, status)} words`;
}
