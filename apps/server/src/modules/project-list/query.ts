import { type RawBuilder, sql } from 'kysely';
import { COUNTED_ROWS } from '@pimis/contract/envelope';
import type { ProjectRow } from '@pimis/contract/project-rows';
import type { Database } from '../../platform/database/database.ts';
import {
  isReversed,
  keysetCondition,
  limitOf,
  type Order,
  orderOf,
  type PageKey,
  type PageRequest,
} from '../../platform/lists/keyset-pagination.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import { type RawRow, selectRowsOfPage, toRow } from './row.ts';

/**
 * A page of the project list and the number of projects in it. There are two ways to a filtered page:
 *
 * 1. Filter, then sort: an index finds the matching rows, at most COUNTED_ROWS; these are counted and sorted in the
 *    same statement. Most filters end here.
 * 2. If more match, the count stops („више од 10.000“), and the list is scanned along the index of its order: among so
 *    many the next match is near. But all matches may be far from the start (names of one sector, for example), so the
 *    scan ends after `scanned` projects, and the first way follows without its bound. The scan is not bounded if the
 *    index includes all columns that the filters read: a project then costs a tenth.
 *
 * The planner cannot choose between the two: it estimates the number of names with a word from a sample, and a wrong
 * guess costs a second where the other way takes milliseconds (docs/decisions/0036-long-lists.md has the figures).
 *
 * An unfiltered list is read along the index of its order; its number is kept (project_state_counts) or is one index
 * range.
 */

export interface ListLimits {
  /** Up to this many projects are counted and sorted for a filtered page. */
  counted: number;
  /** If the number is stored, up to this many projects are sorted; a list with more is scanned. */
  sorted: number;
  /** The number of projects scanned for one page before all matches are sorted. */
  scanned: number;
}
export const LIMITS: ListLimits = { counted: COUNTED_ROWS, sorted: 1_000, scanned: 20_000 };
/** From this offset an unfiltered page is read from the nearer end of the list. */
const DEEP_ROWS = 1_000;

/** A requested list. */
export interface ProjectList {
  /** The source of the list, as `projects`: all projects, or those that one organization sees. */
  source: RawBuilder<unknown>;
  /** Joins that the order needs. */
  joins: RawBuilder<unknown>;
  /** The tab and the scope of the user. */
  scope: RawBuilder<boolean>;
  /** The filters; empty: the whole tab. */
  filters: readonly RawBuilder<boolean>[];
  /** Filters that bound the sorted column: the index of the order answers them. */
  bounds: readonly RawBuilder<boolean>[];
  order: Order;
  /** The index of the order includes all columns that the filters read. */
  isInIndex: boolean;
  /** Filtered projects are counted along that index too. */
  isCountedInIndex: boolean;
  /** The state counts contain the number of projects for this scope and these filters. */
  isCountedByState: boolean;
  /** The projects of one organization: few enough to count and sort. */
  isOfOrganization: boolean;
}

/** The page: by number, next to a key, or the last. `exact`: the count has no bound. */
export interface PageWanted {
  perPage: number;
  page: number;
  beside: { key: PageKey; side: 'after' | 'before' } | null;
  last: boolean;
  exact: boolean;
}

export interface ProjectPage {
  rows: ProjectRow[];
  keys: { first: PageKey; last: PageKey } | null;
  total: number;
  /** There are more than `total`, which is COUNTED_ROWS. */
  isCapped: boolean;
}

type Found = RawRow & PageKey;

const all = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;
const conditionsOf = ({ scope, filters }: ProjectList) => all([scope, ...filters]);

/** The number of projects without a bound: one row with `total`. */
const countOf = (list: ProjectList): RawBuilder<{ total: number }> =>
  list.isCountedByState && !list.isOfOrganization
    ? sql`select coalesce(sum(projects), 0)::integer as total
          from published.project_state_counts as projects where ${conditionsOf(list)}`
    : sql`select count(*)::integer as total from ${list.source} where ${conditionsOf(list)}`;

/** Finds the page; `day` (YYYY-MM-DD) determines which reports are late. Tests pass smaller `limits`. */
export async function findPage(
  db: Database,
  list: ProjectList,
  wanted: PageWanted,
  day: string,
  limits = LIMITS,
): Promise<ProjectPage> {
  const most = limits.scanned;
  const isDeep = wanted.page * wanted.perPage > DEEP_ROWS;
  const isKnown = list.isCountedByState && !list.isOfOrganization;
  if (list.filters.length === 0 && !isDeep) {
    const page = pageOf(wanted, null);
    const { total, found } = await read(db, day, PREPARED, countOf(list), inOrder(list, page));
    return answer(found, page, wanted, total, false);
  }
  const known = list.filters.length === 0 || isKnown ? await count(db, list) : null;
  if (known !== null && (list.filters.length === 0 || known > limits.sorted)) {
    const page = pageOf(wanted, known);
    return answer(await scan(db, day, list, page, { total: known, most }), page, wanted, known, false);
  }
  const page = pageOf(wanted, null);
  const bound = wanted.exact || list.isOfOrganization ? null : limits.counted;
  const { total, found } = await filterThenSort(db, day, list, page, bound);
  if (bound === null || total <= bound) return answer(found, page, wanted, total, false);
  return answer(await scan(db, day, list, page, { total: null, most }), page, wanted, limits.counted, true);
}

