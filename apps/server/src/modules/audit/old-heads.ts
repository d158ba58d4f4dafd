import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '@pimis/domain/dates/dates';

/** Days whose heads all stay. */
const WHOLE_DAYS = 30;
const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

/** The seal of a line that is a valid head; null for any other line. */
export type SealOf = (line: string) => bigint | null;

/**
 * Keeps only the last head of each day before the last thirty: a later head attests all rows that an earlier one does.
 * A day stays whole if one of its lines is not a valid head, or its seals do not grow, because then it is evidence.
 * `today` is YYYY-MM-DD. Errors: those of the file system.
 */
export async function shortenOldHeads(folder: string, today: string, sealOf: SealOf): Promise<void> {
  const first = addDays(today, -WHOLE_DAYS);
  for (const name of await readdir(folder)) {
    const day = DAY_FILE.exec(name)?.[1];
    if (day === undefined || day >= first) continue;
    const path = join(folder, name);
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
    const last = lines.at(-1);
    if (last === undefined || lines.length === 1 || !grows(lines.map(sealOf))) continue;
    // A `.part` file that a killed process has left is not read as the file of a day.
    await writeFile(`${path}.part`, `${last}\n`);
    await rename(`${path}.part`, path);
  }
}

const grows = (seals: readonly (bigint | null)[]): boolean =>
  seals.every((seal, index) => {
    const before = index === 0 ? -1n : seals[index - 1];
    return seal !== null && before !== null && before !== undefined && seal > before;
  });
