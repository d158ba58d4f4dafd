import { type RawBuilder, sql } from 'kysely';
import { MAX_ID } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { ApiError } from '../errors.ts';

/** Keyset pagination: a page starts behind a key instead of an offset, so every page costs the same. */

/** The rows of a sorted list to read: by offset from one of its ends, or next to a key. */
export type PageRequest =
  | { kind: 'offset'; skip: number; take: number; fromEnd: boolean }
  | { kind: 'keyset'; key: PageKey; side: 'after' | 'before'; take: number };

/** Position of a row: the sorted value as PostgreSQL prints it, and the id as tie-breaker. */
export interface PageKey {
  value: string | null;
  id: number;
}

export function encodePageKey(key: PageKey): string {
  return Buffer.from(JSON.stringify([key.value, key.id])).toString('base64url');
}

const DAY_LENGTH = 10;
/** Does PostgreSQL print values of the type like this? */
const PRINTED: Readonly<Record<Order['type'], (value: string) => boolean>> = {
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

/** Reads what encodePageKey wrote for this order; anything else is refused with 422 on the parameter `name`. */
export function decodePageKey(
  text: string,
  name: string,
  { type, nullable }: Pick<Order, 'type' | 'nullable'>,
): PageKey {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === 2) {
      const [value, id] = parts as unknown[];
      const known = value === null ? nullable : typeof value === 'string' && PRINTED[type](value);
      if (known && Number.isInteger(id) && Math.abs(id as number) <= MAX_ID) {
        return { value: value as string | null, id: id as number };
      }
    }
  } catch {
    // Not ours: refused below.
  }
  throw new ApiError('ValidationError', { fieldErrors: [{ field: name, code: 'InvalidField' }] });
}

export interface Order {
  /** SQL of the sorted column; trusted text, never input. */
  column: string;
  /** SQL of the unique id that breaks ties. */
  id: string;
  /** PostgreSQL type of the column, for a value that comes back in a key. */
  type: 'text' | 'citext' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz';
  descending: boolean;
  /** Rows without a value come last in both directions. */
  nullable: boolean;
}

/** Is the page read against the order of the list, to be turned round after reading? */
export function isReversed(page: PageRequest): boolean {
  return page.kind === 'offset' ? page.fromEnd : page.side === 'before';
}

/** The expressions of `order by`, in the direction in which the page is read. */
export function orderOf(order: Order, page: PageRequest): RawBuilder<unknown> {
  const reversed = isReversed(page);
  const direction = sql.raw(order.descending === reversed ? 'asc' : 'desc');
  const nulls = sql.raw(order.nullable ? (reversed ? ' nulls first' : ' nulls last') : '');
  return sql`${sql.raw(order.column)} ${direction}${nulls}, ${sql.raw(order.id)} ${direction}`;
}

/** `limit` and `offset`; written out, not parameters, because a prepared plan depends on them. */
export function limitOf(page: PageRequest): RawBuilder<unknown> {
  const offset = page.kind === 'offset' && page.skip > 0 ? sql` offset ${sql.lit(page.skip)}` : sql``;
  return sql`limit ${sql.lit(page.take)}${offset}`;
}

/** The condition of the rows behind the key, or before it; true for a page by offset. */
export function keysetCondition(order: Order, page: PageRequest): RawBuilder<boolean> {
  if (page.kind === 'offset') return sql<boolean>`true`;
  const { key, side } = page;
  const sign = sql.raw(order.descending === (side === 'before') ? '>' : '<');
  const [column, id] = [sql.raw(order.column), sql.raw(order.id)];
  const value = sql`${key.value}::text::${sql.raw(order.type)}`;
  if (!order.nullable) return sql<boolean>`(${column}, ${id}) ${sign} (${value}, ${key.id}::integer)`;
  // Rows without a value come last.
  if (key.value === null) {
    const tied = sql`(${column} is null and ${id} ${sign} ${key.id}::integer)`;
    return side === 'after' ? sql<boolean>`${tied}` : sql<boolean>`(${tied} or ${column} is not null)`;
  }
  const beyond = sql`(${column}, ${id}) ${sign} (${value}, ${key.id}::integer)`;
  return side === 'after' ? sql<boolean>`(${beyond} or ${column} is null)` : sql<boolean>`${beyond}`;
}
