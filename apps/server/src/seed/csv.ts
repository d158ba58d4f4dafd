import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

const FOLDER = join(import.meta.dirname, 'data');

export interface CsvFile {
  rows: Record<string, string | null>[];
  hash: string;
}

/** Reads one of the code tables that come with the product. Every cell stays text: codes keep their leading zeros. */
export function readCodeTable(name: string): CsvFile {
  const text = readFileSync(join(FOLDER, `${name}.csv`), 'utf8');
  const rows = parse<Record<string, string | null>>(text, {
    columns: true,
    cast: (cell, { header }) => (header || cell !== '' ? cell : null),
  });
  return { rows, hash: createHash('sha256').update(text).digest('hex') };
}
