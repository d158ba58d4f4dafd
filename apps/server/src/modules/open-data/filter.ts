import type { PublicSort } from '@pimis/contract/open-data';
import { REALIZED } from '@pimis/domain/public/status';
import { type RawBuilder, sql } from 'kysely';
import { searchCondition } from '../../platform/lists/search.ts';

/** The conditions of a list of public projects. */
export interface PublicFilter {
  /** Own sectors, 1 to 6. */
  sectors?: readonly number[] | undefined;
  status?: string | undefined;
  /** Code of a district. */
  district?: string | undefined;
  /** Number of a public body. */
  body?: string | undefined;
  /** Changed at or after. */
  updatedSince?: Date | undefined;
  /** Words of title, code and number, in both scripts. */
  text?: string | undefined;
  /** RSD; both bounds are included. */
  valueFrom?: number | undefined;
  valueTo?: number | undefined;
  /** Today (YYYY-MM-DD), to leave only projects in implementation whose planned end has passed. */
  lateAt?: string | undefined;
}

/** isPubliclyLate of the domain as SQL, on a day (YYYY-MM-DD). */
export const lateCondition = (today: string) =>
  sql<boolean>`(status = ${sql.lit(REALIZED)} and planned_end < ${today}::date)`;

/** SQL: the condition of a filter on rows of published.public_projects. */
export function conditionOf(filter: PublicFilter): RawBuilder<boolean> {
  const { sectors, status, district, body, updatedSince, text, valueFrom, valueTo, lateAt } = filter;
  const parts = [sql<boolean>`true`];
  if (sectors) parts.push(sql<boolean>`sector = any(${[...sectors]}::smallint[])`);
  if (status !== undefined) parts.push(sql<boolean>`status = ${status}`);
  if (district !== undefined) parts.push(sql<boolean>`districts @> array[${district}::text]`);
  if (body !== undefined) parts.push(sql<boolean>`organization_id = ${body}`);
  if (updatedSince) parts.push(sql<boolean>`changed_at >= ${updatedSince}`);
  if (text !== undefined) parts.push(searchCondition(sql`search_key`, text));
  if (valueFrom !== undefined) parts.push(sql<boolean>`value >= ${valueFrom}::numeric`);
  if (valueTo !== undefined) parts.push(sql<boolean>`value <= ${valueTo}::numeric`);
  if (lateAt !== undefined) parts.push(lateCondition(lateAt));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const ORDERS: Readonly<Record<PublicSort, RawBuilder<unknown>>> = {
  number: sql`project_id`,
  changed: sql`changed_at desc, project_id`,
  value: sql`value desc nulls last, project_id`,
  title: sql`title, project_id`,
  end: sql`planned_end, project_id`,
};

/** SQL: the order of a list; each has its index. */
export const orderOf = (sort: PublicSort): RawBuilder<unknown> => ORDERS[sort];
