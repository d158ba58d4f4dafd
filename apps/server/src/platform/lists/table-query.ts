import { wholeNumber } from '@pimis/domain/text/number';
import { textOf } from '@pimis/domain/text/text-of';
import type { Script } from '@pimis/domain/text/transliterate';
import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';
import { MAX_PAGE_SIZE } from '@pimis/contract/envelope';
import { FILTER_MAX, LARGEST_PAGE } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { MOST_PARTS, partsOf } from '@pimis/domain/projects/filter-parts';
import { ApiError } from '../errors.ts';
import { nameInOrder, readScript } from './order-of-names.ts';
import { codeCondition, searchCondition, wordsCondition } from './search.ts';
import type { Tables } from '../database/tables.ts';

/** How a field of a list is filtered and sorted; `column` is trusted SQL of the query, never input. */
export interface TableField {
  column: string;
  /** A date is a calendar day; an instant is compared by its day in Belgrade. */
  kind: 'text' | 'code' | 'integer' | 'money' | 'date' | 'instant' | 'boolean';
  sortable?: boolean;
  /** A text that belongs to no alphabet: an e-mail address, a phone number, the name of a code. */
  plain?: boolean;
  /** Rows without a value come last in both directions. */
  nullable?: boolean;
  /** The column that pimis_search_key or pimis_words made, in which words are searched. */
  searchColumn?: string;
  /** The condition of a text that one column cannot answer. */
  condition?: (text: string) => RawBuilder<boolean>;
  /** A value may have several parts, all of which must match (packages/domain/src/projects/filter-parts.ts). */
  hasParts?: boolean;
}

type Bound = 'equals' | 'from' | 'to';

export type TableFields = Record<string, TableField>;

export interface TableQuery {
  perPage: number;
  page: number;
  sortBy: string | undefined;
  descending: boolean;
  /** The script of the reader, by which names are ordered. */
  script: Script | undefined;
  filters: { field: string; bound: Bound; value: string }[];
}

