import { type RawBuilder, sql } from 'kysely';

/**
 * Statements that sum the same rows by several columns (`group by grouping sets`): a row belongs to the column whose
 * own `grouping` is 0, so that no bit mask has to be read.
 */

/** SQL: the name of the column that a row is grouped by; 'all' for the row of everything. */
export const groupedBy = (columns: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<string> => {
  const cases = Object.entries(columns).map(
    ([name, column]) => sql`when grouping(${column}) = 0 then ${sql.lit(name)}`,
  );
  return sql<string>`case ${sql.join(cases, sql` `)} else 'all' end`;
};

/** SQL: the sets of these columns, each by itself, and that of everything. */
export const groupingSets = (columns: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql`grouping sets (${sql.join([sql`()`, ...Object.values(columns).map((column) => sql`(${column})`)])})`;

/** SQL: the number of these columns by which a row is grouped. */
export const groupedDepth = (columns: readonly RawBuilder<unknown>[]): RawBuilder<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`(1 - grouping(${column}))`),
    sql` + `,
  )}`;
