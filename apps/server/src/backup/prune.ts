import type { FileStore } from '../platform/storage/file-store.ts';
import { type Keep, retainedOf } from '../platform/storage/backup-keep.ts';
import { type Manifest, partsOf } from './manifest.ts';
import { partProblem } from './parts.ts';
import { backupFolder, filesFolder, listBackups, manifestKey, objectKey, PREFIXES, timeOfId } from './place.ts';
import { objectsOf } from './run-backup.ts';
import { manifestOrReason } from './stored-manifest.ts';

/** Remains of a backup that did not end are kept for a day: it may still be running. */
const GRACE_MS = 86_400_000;
const OBJECT = /^files\/[0-9a-f]{2}\/[0-9a-f]{64}-(\d{8}-\d{9}-[0-9a-f]{6})$/;
const PART = /^backups\/(\d{8}-\d{9}-[0-9a-f]{6})\//;

export interface Pruned {
  backups: string[];
  objects: number;
  /** Backups that are left, the oldest first. */
  left: string[];
}

/**
 * Removes backups that a rule does not keep, and objects that belong to no backup. Manifests are removed first, so that
 * no backup lacks a part. Backups of other installations, and those with a damaged manifest or index, are never
 * touched; if there are any, contents are not removed either, because nobody knows which ones they need.
 */
export async function prune(
  place: FileStore,
  keep: Keep,
  signers: readonly string[],
  now: Date,
  /** How long contents that no backup has are kept: a restore of the archive may need them. */
  objectsKeptMs = GRACE_MS,
): Promise<Pruned> {
  const ids = await listBackups(place);
  const own: { id: string; at: Date; manifest: Manifest }[] = [];
  let unknown = false;
  for (const id of ids) {
    const manifest = await ownManifest(place, id, signers);
    if (manifest) own.push({ id, at: timeOfId(id), manifest });
    else unknown = true;
  }
  const retained = retainedOf(own, keep);
  const removed = own.filter((backup) => !retained.has(backup));
  for (const { id, manifest } of removed) {
    await place.remove(manifestKey(id));
    for (const { part } of partsOf(manifest)) await place.remove(part.key);
    await place.removeFolder(backupFolder(id));
  }
  await removeUnfinished(place, ids, now);
  await place.removePartial(new Date(now.getTime() - GRACE_MS));
  const objects = unknown
    ? 0
    : await removeObjects(
        place,
        [...retained].map(({ manifest }) => manifest),
        now,
        Math.max(objectsKeptMs, GRACE_MS),
      );
  return {
    backups: removed.map(({ id }) => id),
    objects,
    left: ids.filter((id) => !removed.some((backup) => backup.id === id)),
  };
}

async function ownManifest(place: FileStore, id: string, signers: readonly string[]): Promise<Manifest | null> {
  const read = await manifestOrReason(place, id);
  if (typeof read === 'string' || !signers.includes(read.signer)) return null;
  const { manifest } = read;
  return (await partProblem(place, { name: 'index of files', part: manifest.files.index })) === null ? manifest : null;
}

/** Parts of backups that were begun long ago and never finished. */
async function removeUnfinished(place: FileStore, complete: readonly string[], now: Date): Promise<void> {
  const ids = new Set<string>();
  for await (const page of place.pages('backups/')) {
    for (const { key } of page) {
      const id = PART.exec(key)?.[1];
      if (id === undefined || complete.includes(id) || isYoung(id, now)) continue;
      await place.remove(key);
      ids.add(id);
    }
  }
  for (const id of ids) await place.removeFolder(backupFolder(id));
}

const isYoung = (id: string, now: Date, graceMs = GRACE_MS) => now.getTime() - timeOfId(id).getTime() < graceMs;

/** Walks the contents and the indexes of all backups side by side: both are sorted, so neither is held in memory. */
async function removeObjects(
  place: FileStore,
  manifests: readonly Manifest[],
  now: Date,
  keptMs: number,
): Promise<number> {
  const indexes = await Promise.all(
    manifests.map(async ({ files }) => {
      const objects = objectsOf(place, files.index);
      return { objects, next: await objects.next() };
    }),
  );
  let removed = 0;
  for (const prefix of PREFIXES) {
    const needed = new Set<string>();
    for (const index of indexes) {
      while (index.next.done !== true && index.next.value.name.startsWith(prefix)) {
        needed.add(objectKey(index.next.value.name, index.next.value.id));
        index.next = await index.objects.next();
      }
    }
    for await (const page of place.pages(filesFolder(prefix))) {
      for (const { key } of page) {
        const id = OBJECT.exec(key)?.[1];
        if (id === undefined || needed.has(key) || isYoung(id, now, keptMs)) continue;
        await place.remove(key);
        removed += 1;
      }
    }
  }
  return removed;
}