async function count(db: Database, list: ProjectList): Promise<number> {
  const { rows } = await countOf(list).execute(db);
  return rows[0]?.total ?? 0;
}

/** The page as read: a deep page from the nearer end, if the total is known. */
function pageOf({ perPage, page, beside, last }: PageWanted, total: number | null): PageRequest {
  if (beside) return { kind: 'keyset', ...beside, take: perPage };
  if (last) return { kind: 'offset', skip: 0, take: perPage, fromEnd: true };
  const skip = (page - 1) * perPage;
  if (total === null || skip <= total / 2) return { kind: 'offset', skip, take: perPage, fromEnd: false };
  const take = Math.max(0, Math.min(perPage, total - skip));
  return { kind: 'offset', skip: Math.max(0, total - skip - take), take, fromEnd: true };
}

/** The rows of a page in the order of the list; the last page has the rest. */
function answer(found: Found[], page: PageRequest, wanted: PageWanted, total: number, isCapped: boolean): ProjectPage {
  const inOrderOfList = isReversed(page) ? found.toReversed() : found;
  const left = wanted.last && !isCapped ? total % wanted.perPage || wanted.perPage : wanted.perPage;
  const rows = wanted.last ? inOrderOfList.slice(-left) : inOrderOfList;
  const [first, last] = [rows[0], rows.at(-1)];
  return { rows: rows.map(toRow), keys: first && last ? { first, last } : null, total, isCapped };
}

/** Ids of a page along the index of the order, with the place of each in the direction of reading. */
function inOrder(list: ProjectList, page: PageRequest) {
  const { source, joins, order } = list;
  return placed(sql`${source} ${joins}`, all([conditionsOf(list), keysetCondition(order, page)]), order, page);
}

function placed(from: RawBuilder<unknown>, where: RawBuilder<boolean>, order: Order, page: PageRequest) {
  const by = orderOf(order, page);
  return sql<PageKey & { place: number }>`
    select ${sql.raw(order.id)} as id, (${sql.raw(order.column)})::text as value, row_number() over (order by ${by}) as place
    from ${from} where ${where} order by ${by} ${limitOf(page)}`;
}

/**
 * Reads the total and the rows of the page in one statement, which begins with `before`: a mark or common table
 * expressions.
 */
async function read(
  db: Database,
  day: string,
  before: RawBuilder<unknown>,
  total: RawBuilder<{ total: number }>,
  ids: RawBuilder<PageKey & { place: number }>,
): Promise<{ total: number; found: Found[] }> {
  const { rows } = await sql<{ total: number } & (Found | { id: null })>`
    ${before} select counted.total, page.*
    from (${total}) counted left join (${selectRowsOfPage(db, day, ids)}) page on true order by page.place`.execute(db);
  return { total: rows[0]?.total ?? 0, found: rows.filter((row) => row.id !== null) };
}

/** The first way; reads no rows of the page if more than `bound` match (null: no bound). */
function filterThenSort(db: Database, day: string, list: ProjectList, page: PageRequest, bound: number | null) {
  const { source, joins, order } = list;
  const sorted: Order = { ...order, column: 'matching.value', id: 'matching.id' };
  // The order makes the planner choose the index that has all columns.
  const covered = list.isCountedInIndex ? sql`order by ${orderOf(order, page)}` : sql``;
  const most = bound === null ? sql`` : sql`${covered} limit ${sql.lit(bound + 1)}`;
  const matching = sql`with matching as materialized (
    select projects.id, ${sql.raw(order.column)} as value
    from ${source} ${joins} where ${conditionsOf(list)} ${most})`;
  const isBounded = bound === null ? sql<boolean>`true` : sql<boolean>`(select count(*) from matching) <= ${bound}`;
  const ids = placed(sql`matching`, all([isBounded, keysetCondition(sorted, page)]), sorted, page);
  return read(db, day, matching, sql`select count(*)::integer as total from matching`, ids);
}

/** The second way, scanning at most `most` projects. `total`: the number of matches, if known. */
async function scan(
  db: Database,
  day: string,
  list: ProjectList,
  page: PageRequest,
  { total, most }: { total: number | null; most: number },
) {
  const { source, joins, scope, filters, bounds, order } = list;
  const none = sql<{ total: number }>`select 0 as total`;
  if (filters.length === 0 || list.isInIndex) return (await read(db, day, sql``, none, inOrder(list, page))).found;
  const scanned = sql`(
    select projects.*, ${sql.raw(order.column)} as sort_value
    from ${source} ${joins} where ${all([scope, ...bounds, keysetCondition(order, page)])}
    order by ${orderOf(order, page)} limit ${sql.lit(most)}) projects`;
  const ids = placed(scanned, all(filters), { ...order, column: 'projects.sort_value' }, page);
  const { found } = await read(db, day, sql``, none, ids);
  const skipped = page.kind === 'offset' ? page.skip : 0;
  const isWhole = found.length === page.take || (total !== null && skipped + found.length >= total);
  return isWhole ? found : (await filterThenSort(db, day, list, page, null)).found;
}
