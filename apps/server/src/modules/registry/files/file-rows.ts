import type { Encoding } from '@pimis/domain/text/encoding';

/**
 * A hidden cell, a formula without a value, or a number whose format shows another one: importing it would write a
 * value that nobody has seen.
 */
export type OddCell = 'HiddenCell' | 'FormulaWithoutValue' | 'ShownOtherwise';

/** A row of a file with its number as people count it: the header is row 1. */
export interface FileRow {
  row: number;
  cells: string[];
  /** Columns whose cell has an error value. */
  broken: number[];
  /** Columns whose cell differs from its visible content, with the reason. */
  odd?: Record<number, OddCell>;
}

/** The state of reading one file. */
export interface Reading {
  /** The wanted sheet; after reading, the sheet that was read. Null: the first, or a file without sheets. */
  sheet: string | null;
  sheets: readonly string[];
  /** The chosen encoding; after reading, the one used. Null: detect it; after reading, the file is a workbook. */
  encoding: Encoding | null;
  /** The detected encoding is doubtful. */
  doubtful: boolean;
  /** The share of the file that was read, from 0 to 1. */
  share: number;
}

export function newReading(sheet: string | null = null, encoding: Encoding | null = null): Reading {
  return { sheet, sheets: [], encoding, doubtful: false, share: 0 };
}
