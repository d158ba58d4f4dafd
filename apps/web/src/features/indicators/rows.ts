/** A quarter of an indicator, by the paths of its columns. */
export type Row = Record<string, string | number | boolean | null>;

/** The values of a column by quarter; null for a quarter without a report or a value, which a chart leaves out. */
export const numbersOf = (rows: readonly Row[], path: string): (number | null)[] =>
  rows.map((row) => {
    const value = row[path];
    return value === null || value === undefined ? null : Number(value);
  });

/** The quarter that a row is of. */
export const quarterOfRow = ({ year, quarter }: Row) => ({ year: Number(year), quarter: Number(quarter) });
