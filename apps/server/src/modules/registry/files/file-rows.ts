/** A row of a file with its number as people count it: the header is row 1. */
export interface FileRow {
  row: number;
  cells: string[];
  /** Places of cells that hold no value but an error. */
  broken: number[];
}

/** The reading of one file: which sheet is wanted, and what shows while it is read. */
export interface Reading {
  /** Name of the sheet that is wanted; afterwards the one that is read. Null: the first, or a file without sheets. */
  sheet: string | null;
  sheets: readonly string[];
  /** How much of the file has been read, from 0 to 1. */
  share: number;
}

export function newReading(sheet: string | null = null): Reading {
  return { sheet, sheets: [], share: 0 };
}
