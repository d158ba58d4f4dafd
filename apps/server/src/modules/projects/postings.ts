import { type RawBuilder, sql } from 'kysely';
import { isReversed, type Order, orderWithin, type Window, windowCondition } from '../../platform/page-keys.ts';
import { unseen } from '../../platform/kept-plans.ts';
import { carriedBy, type Telling } from '../../platform/search.ts';
import { innerWord, isOfLetters } from './tallies.ts';

/**
 * Postings: the projects that stand under each of some keys (words, organizations), in the order of their last change. An
 * index has them in this order: the newest under a key are read from an end of its part, however many stand there and
 * however many projects there are besides (docs/decisions/0132-postings.md).
 */
export interface Postings {
  /** The query of the keys to look under on a tab (its status), as it is told what is looked for. */
  keys: (tell: Telling, status: number) => RawBuilder<unknown>;
  /** Where projects stand, with `status` and `last_changed_at`. */
  table: RawBuilder<unknown>;
  /** The column of their number there. */
  id: string;
  /** Whether a row (`posted`) stands under a key (`keys`). */
  under: RawBuilder<boolean>;
  /** Does no project stand under two keys? */
  disjoint: boolean;
}

/** The projects of a tab (its status) under any of the keys, each once, as rows of `id` and `value`, their last change. */
export const postedUnder = (postings: readonly Postings[], status: number, tell: Telling): RawBuilder<PostedRow> =>
  eachOnce(
    postings,
    postings.map(
      (posting) => sql`select listed.value, listed.id
        from (${posting.keys(tell, status)}) keys cross join lateral (${rowsUnder(posting, status)}) listed`,
    ),
  );

/** So many rows are read of each key at first: in a page out of many keys few of them have more. */
const READ_FIRST = 2;

/**
 * The same, but of them no more than it takes to have all rows up to the end of a window in the order of the last change.
 * The first rows of each key are read, and then the row is known behind which no more are wanted; of a key whose first rows
 * all stand before that one, as many more are read as the window may want.
 */
export function firstUnder(
  postings: readonly Postings[],
  status: number,
  tell: Telling,
  { descending, window }: { descending: boolean; window: Window },
): RawBuilder<PostedRow> {
  const skipped = window.kind === 'numbered' ? window.skip : 0;
  // Written out in a kept statement for a first page, of which there are few sizes; of deeper pages it is another each time.
  const wanted = skipped === 0 ? sql.lit(window.take) : unseen(skipped + window.take, 'integer');
  const within = orderWithin(byLastChange('first', { id: 'id', value: 'value' }, descending), window);
  const [before, after] = (descending === isReversed(window) ? ['<', '>'] : ['>', '<']).map((sign) => sql.raw(sign));
  return eachOnce(
    postings,
    postings.map((posting) => {
      const order = byLastChange('posted', { id: posting.id, value: 'last_changed_at' }, descending);
      const row = sql`(posted.last_changed_at, ${sql.ref(`posted.${posting.id}`)})`;
      const behind = windowCondition(order, window);
      const following = orderWithin(order, window);
      return sql`(
        with first as materialized (
          select keys.*, listed.value, listed.id, listed.place
          from (${posting.keys(tell, status)}) keys cross join lateral (
            ${rowsUnder(posting, status, sql`, row_number() over (order by ${following}) as place`)}
            ${behind === null ? sql`` : sql`and ${behind}`} order by ${following} limit ${sql.lit(READ_FIRST)}) listed),
        last as (select ${distinctly(posting)} value, id from first order by ${within} offset ${wanted} - 1 limit 1)
        select value, id from first
        union all
        select listed.value, listed.id
        from first keys cross join lateral (
          ${rowsUnder(posting, status)} and ${row} ${after} (keys.value, keys.id)
          order by ${following} limit ${wanted}) listed
        where keys.place = ${sql.lit(READ_FIRST)}
          and ((keys.value, keys.id) ${before} (select value, id from last)) is not false)`;
    }),
  );
}

