import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { headSizes } from '../backup/heads.ts';
import { FileExists, type FileStore } from '../platform/storage/file-store.ts';
import { OtherSender } from './alone.ts';
import { measured, putSealed, readSealed, type Sealing } from './sealed-object.ts';
import { headKey, headName } from './segments.ts';

/** Only files of the newest days grow; the base has all others. */
const GROWING = 2;
const DAY_FILE = /^([0-9-]+)\.jsonl$/;

/**
 * Sends the bytes by which files of audit heads have grown. Returns the sizes that are then stored. Errors: those of
 * the folder and of the place.
 */
export async function sendHeads(
  place: FileStore,
  dataDir: string,
  sent: Readonly<Record<string, number>>,
  { system, at }: { system: string; at: string },
  { sealing, signers }: { sealing: Sealing; signers: readonly string[] },
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
    const key = headKey(system, day, from);
    const stored = await readSealed(place, key);
    if (stored !== null) {
      // A process that was killed before it recorded the size has already sent the beginning.
      const begun = await measured(createReadStream(path, { start: from, end: from + stored.description.size - 1 }));
      if (!signers.includes(stored.signer) || begun.sha256 !== stored.description.sha256) {
        throw new OtherSender(`it has other heads of the audit log of ${day}`);
      }
      if (begun.size === size - from) continue;
    }
    try {
      await putSealed(place, key, { system, name: headName(day, from), at, open }, sealing, { isNew: stored === null });
    } catch (error) {
      if (!(error instanceof FileExists)) throw error;
      // Another machine was faster, or the answer of the place was lost: the next round compares.
      throw new Error(`The place has got heads of the audit log of ${day} meanwhile.`, { cause: error });
    }
  }
  return sizes;
}
