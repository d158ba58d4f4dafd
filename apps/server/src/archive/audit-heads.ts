import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { headSizes } from '../backup/heads.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { putSealed, type Sealing } from './sealed-object.ts';
import { headKey, headName } from './segments.ts';

/** Files of the newest days alone grow; all others are in the base. */
const GROWING = 2;
const DAY_FILE = /^([0-9-]+)\.jsonl$/;

/**
 * Sends what files of audit heads have grown by. Returns the sizes that the place has then. Errors: those of the folder
 * and of the place.
 */
export async function sendHeads(
  place: FileStore,
  dataDir: string,
  sent: Readonly<Record<string, number>>,
  { system, at }: { system: string; at: string },
  sealing: Sealing,
): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const { name, size } of (await headSizes(dataDir)).slice(-GROWING)) {
    sizes[name] = size;
    const from = sent[name] ?? 0;
    // Heads of a past day may have been shortened.
    if (size <= from) continue;
    const path = join(dataDir, 'audit-heads', name);
    const day = DAY_FILE.exec(name)?.[1] ?? name;
    const open = () => createReadStream(path, { start: from, end: size - 1 });
    await putSealed(place, headKey(system, day, from), { system, name: headName(day, from), at, open }, sealing);
  }
  return sizes;
}