interface PostedRow {
  id: number;
  value: Date;
}

const rowsUnder = ({ table, id, under }: Postings, status: number, more = sql``) => sql`
  select posted.last_changed_at as value, ${sql.ref(`posted.${id}`)} as id ${more} from ${table} posted
  where ${under} and posted.status = ${sql.lit(status)}`;

const distinctly = ({ disjoint }: Postings) => (disjoint ? sql`` : sql`distinct`);

const eachOnce = (postings: readonly Postings[], lists: readonly RawBuilder<unknown>[]) => {
  const [posting, ...others] = postings;
  const once = posting && others.length === 0 ? distinctly(posting) : sql`distinct`;
  return sql<PostedRow>`select ${once} value, id from (${sql.join(lists, sql` union all `)}) lists`;
};

/** The order of the last change, of rows that have it and the project's number in columns. */
const byLastChange = (rows: string, columns: { id: string; value: string }, descending: boolean): Order => ({
  column: `${rows}.${columns.value}`,
  id: `${rows}.${columns.id}`,
  type: 'timestamptz',
  descending,
  nullable: false,
});

const WORDS = {
  table: sql`published.project_words`,
  id: 'project_id',
  under: sql<boolean>`posted.word = keys.word and posted.in_name = keys.in_name`,
  disjoint: false,
};
/** The words of a field that carry a word: the tallies have each word that projects of a tab, or their owners, have there. */
const wordsCarrying = (field: 'name' | 'search', word: string, tell: Telling, status: number) => sql`
  published.project_tallies
  where field = ${sql.lit(field)} and ${carriedBy(sql`term`, word, tell)} and status = ${sql.lit(status)}`;

/** Under the words of names that carry a word; null for what is not one word of INNER_LETTERS or more. */
export function postingsOfName(text: string): Postings | null {
  const word = innerWord(text);
  if (word === null) return null;
  return {
    ...WORDS,
    keys: (tell, status) => sql`
      select distinct term as word, true as in_name from ${wordsCarrying('name', word, tell, status)}`,
  };
}

/**
 * Under the words of codes, numbers and names that carry a word of letters alone, as digits of codes are kept nowhere; null
 * for any other text. No more than `most` of the words, where it is given: itself, what begins with it, and then what most
 * projects have.
 */
export function postingsOfKey(text: string, most?: number): Postings | null {
  const word = innerWord(text);
  if (word === null || !isOfLetters(word)) return null;
  // The tallies have words of owners too: those that no project has itself shall take no place.
  const best = (words: RawBuilder<unknown>, tell: Telling, status: number) => sql`
    select term
    from (select term, term = ${tell(word)} as itself, term ^@ ${tell(word)} as begins, sum(projects) as projects
          from ${words} group by term having sum(projects) > 0 order by itself desc, begins desc, projects desc, term) ranked
    where (select true from published.project_words posted
           where posted.word = ranked.term and posted.status = ${sql.lit(status)} limit 1)
    order by itself desc, begins desc, projects desc, term limit ${sql.lit(most)}`;
  return {
    ...WORDS,
    keys: (tell, status) => {
      const words = wordsCarrying('search', word, tell, status);
      return sql`
        select words.term as word, places.in_name
        from (${most === undefined ? sql`select distinct term from ${words}` : best(words, tell, status)}) words
        cross join (values (true), (false)) places (in_name)`;
    },
  };
}

/** Under organizations, as a condition on them (`named`). */
export const postingsOfOrganizations = (
  column: 'organization_id' | 'proposer_organization_id',
  named: (tell: Telling) => RawBuilder<boolean>,
): Postings => ({
  keys: (tell) => sql`select named.id as organization from published.organizations named where ${named(tell)}`,
  table: sql`published.projects`,
  id: 'id',
  under: sql<boolean>`${sql.ref(`posted.${column}`)} = keys.organization`,
  disjoint: true,
});