const DEFAULT_PAGE_SIZE = 10;
const FILTER_KEY = /^filter\[([A-Za-z0-9]+)(?:-(from|to))?\]$/;
const MAX_IN_VALUES = 100;
const DAY_LENGTH = 10;
const TIME = /^( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/;
const ZONE = 'Europe/Belgrade';

function wrong(field: string, code = 'InvalidField'): ApiError {
  return new ApiError('ValidationError', { fieldErrors: [{ field, code }] });
}

function pageNumber(text: unknown, name: string, fallback: number, max: number): number {
  if (text === undefined || text === '') return fallback;
  const value = wholeNumber(textOf(text));
  if (value === null || value < 1 || value > max) throw wrong(name);
  return value;
}

/**
 * Reads perPage, page, sort_by, sort_desc, script and filter[…] of a list call. An unknown parameter, sort or filter
 * field is refused with 422; `extra` names the further parameters that the list knows.
 */
export function readTableQuery(query: Record<string, unknown>, fields: TableFields, extra: string[] = []): TableQuery {
  const filters: TableQuery['filters'] = [];
  for (const [key, raw] of Object.entries(query)) {
    if (['perPage', 'page', 'sort_by', 'sort_desc', 'script'].includes(key) || extra.includes(key)) continue;
    const match = FILTER_KEY.exec(key);
    const field = match?.[1];
    if (!field || !Object.hasOwn(fields, field)) throw wrong(key, 'UnknownField');
    if (typeof raw !== 'string' || raw.length > FILTER_MAX || raw.includes('\0')) throw wrong(key);
    if (raw.trim() !== '') {
      filters.push({ field, bound: (match[2] as Bound | undefined) ?? 'equals', value: raw.trim() });
    }
  }
  const sortBy = typeof query.sort_by === 'string' && query.sort_by !== '' ? query.sort_by : undefined;
  if (sortBy !== undefined && !(Object.hasOwn(fields, sortBy) && fields[sortBy]?.sortable)) throw wrong('sort_by');
  const direction = query.sort_desc;
  if (direction !== undefined && !['true', 'false', 'asc', 'desc', '1', '0', ''].includes(textOf(direction))) {
    throw wrong('sort_desc');
  }
  return {
    perPage: pageNumber(query.perPage, 'perPage', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
    page: pageNumber(query.page, 'page', 1, LARGEST_PAGE),
    sortBy,
    descending: ['true', 'desc', '1'].includes(textOf(direction)),
    script: readScript(query.script),
    filters,
  };
}

function scalar(field: TableField, name: string, text: string): string | number | boolean {
  switch (field.kind) {
    case 'integer': {
      const value = wholeNumber(text);
      if (value === null || Math.abs(value) > 2_147_483_647) throw wrong(name);
      return value;
    }
    case 'money':
      if (!/^-?\d{1,15}(\.\d{1,4})?$/.test(text)) throw wrong(name);
      return text;
    case 'boolean':
      if (!['true', 'false'].includes(text)) throw wrong(name);
      return text === 'true';
    case 'date':
    case 'instant':
      if (!isDay(text.slice(0, DAY_LENGTH)) || !TIME.test(text.slice(DAY_LENGTH))) throw wrong(name);
      return text;
    default:
      return text;
  }
}

/** The instant at which a day or a time of day begins in Belgrade. */
function instantOf(text: string, daysLater = 0): RawBuilder<Date> {
  return sql<Date>`((${text}::timestamp + make_interval(days => ${daysLater})) at time zone ${ZONE})`;
}

/** From a day, until a day, or on a day; a day without a time means the whole day. */
function dayCondition(field: TableField, bound: Bound, text: string): RawBuilder<boolean> {
  const column = sql.raw(field.column);
  const day = text.slice(0, DAY_LENGTH);
  const from = (at: string) => (field.kind === 'instant' ? instantOf(at) : sql`${day}::date`);
  const after = field.kind === 'instant' ? instantOf(day, 1) : sql`${day}::date + 1`;
  if (bound === 'equals') return sql<boolean>`(${column} >= ${from(day)} and ${column} < ${after})`;
  if (bound === 'from') return sql<boolean>`${column} >= ${from(text)}`;
  if (text === day || field.kind === 'date') return sql<boolean>`${column} < ${after}`;
  return sql<boolean>`${column} <= ${from(text)}`;
}

/** The filter once for each part of its value. */
function filtersOfParts(field: TableField, filter: TableQuery['filters'][number]): TableQuery['filters'] {
  if (!field.hasParts) return [filter];
  const parts = partsOf(filter.value).map((part) => part.trim());
  if (parts.length > MOST_PARTS) throw wrong(`filter[${filter.field}]`);
  return parts.map((value) => ({ ...filter, value }));
}

type AnyQuery<O> = SelectQueryBuilder<Tables, never, O>;

function filterCondition(field: TableField, { field: name, bound, value }: TableQuery['filters'][number]) {
  const column = sql.raw(field.column);
  if (field.kind === 'date' || field.kind === 'instant') {
    scalar(field, bound === 'equals' ? name : `${name}-${bound}`, value);
    return dayCondition(field, bound, value);
  }
  if (bound !== 'equals') {
    if (field.kind === 'text' || field.kind === 'code' || field.kind === 'boolean')
      throw wrong(`filter[${name}-${bound}]`);
    const limit = scalar(field, `${name}-${bound}`, value);
    return bound === 'from' ? sql<boolean>`${column} >= ${limit}` : sql<boolean>`${column} <= ${limit}`;
  }
  if (field.condition) {
    scalar(field, name, value);
    return field.condition(value);
  }
  if (field.kind === 'text') {
    const key = field.searchColumn;
    return key ? searchCondition(sql.raw(key), value) : wordsCondition(column, value);
  }
  if (field.kind === 'code') return codeCondition(column, value);
  const parts = value.split(',');
  if (parts.length > MAX_IN_VALUES) throw wrong(`filter[${name}]`);
  const values = parts.map((part) => scalar(field, name, part.trim()));
  return sql<boolean>`${column} in (${sql.join(values)})`;
}

/** The conditions of a list's filters: texts by their words, codes by their start, in both scripts and any case. */
export function filterConditions(list: TableQuery, fields: TableFields): RawBuilder<boolean>[] {
  return list.filters.flatMap((filter) => {
    const field = fields[filter.field];
    return field ? filtersOfParts(field, filter).map((part) => filterCondition(field, part)) : [];
  });
}

/** Adds the filters of a list to its query. */
export function applyFilters<Q extends { where: (...args: never[]) => unknown }>(
  query: Q,
  list: TableQuery,
  fields: TableFields,
): Q {
  let built = query as unknown as AnyQuery<unknown>;
  for (const condition of filterConditions(list, fields)) built = built.where(condition);
  return built as unknown as Q;
}

/** SQL of the column by which a field is sorted; words by the alphabet of the reader. */
export const sortColumn = ({ column, kind, plain }: TableField, script: Script | undefined): string =>
  kind === 'text' && plain !== true ? nameInOrder(column, script) : column;

/** Adds the order, with a tie-breaker so that pages never overlap, and the limits of the page. */
export function applyPage<Q extends { limit: (...args: never[]) => unknown }>(
  query: Q,
  list: TableQuery,
  fields: TableFields,
  fallback: { sortBy: string; descending: boolean; tieBreaker: string },
): Q {
  const field = fields[list.sortBy ?? fallback.sortBy];
  const descending = list.sortBy === undefined ? fallback.descending : list.descending;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const last = sql.raw(field?.nullable ? ' nulls last' : '');
  const column = sql.raw(
    field ? sortColumn(field, list.script) : fallback.tieBreaker,
  ) as unknown as ReferenceExpression<Tables, never>;
  const built = (query as unknown as AnyQuery<unknown>)
    .orderBy(sql`${column} ${direction}${last}`)
    .orderBy(sql`${sql.raw(fallback.tieBreaker)} ${direction}`)
    .limit(list.perPage)
    .offset((list.page - 1) * list.perPage);
  return built as unknown as Q;
}
