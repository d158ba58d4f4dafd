import { type RawBuilder, sql } from 'kysely';

/** SQL: the day of an instant in Belgrade. */
export const dayInBelgrade = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${instant} at time zone 'Europe/Belgrade')::date`;

/** SQL: an instant as a text that sorts in time, to the microsecond; a Date has only milliseconds. */
export const instantText = (instant: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL: an instant and its day in Belgrade, as JSON. */
export const momentJson = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_build_object('at', ${instantText(instant)}, 'day', ${dayInBelgrade(instant)})`;
