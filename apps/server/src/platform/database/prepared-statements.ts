import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/**
 * Named prepared statements: a connection plans a marked statement once and keeps the plan. Planning a large statement
 * that reads by key takes longer than running it. A statement whose best plan depends on its values (a list with
 * filters) is never marked: PostgreSQL plans it for them.
 */

const MARK = '/* prepared */';

/** Marks a statement as prepared: `.modifyFront(PREPARED)`, or anywhere in a text of `sql`. */
export const PREPARED = sql.raw(MARK);

/**
 * A parameter of a prepared statement whose value is hidden from the planner. With a visible value PostgreSQL compares
 * the plan for it with the generic plan; for an organization with few projects, or an array of one id, the specific
 * plan seems cheaper each time, so the statement is planned at every call (3 to 6 ms for a list). `plan_cache_mode`
 * does not help: it would also apply to lists with filters, whose plans depend on the values.
 */
export const hiddenFromPlanner = (
  value: unknown,
  type: 'date' | 'integer' | 'integer[]' | 'text' | 'text[]',
): RawBuilder<unknown> => sql`(select ${value}::${sql.raw(type)})`;

/** The condition that a column is one of these ids, in a prepared statement. */
export const inIds = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`= any(${hiddenFromPlanner([...ids], 'integer[]')}::integer[])`;

/** How many statements a connection prepares, with plans of up to 500 kB; further ones are planned each time. */
export const MAX_PREPARED = 200;

const nameOf = (text: string) => `pimis_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/** Makes a connection prepare marked statements. */
export function usePreparedStatements(client: pg.PoolClient): void {
  // Looked up at each call, because tests replace it on the prototype.
  const query = (...args: unknown[]): unknown =>
    Reflect.apply(Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown, client, args);
  const names = new Map<string, string>();
  const prepared = (text: unknown, values: unknown, ...more: unknown[]) => {
    if (typeof text !== 'string' || !text.includes(MARK)) return query(text, values, ...more);
    let name = names.get(text);
    if (name === undefined) {
      if (names.size >= MAX_PREPARED) return query(text, values, ...more);
      name = nameOf(text);
      names.set(text, name);
    }
    return query({ name, text, values }, ...more);
  };
  Object.assign(client, { query: prepared });
}
