import { type RawBuilder, sql } from 'kysely';
import { isReversed, type Order, orderWithin, type Window, windowCondition } from '../../platform/page-keys.ts';
import { unseen } from '../../platform/kept-plans.ts';
import { carriedBy, type Telling } from '../../platform/search.ts';
import { innerWord, isOfLetters, type WordField } from './tallies.ts';

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
export const postedUnder = (postings: Postings, status: number, tell: Telling): RawBuilder<PostedRow> => sql`
  select ${distinctly(postings)} listed.value, listed.id
  from (${postings.keys(tell, status)}) keys cross join lateral (${rowsUnder(postings, status)}) listed`;

/** So many rows are read of each key at first: in a page out of many keys few of them have more. */
const READ_FIRST = 2;

/**
 * The same, but of them no more than it takes to have all rows up to the end of a window in the order of the last change.
 * The first rows of each key are read, and then the row is known behind which no more are wanted; of a key whose first rows
 * all stand before that one, as many more are read as the window may want.
 */
export function firstUnder(
  postings: Postings,
  status: number,
  tell: Telling,
  { descending, window }: { descending: boolean; window: Window },
): RawBuilder<PostedRow> {
  const skipped = window.kind === 'numbered' ? window.skip : 0;
  // Written out in a kept statement for a first page, of which there are few sizes; of deeper pages it is another each time.
  const wanted = skipped === 0 ? sql.lit(window.take) : unseen(skipped + window.take, 'integer');
  const within = orderWithin(byLastChange('first', { id: 'id', value: 'value' }, descending), window);
  const [before, after] = (descending === isReversed(window) ? ['<', '>'] : ['>', '<']).map((sign) => sql.raw(sign));
  const order = byLastChange('posted', { id: postings.id, value: 'last_changed_at' }, descending);
  const row = sql`(posted.last_changed_at, ${sql.ref(`posted.${postings.id}`)})`;
  const behind = windowCondition(order, window);
  const following = orderWithin(order, window);
  return sql`
    with first as materialized (
      select keys.*, listed.value, listed.id, listed.place_in_key
      from (${postings.keys(tell, status)}) keys cross join lateral (
        ${rowsUnder(postings, status, sql`, row_number() over (order by ${following}) as place_in_key`)}
        ${behind === null ? sql`` : sql`and ${behind}`} order by ${following} limit ${sql.lit(READ_FIRST)}) listed),
    last as (select ${distinctly(postings)} value, id from first order by ${within} offset ${wanted} - 1 limit 1)
    select ${distinctly(postings)} value, id from (
      select value, id from first
      union all
      select listed.value, listed.id
      from first keys cross join lateral (
        ${rowsUnder(postings, status)} and ${row} ${after} (keys.value, keys.id)
        order by ${following} limit ${wanted}) listed
      where keys.place_in_key = ${sql.lit(READ_FIRST)}
        and ((keys.value, keys.id) ${before} (select value, id from last)) is not false) lists`;
}

interface PostedRow {
  id: number;
  value: Date;
}

const rowsUnder = ({ table, id, under }: Postings, status: number, more = sql``) => sql`
  select posted.last_changed_at as value, ${sql.ref(`posted.${id}`)} as id ${more} from ${table} posted
  where ${under} and posted.status = ${sql.lit(status)}`;

const distinctly = ({ disjoint }: Postings) => (disjoint ? sql`` : sql`distinct`);

/** The order of the last change, of rows that have it and the project's number in columns. */
const byLastChange = (rows: string, columns: { id: string; value: string }, descending: boolean): Order => ({
  column: `${rows}.${columns.value}`,
  id: `${rows}.${columns.id}`,
  type: 'timestamptz',
  descending,
  nullable: false,
});

/** Where a word stands of a project (migration 0096). */
const PLACES = { name: 1, code: 2, organization: 3, owner: 4, proposer: 5 } as const;
type Place = keyof typeof PLACES;

const WORDS = {
  table: sql`published.project_words`,
  id: 'project_id',
  under: sql<boolean>`posted.word = keys.word and posted.place = keys.place`,
  disjoint: false,
};
/** The words of a field that carry a word: the tallies have each word that projects of a tab, or their owners, have there. */
const wordsCarrying = (field: WordField, word: string, tell: Telling, status: number) => sql`
  published.project_tallies
  where field = ${sql.lit(field)} and ${carriedBy(sql`term`, word, tell)} and status = ${sql.lit(status)}`;

const placesIn = (places: readonly Place[]) => sql.join(places.map((place) => sql.lit(PLACES[place])));
/** Each of the words (rows of `term`) in each of the places. */
const standingIn = (places: readonly Place[], words: RawBuilder<unknown>) => sql`
  select words.term as word, places.place
  from (${words}) words cross join unnest(array[${placesIn(places)}]::smallint[]) places (place)`;

/** What is looked for by words of its own, and where these stand. */
const PLACES_OF = {
  name: ['name'],
  ownerName: ['organization', 'owner'],
  proposerName: ['organization', 'proposer'],
} as const satisfies Partial<Record<WordField, readonly Place[]>>;

/**
 * Under the words of names, of the projects or of their organizations, that carry a word; null for what is not one word of
 * INNER_LETTERS or more.
 */
export function postingsOfName(field: keyof typeof PLACES_OF, text: string): Postings | null {
  const word = innerWord(text);
  if (word === null) return null;
  return {
    ...WORDS,
    keys: (tell, status) =>
      standingIn(PLACES_OF[field], sql`select distinct term from ${wordsCarrying(field, word, tell, status)}`),
  };
}

/** The word that a text is, if digits of codes cannot carry it: these are kept nowhere. */
function wordOfKey(text: string): string | null {
  const word = innerWord(text);
  return word === null || !isOfLetters(word) ? null : word;
}

/** Under the words of codes, numbers, names and owners that carry a word of letters alone; null for any other text. */
export function postingsOfSearch(text: string): Postings | null {
  const word = wordOfKey(text);
  if (word === null) return null;
  return {
    ...WORDS,
    keys: (tell, status) =>
      standingIn(
        ['name', 'code', 'organization', 'owner'],
        sql`select distinct term from ${wordsCarrying('search', word, tell, status)}`,
      ),
  };
}

/** Where the header's search looks: an owner is found by itself there. */
const PLACES_OF_KEY: readonly Place[] = ['name', 'code'];

/**
 * The same without owners, and no more than `most` of the words: itself, what begins with it, and then what most projects
 * have.
 */
export function postingsOfKey(text: string, most: number): Postings | null {
  const word = wordOfKey(text);
  if (word === null) return null;
  // The tallies have words of owners too: those that no project has itself shall take no place.
  const best = (tell: Telling, status: number) => sql`
    select term
    from (select term, term = ${tell(word)} as itself, term ^@ ${tell(word)} as begins, sum(projects) as projects
          from ${wordsCarrying('search', word, tell, status)}
          group by term having sum(projects) > 0 order by itself desc, begins desc, projects desc, term) ranked
    where (select true from published.project_words posted
           where posted.word = ranked.term and posted.place in (${placesIn(PLACES_OF_KEY)})
             and posted.status = ${sql.lit(status)} limit 1)
    order by itself desc, begins desc, projects desc, term limit ${sql.lit(most)}`;
  return { ...WORDS, keys: (tell, status) => standingIn(PLACES_OF_KEY, best(tell, status)) };
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
