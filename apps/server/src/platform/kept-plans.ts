import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/**
 * Statements whose plan a connection keeps. A large statement that reads by key takes longer to be planned than to be
 * carried out, and its plan is the same whatever the key. One whose plan depends on its values (most lists with filters)
 * is never marked: it is planned anew for them.
 */

const MARK = '/* kept */';

/** Stands in a statement whose plan is to be kept: `.modifyFront(KEPT)`, or anywhere in a text of `sql`. */
export const KEPT = sql.raw(MARK);

/**
 * A value of a kept statement that the planner is not shown. Of an array PostgreSQL counts as many values as are in it, or
 * ten where it does not know it, and of somebody's rows as many as they have, or what people have on average: the plan
 * that is kept seems dearer than one for the values, and it plans anew each time for ever. So it knows neither.
 */
export const unseen = (
  value: unknown,
  type: 'date' | 'integer' | 'integer[]' | 'text' | 'text[]',
): RawBuilder<unknown> => sql`(select ${value}::${sql.raw(type)})`;

/** The condition that a column is one of these, in a kept statement. */
export const isAmong = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`= any(${unseen([...ids], 'integer[]')}::integer[])`;

/** So many plans a connection keeps, the largest of 300 to 500 kB; what comes after them is planned each time. */
export const MOST_KEPT = 200;

type Query = (...parts: unknown[]) => unknown;

const names = new Map<string, string>();

/** The name that the statement has on every connection; the texts of marked statements are few. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Makes a connection keep the plans of marked statements. */
export function keepPlans(client: pg.PoolClient): void {
  // The driver's own, looked up at each call: tests listen to it.
  const driver = Object.getPrototypeOf(client) as object;
  const query = (...parts: unknown[]): unknown => Reflect.apply(Reflect.get(driver, 'query') as Query, client, parts);
  const kept = new Set<string>();
  const keeping = (text: unknown, values: unknown, ...more: unknown[]) => {
    const name = typeof text === 'string' && text.includes(MARK) ? nameOf(text) : undefined;
    if (name === undefined || (!kept.has(name) && kept.size >= MOST_KEPT)) return query(text, values, ...more);
    kept.add(name);
    return query({ name, text, values }, undefined, ...more);
  };
  Object.assign(client, { query: keeping });
}
