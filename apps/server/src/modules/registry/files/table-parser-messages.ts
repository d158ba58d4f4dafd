import type { FileRow, Reading } from './file-rows.ts';

/** What a table is refused for before any of its rows is told. */
export const REFUSALS = ['InvalidImportFormat', 'UnknownSheet', 'ReachedImportRowsLimit'] as const;

/** What the process that reads a table tells of it: rows, how far it is, and whether it is at its end. */
export interface Told extends Pick<Reading, 'sheet' | 'sheets' | 'share'> {
  rows: FileRow[];
  ended?: true;
  refused?: (typeof REFUSALS)[number];
}
