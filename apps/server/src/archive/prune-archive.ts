import type { FileStore } from '../platform/storage/file-store.ts';
import { timeOfId } from '../backup/place.ts';
import { readBaseManifest } from './base-manifest.ts';
import { removeBase } from './make-base.ts';
import { archivedAt, archiveFolder, requireSegment, type Segment } from './segments.ts';
import { Refused } from '../platform/process/refused.ts';

/** Parts of a base without its manifest may still be in the making for this long. */
const GRACE_MS = 86_400_000;
const BASE = /^wal\/(\d+)\/bases\/([^/]+)\/([^/]+)$/;
const HEADS = /^wal\/(\d+)\/heads\//;

export interface PrunedArchive {
  bases: number;
  segments: number;
}

interface Listed {
  system: string;
  bases: Map<string, { isComplete: boolean }>;
  segments: { key: string; segment: Segment; storedAt: Date }[];
  heads: { key: string; storedAt: Date }[];
}

async function listed(place: FileStore): Promise<Listed[]> {
  const systems = new Map<string, Listed>();
  const of = (system: string): Listed => {
    const found: Listed = systems.get(system) ?? { system, bases: new Map(), segments: [], heads: [] };
    systems.set(system, found);
    return found;
  };
  for await (const page of place.pages('wal/')) {
    for (const { key, storedAt } of page) {
      const [, base, id = '', part] = BASE.exec(key) ?? [];
      const [, heads] = HEADS.exec(key) ?? [];
      const archived = archivedAt(key);
      if (base !== undefined) {
        const { bases } = of(base);
        bases.set(id, { isComplete: part === 'manifest' || bases.get(id)?.isComplete === true });
      } else if (heads !== undefined) of(heads).heads.push({ key, storedAt });
      else if (archived?.segment) of(archived.system).segments.push({ key, segment: archived.segment, storedAt });
    }
  }
  return [...systems.values()];
}

/** Whether nothing was added to an archive for this long: its database may have been replaced by a restored one. */
function isLeft({ bases, segments }: Listed, before: number): boolean {
  const newest = [
    ...segments.map(({ storedAt }) => storedAt.getTime()),
    ...[...bases.keys()].map((id) => timeOfId(id).getTime()),
  ];
  return newest.every((at) => at < before);
}

async function removeAll(place: FileStore, { system }: Listed): Promise<void> {
  for await (const page of place.pages(archiveFolder(system))) for (const { key } of page) await place.remove(key);
}

/**
 * Removes what a restore to any moment within the last `keepMs` does not need: bases before the newest one that is
 * older than that, segments before the oldest base that is left, and archives to which nothing was added since.
 * Archives of other signers, and those with a base that cannot be read, are not touched.
 */
export async function pruneArchive(
  place: FileStore,
  keepMs: number,
  signers: readonly string[],
  now: Date,
): Promise<PrunedArchive> {
  const pruned: PrunedArchive = { bases: 0, segments: 0 };
  for (const archive of await listed(place)) {
    const oldest = await pruneBases(place, archive, { keepMs, signers, now }, pruned);
    if (oldest === null) continue;
    if (isLeft(archive, now.getTime() - keepMs)) {
      pruned.bases += archive.bases.size;
      pruned.segments += archive.segments.length;
      await removeAll(place, archive);
      continue;
    }
    const first = requireSegment(oldest.first);
    for (const { key, segment } of archive.segments) {
      const isNeeded =
        segment.timeline > first.timeline || (segment.timeline === first.timeline && segment.number >= first.number);
      if (isNeeded) continue;
      await place.remove(key);
      pruned.segments += 1;
    }
    // A base has all heads from before it.
    const before = Date.parse(oldest.begunAt) - GRACE_MS;
    for (const { key, storedAt } of archive.heads) if (storedAt.getTime() < before) await place.remove(key);
  }
  return pruned;
}

/** Removes bases; returns the oldest that is left, or null where nothing may be removed. */
async function pruneBases(
  place: FileStore,
  { system, bases }: Listed,
  { keepMs, signers, now }: { keepMs: number; signers: readonly string[]; now: Date },
  pruned: PrunedArchive,
): Promise<{ first: string; begunAt: string } | null> {
  const complete: { id: string; at: number; first: string; begunAt: string }[] = [];
  for (const [id, { isComplete }] of bases) {
    if (!isComplete) continue;
    try {
      const { manifest, signer } = await readBaseManifest(place, system, id);
      if (!signers.includes(signer)) return null;
      complete.push({ id, at: Date.parse(manifest.at), first: manifest.first, begunAt: manifest.begunAt });
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }
  for (const [id, { isComplete }] of bases) {
    if (!isComplete && now.getTime() - timeOfId(id).getTime() > GRACE_MS) await removeBase(place, system, id);
  }
  complete.sort((a, b) => a.at - b.at);
  const needed = complete.findLastIndex(({ at }) => at <= now.getTime() - keepMs);
  for (const { id } of complete.slice(0, Math.max(0, needed))) {
    await removeBase(place, system, id);
    pruned.bases += 1;
  }
  return complete[Math.max(0, needed)] ?? null;
}
