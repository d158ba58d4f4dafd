import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from 'hucre/csv';

const FOLDER = join(import.meta.dirname, 'data');

export interface CsvFile {
  rows: Record<string, string | null>[];
  hash: string;
}

/** Reads one of the code tables that come with the product. Every cell stays text: codes keep their leading zeros. */
export function readCodeTable(name: string): CsvFile {
  const text = readFileSync(join(FOLDER, `${name}.csv`), 'utf8');
  const [header = [], ...lines] = parseCsv(text);
  const names = header.map(String);
  const rows = lines.map((cells) =>
    Object.fromEntries(
      names.map((column, index) => {
        const cell = cells[index];
        return [column, cell === undefined || cell === null || cell === '' ? null : String(cell)];
      }),
    ),
  );
  return { rows, hash: createHash('sha256').update(text).digest('hex') };
}
