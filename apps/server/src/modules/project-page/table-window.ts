import { sql } from 'kysely';
import type { ProjectRow } from '@pimis/contract/projects';
import { PAGE_SIZES } from '@pimis/domain/constants';
import { isReversed, type Order, type PageKey, readPageKey, type Window } from '../../platform/page-keys.ts';
import type { TableQuery } from '../../platform/paging.ts';
import { keptForFew, openly } from '../../platform/search.ts';
import type { Counted } from './table-counts.ts';

/** What all ways to a page of the project table share: which rows it holds, and how they stand in a statement's answer. */

/**
 * The window of the page that was asked for: by its number, or beside a row. Where it is known how many projects there
 * are (null where it is not), a deep page is read from the nearer end.
 */
export function windowOf(
  { perPage, page }: TableQuery,
  query: Record<string, string>,
  counted: Counted | null,
  order: Order,
): Window {
  for (const side of ['after', 'before'] as const) {
    const key = query[side];
    if (key) return { kind: 'beside', key: readPageKey(key, side, order), side, take: perPage };
  }
  if (query.end === 'true') return { kind: 'numbered', skip: 0, take: perPage, fromEnd: true };
  const skip = (page - 1) * perPage;
  const fromEnd = counted !== null && !counted.atLeast && skip > counted.total / 2 && skip < counted.total;
  if (!fromEnd) return { kind: 'numbered', skip, take: perPage, fromEnd };
  const take = Math.min(perPage, counted.total - skip);
  return { kind: 'numbered', skip: counted.total - skip - take, take, fromEnd };
}

export interface PageOfRows extends Counted {
  /** The rows of the page, in the order of the table. */
  found: PageKey[];
  /** What the table shows of them, where it was read with them. */
  rows?: ProjectRow[];
}

/** How a statement is marked and told: kept for a page of a size that screens offer, of a filter with few words. */
export const keptFor = ({ filters }: TableQuery, { take }: Window) =>
  PAGE_SIZES.includes(take) ? keptForFew(filters.map(({ value }) => value)) : ([sql``, openly] as const);

/** The last page holds what the pages before it leave. */
export function trimmed<Row>(
  found: Row[],
  total: number,
  { perPage }: TableQuery,
  query: Record<string, string>,
): Row[] {
  return query.end === 'true' ? found.slice(-(total % perPage || perPage)) : found;
}

/** The number of all rows with one page of them; a page that was not found is one row without a number. */
export type TotalWithPage = { total: number } & ({ id: number; value: string | null } | { id: null });

/** The rows of a page that stand in a statement's answer, in the order of the table. */
export function rowsIn<Row extends { id: number | null }>(rows: readonly Row[], window: Window) {
  const found = rows.filter((row): row is Extract<Row, { id: number }> => row.id !== null);
  return isReversed(window) ? found.reverse() : found;
}
