import { type RawBuilder, sql } from 'kysely';

/** SQL: the day of an instant in Belgrade. */
export const dayInBelgrade = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${instant} at time zone 'Europe/Belgrade')::date`;
