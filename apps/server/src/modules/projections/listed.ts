import { type RawBuilder, sql } from 'kysely';

/** SQL: the list that `select <rows>` gathers as JSON; an empty one where it finds nothing. */
export const listed = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((select ${rows}), '[]')`;
