/** A row of a file with its number as people count it: the header is row 1. */
export interface FileRow {
  row: number;
  cells: string[];
  /** Columns whose cell has an error value. */
  broken: number[];
}

/** The state of reading one file. */
export interface Reading {
  /** The wanted sheet; after reading, the sheet that was read. Null: the first, or a file without sheets. */
  sheet: string | null;
  sheets: readonly string[];
  /** The share of the file that was read, from 0 to 1. */
  share: number;
}

export function newReading(sheet: string | null = null): Reading {
  return { sheet, sheets: [], share: 0 };
}
