import { type RawBuilder, sql } from 'kysely';
import { MAX_ID } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { ApiError } from './errors.ts';

/**
 * Pages by key: a page begins behind a row instead of after a number of rows, so that the thousandth costs as much as
 * the first; and the last pages are read from the other end.
 */

/** Which rows of a sorted list are wanted: skipped by number from one of its ends, or those beside a row. */
export type Window =
  | { kind: 'numbered'; skip: number; take: number; fromEnd: boolean }
  | { kind: 'beside'; key: PageKey; side: 'after' | 'before'; take: number };

/** Value of the sorted column, as the database writes it, and the number that parts equal ones. */
export interface PageKey {
  value: string | null;
  id: number;
}

export function writePageKey(key: PageKey): string {
  return Buffer.from(JSON.stringify([key.value, key.id])).toString('base64url');
}

const DAY_LENGTH = 10;
/** Values of each type as the database writes them. */
const WRITTEN: Readonly<Record<Order['type'], (value: string) => boolean>> = {
  text: (value) => !value.includes('\0'),
  citext: (value) => !value.includes('\0'),
  integer: (value) => /^-?\d{1,9}$/.test(value),
  numeric: (value) => /^-?\d{1,30}(\.\d{1,30})?$/.test(value),
  boolean: (value) => ['true', 'false'].includes(value),
  date: isDay,
  timestamptz: (value) =>
    isDay(value.slice(0, DAY_LENGTH)) &&
    /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/.test(value.slice(DAY_LENGTH)),
};

/** What writePageKey made of a row in this order; anything else is refused. */
export function readPageKey(text: string, name: string, { type, nullable }: Pick<Order, 'type' | 'nullable'>): PageKey {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === 2) {
      const [value, id] = parts as unknown[];
      const known = value === null ? nullable : typeof value === 'string' && WRITTEN[type](value);
      if (known && Number.isInteger(id) && Math.abs(id as number) <= MAX_ID) {
        return { value: value as string | null, id: id as number };
      }
    }
  } catch {
    // Not written by us; told below.
  }
  throw new ApiError('ValidationError', { errors: [{ field: name, code: 'InvalidField' }] });
}

export interface Order {
  column: string;
  /** Unique number of the row. */
  id: string;
  /** Name of the column's type, for a value that comes back in a key. */
  type: 'text' | 'citext' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz';
  descending: boolean;
  /** Rows without a value come last, whichever way. */
  nullable: boolean;
}

/** Are the rows of the window read against the order of the list? */
export function isReversed(window: Window): boolean {
  return window.kind === 'numbered' ? window.fromEnd : window.side === 'before';
}

/** What the rows of the window are ordered by, without `order by`. */
export function orderWithin(order: Order, window: Window): RawBuilder<unknown> {
  const reversed = isReversed(window);
  const direction = sql.raw(order.descending === reversed ? 'asc' : 'desc');
  const nulls = sql.raw(order.nullable ? (reversed ? ' nulls first' : ' nulls last') : '');
  return sql`${sql.raw(order.column)} ${direction}${nulls}, ${sql.raw(order.id)} ${direction}`;
}

/** `order by`, `limit` and `offset` of the window; how many is written out, as a kept plan is made for it. */
export function windowOrder(order: Order, window: Window): RawBuilder<unknown> {
  return sql`order by ${orderWithin(order, window)} limit ${sql.lit(window.take)}${offsetOf(window)}`;
}

const offsetOf = (window: Window) =>
  window.kind === 'numbered' && window.skip > 0 ? sql` offset ${window.skip}` : sql``;

/** The rows behind the key, or before it; null for a window that has none. */
export function windowCondition(order: Order, window: Window): RawBuilder<boolean> | null {
  if (window.kind === 'numbered') return null;
  const { key, side } = window;
  const sign = sql.raw(order.descending === (side === 'before') ? '>' : '<');
  const [column, id] = [sql.raw(order.column), sql.raw(order.id)];
  const value = sql`${key.value}::text::${sql.raw(order.type)}`;
  if (!order.nullable) return sql<boolean>`(${column}, ${id}) ${sign} (${value}, ${key.id}::integer)`;
  // Rows without a value stand behind all others.
  if (key.value === null) {
    const among = sql`(${column} is null and ${id} ${sign} ${key.id}::integer)`;
    return side === 'after' ? sql<boolean>`${among}` : sql<boolean>`(${among} or ${column} is not null)`;
  }
  const among = sql`(${column}, ${id}) ${sign} (${value}, ${key.id}::integer)`;
  return side === 'after' ? sql<boolean>`(${among} or ${column} is null)` : sql<boolean>`${among}`;
}

/**
 * The page of a list that is sorted by a computed yes or no: those with a yes and those without are two lists in the
 * order of their numbers, so that each is read along an index, and no further than the page. `from` is what follows the
 * `from` of the list, with its conditions. Each row has its value once more as `key`, of its own type.
 */
export function halvesOf(from: RawBuilder<unknown>, order: Order, window: Window): RawBuilder<PageKey> {
  const [column, id] = [sql.raw(order.column), sql.raw(order.id)];
  const direction = sql.raw(order.descending === isReversed(window) ? 'asc' : 'desc');
  const skip = window.kind === 'numbered' ? window.skip : 0;
  const halves = [true, false].map((half) => {
    const behind = window.kind === 'numbered' ? null : behindInHalf(order, window, half);
    return sql`(select ${id} as id, ${half}::boolean as value from ${from} and ${half ? column : sql`not ${column}`}
      ${behind === null ? sql`` : sql`and ${behind}`} order by ${id} ${direction} limit ${sql.lit(skip + window.take)})`;
  });
  return sql<PageKey>`select id, value::text as value, value as key from (${sql.join(halves, sql` union all `)}) halves
    order by halves.value ${direction}, id ${direction} limit ${sql.lit(window.take)}${offsetOf(window)}`;
}

/** Of the rows with a yes, or of those without: which lie beside the key. All, none, or those beside its number. */
function behindInHalf(order: Order, { key, side }: Extract<Window, { kind: 'beside' }>, half: boolean) {
  const greater = order.descending === (side === 'before');
  const keyHalf = key.value === 'true';
  if (half !== keyHalf) return half === greater ? sql<boolean>`true` : sql<boolean>`false`;
  return sql<boolean>`${sql.raw(order.id)} ${sql.raw(greater ? '>' : '<')} ${key.id}::integer`;
}
