import type { FileStore } from '../platform/storage/file-store.ts';
import { filesFolder, manifestKey, PREFIXES } from './place.ts';

/** Removes all that a backup has stored, its manifest first. */
export async function removeBackup(place: FileStore, id: string): Promise<void> {
  await place.remove(manifestKey(id));
  for await (const page of place.pages(`backups/${id}/`)) for (const { key } of page) await place.remove(key);
  for (const prefix of PREFIXES) {
    for await (const page of place.pages(filesFolder(prefix))) {
      for (const { key } of page) if (key.endsWith(`-${id}`)) await place.remove(key);
    }
  }
}
