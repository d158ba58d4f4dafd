import type { FileRow, Reading } from './file-rows.ts';

/** Refusals of a table before its first row. */
export const REFUSALS = ['InvalidImportFormat', 'MixedEncoding', 'UnknownSheet', 'ReachedImportRowsLimit'] as const;

/** Messages of the parser process: rows, progress, and the end. */
export interface ParserMessage extends Reading {
  rows: FileRow[];
  ended?: true;
  refused?: (typeof REFUSALS)[number];
}
