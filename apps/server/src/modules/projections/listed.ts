import { type RawBuilder, sql } from 'kysely';

/** SQL: the rows of `select <rows>` as a JSON list; empty if there are none. */
export const listed = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((select ${rows}), '[]')`;

/**
 * SQL: whether a text is one of these. The texts are written into the SQL: with parameters the statement would be
 * planned at each call.
 */
export const oneOf = (texts: readonly string[]): RawBuilder<unknown> =>
  sql`in (${sql.join(texts.map((text) => sql.lit(text)))})`;
