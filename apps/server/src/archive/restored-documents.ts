import { decrypted } from '../backup/encryption.ts';
import { filesFolder } from '../backup/place.ts';
import { megabytes, type Progress } from '../backup/progress.ts';
import { connect, readContents } from '../backup/tables.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { eachOf } from './several.ts';
import { counted } from '../platform/process/counted.ts';

const AT_ONCE = 4;
const HASH_LENGTH = 64;

interface Work {
  url: string;
  place: FileStore;
  files: FileStore;
  identity: string | null;
  salt: string | null;
  progress: Progress;
  /** Called with each key before it is written. */
  begun: (key: string) => void;
}

/** The objects of a prefix by the name of their content, the newest last. */
async function objectsIn(place: FileStore, prefix: string): Promise<Map<string, string[]>> {
  const objects = new Map<string, string[]>();
  for await (const page of place.pages(filesFolder(prefix))) {
    for (const { key } of page) {
      const name = key.slice(filesFolder(prefix).length, filesFolder(prefix).length + HASH_LENGTH);
      objects.set(name, [...(objects.get(name) ?? []), key]);
    }
  }
  return objects;
}

/**
 * Copies the contents of all revisions of a database from the place into a store. Returns the keys of those that are
 * missing or damaged in the place.
 */
export async function restoreDocuments(work: Work): Promise<{ count: number; missing: string[] }> {
  const client = await connect(work.url);
  const missing: string[] = [];
  let [count, bytes] = [0, 0];
  let [listed, objects] = ['', new Map<string, string[]>()];
  const restoreOne = async (key: string, hash: string, candidates: readonly string[]) => {
    for (const candidate of candidates.toReversed()) {
      work.begun(key);
      const size = await copied(work, candidate, key, hash);
      if (size === null) continue;
      count += 1;
      bytes += size;
      work.progress.count(() => `${counted(count, 'document')}, ${megabytes(bytes)}`);
      return;
    }
    missing.push(key);
  };
  try {
    await client.query('begin');
    const snapshot = { client, at: '', foreign: [], tables: [] };
    for await (const page of readContents(snapshot, work.salt)) {
      for (const [prefix, contents] of Map.groupBy(page, ({ name }) => name.slice(0, 2))) {
        if (prefix !== listed) objects = await objectsIn(work.place, prefix);
        listed = prefix;
        await eachOf(contents, AT_ONCE, ({ name, key, hash }) => restoreOne(key, hash, objects.get(name) ?? []));
      }
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
  return { count, missing };
}

/** Copies one object; null if it is damaged. */
async function copied(
  { place, files, identity }: Work,
  from: string,
  key: string,
  hash: string,
): Promise<number | null> {
  try {
    const content = await decrypted(await place.get(from), identity);
    const stored = await files.put(key, content, Number.POSITIVE_INFINITY);
    if (stored.hash === hash) return stored.size;
    await files.remove(key);
    return null;
  } catch (error) {
    // A full disk is no damage of the place.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  }
}
