import type { FileStore } from '../platform/storage/file-store.ts';
import { Refused } from '../platform/process/refused.ts';
import { readManifest } from './manifest.ts';
import { readManifestText } from './place.ts';

/** The manifest of a backup in a place, or the sentence why it cannot be read. Errors: those of the place. */
export async function manifestOrReason(
  place: FileStore,
  id: string,
): Promise<ReturnType<typeof readManifest> | string> {
  try {
    return readManifest(id, await readManifestText(place, id));
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
