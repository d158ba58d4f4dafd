import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { askingDriver } from './asked-driver.ts';

/**
 * Statements whose plan a connection keeps. A large statement that reads by key takes longer to be planned than to be
 * carried out, and its plan is the same whatever the key. One whose plan depends on its values (most lists with filters)
 * is never marked: it is planned anew for them.
 */

const MARK = '/* kept */';
const MARK_OF_MANY = '/* kept of many */';

/** Stands in a statement whose plan is to be kept: `.modifyFront(KEPT)`, or anywhere in a text of `sql`. */
export const KEPT = sql.raw(MARK);

/** The same for a statement that has many texts, as lists with their filters: it takes no room from all others, nor they from it. */
export const KEPT_OF_MANY = sql.raw(MARK_OF_MANY);

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
  sql`= any(${unseen(ids, 'integer[]')}::integer[])`;

/** So many plans a connection keeps of each kind, the largest of 300 to 500 kB; what comes after them is planned each time. */
export const MOST_KEPT = 140;
export const MOST_OF_MANY = 80;

/** The kinds of statements whose plans are kept, each by its mark. */
const KINDS = [
  { mark: MARK, most: MOST_KEPT },
  { mark: MARK_OF_MANY, most: MOST_OF_MANY },
];

/** The name that the statement has on every connection. */
const nameOf = (text: string) => `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/** Makes a connection keep the plans of marked statements. */
export function keepPlans(client: pg.PoolClient): void {
  const query = askingDriver(client);
  // By text: what is not kept leaves nothing behind.
  const kinds = KINDS.map((kind) => ({ ...kind, names: new Map<string, string>() }));
  const keeping = (text: unknown, values: unknown, ...more: unknown[]) => {
    const kind = typeof text === 'string' && kinds.find(({ mark }) => text.includes(mark));
    if (!kind) return query(text, values, ...more);
    const { names, most } = kind;
    let name = names.get(text);
    if (name === undefined) {
      if (names.size >= most) return query(text, values, ...more);
      name = nameOf(text);
      names.set(text, name);
    }
    return query({ name, text, values }, undefined, ...more);
  };
  Object.assign(client, { query: keeping });
}
