import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing, type FileStore } from '../platform/file-store.ts';
import { hashAndLimit } from '../platform/hashing-stream.ts';
import { joined } from '../platform/streams.ts';
import { encrypted } from './encryption.ts';
import { linesOf, writePart } from './parts.ts';
import type { Part } from './manifest.ts';
import { filesFolder, objectKey } from './place.ts';
import { megabytes, type Progress } from './progress.ts';
import { type Content, readContents, type Snapshot } from './tables.ts';

/** How many files are copied at once. */
const AT_ONCE = 4;

/** An object that holds a content: which backup wrote it, its size and hash as it is stored. */
export interface StoredObject {
  name: string;
  id: string;
  size: number;
  sha256: string;
}

const HEX = /^[0-9a-f]{64}$/;

export const writeContent = ({ name, key, hash, size }: Content) => [name, key, hash, size].join('\t');
export function readContent(line: string): Content {
  const [name = '', key = '', hash = '', size = ''] = line.split('\t');
  if (!HEX.test(name) || !HEX.test(hash)) throw new Error(`Not a content: ${line}`);
  return { name, key, hash, size: Number(size) };
}

export const writeObject = ({ name, id, size, sha256 }: StoredObject) => [name, id, size, sha256].join('\t');
export function readObject(line: string): StoredObject {
  const [name = '', id = '', size = '', sha256 = ''] = line.split('\t');
  if (!HEX.test(name) || !HEX.test(sha256)) throw new Error(`Not an object: ${line}`);
  return { name, id, size: Number(size), sha256 };
}

/** The list of contents in a temporary file: the snapshot ends before their files are copied. */
export async function keepContents(
  snapshot: Snapshot,
  salt: string | null,
): Promise<{ path: string; count: number; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pimis-backup-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'contents');
  let count = 0;
  async function* lines() {
    for await (const page of readContents(snapshot, salt)) {
      count += page.length;
      yield `${page.map(writeContent).join('\n')}\n`;
    }
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
    return { path, count, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What a backup has done with the contents of files. */
export interface CopiedContents {
  index: Part;
  objects: number;
  /** Of all objects, and of those that this backup has written. */
  bytes: number;
  newBytes: number;
  newObjects: number;
  /** Keys of files that the store has not, or has with another content. */
  missing: { key: string; reason: string }[];
}

/** Reads ahead by one in a sorted sequence. */
class Sorted {
  readonly #source: AsyncIterator<StoredObject>;
  #next: Promise<IteratorResult<StoredObject>>;

  constructor(source: AsyncIterator<StoredObject>) {
    this.#source = source;
    this.#next = source.next();
  }

  /** The object of a name; names are asked for in order. */
  async find(name: string): Promise<StoredObject | null> {
    for (;;) {
      const next = await this.#next;
      if (next.done === true || next.value.name > name) return null;
      if (next.value.name === name) return next.value;
      this.#next = this.#source.next();
    }
  }
}

async function keysIn(place: FileStore, prefix: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const page of place.pages(filesFolder(prefix))) for (const { key } of page) keys.add(key);
  return keys;
}

interface Copying {
  place: FileStore;
  files: FileStore;
  id: string;
  recipient: string | null;
}

/** Copies one content. Returns the reason when the store does not have it. */
async function copyOne({ place, files, id, recipient }: Copying, content: Content): Promise<StoredObject | string> {
  const key = objectKey(content.name, id);
  let source: Readable;
  try {
    source = await files.get(content.key);
  } catch (error) {
    if (error instanceof FileMissing) return 'missing in the store';
    throw error;
  }
  const plain = hashAndLimit(Number.POSITIVE_INFINITY);
  const passed = joined(source, plain.stream);
  const stored = await place.put(key, await encrypted(passed, recipient), Number.POSITIVE_INFINITY);
  if (plain.result().hash === content.hash) return { name: content.name, id, size: stored.size, sha256: stored.hash };
  await place.remove(key);
  return 'damaged in the store';
}

/**
 * Copies every content of the list that no earlier backup has, and writes the index of objects. `earlier` are the
 * objects of an earlier backup of this place, sorted by name.
 */
export async function copyContents(
  copying: Copying,
  listed: string,
  earlier: AsyncIterator<StoredObject>,
  progress: Progress,
): Promise<CopiedContents> {
  const result = { objects: 0, bytes: 0, newBytes: 0, newObjects: 0, missing: [] as CopiedContents['missing'] };
  const known = new Sorted(earlier);
  // In a box: a generator would wait for a promise that it yields.
  async function* copied(): AsyncGenerator<{ object: Promise<StoredObject | null> }> {
    let prefix = '';
    let there = new Set<string>();
    let before = '';
    for await (const line of linesOf(createReadStream(listed) as AsyncIterable<Buffer>)) {
      const content = readContent(line);
      if (content.name === before) continue;
      before = content.name;
      if (content.name.slice(0, 2) !== prefix) {
        prefix = content.name.slice(0, 2);
        there = await keysIn(copying.place, prefix);
      }
      const stored = await known.find(content.name);
      const isThere = stored !== null && there.has(objectKey(stored.name, stored.id));
      yield { object: isThere ? Promise.resolve(stored) : copy(content) };
    }
  }
  const copy = async (content: Content): Promise<StoredObject | null> => {
    const made = await copyOne(copying, content);
    if (typeof made === 'string') {
      result.missing.push({ key: content.key, reason: made });
      return null;
    }
    result.newObjects += 1;
    result.newBytes += made.size;
    return made;
  };
  async function* lines(): AsyncGenerator<string> {
    const underWay: Promise<StoredObject | null>[] = [];
    const take = async () => {
      const object = await underWay.shift();
      if (!object) return '';
      result.objects += 1;
      result.bytes += object.size;
      progress.count(
        () => `${result.objects} files, ${megabytes(result.bytes)}, ${megabytes(result.newBytes)} of them new`,
      );
      return `${writeObject(object)}\n`;
    };
    for await (const { object } of copied()) {
      // The one that waits for it receives the error.
      object.catch(() => undefined);
      underWay.push(object);
      if (underWay.length === AT_ONCE) yield await take();
    }
    while (underWay.length > 0) yield await take();
  }
  const target = { id: copying.id, name: 'index', recipient: null };
  const index = await writePart(copying.place, target, Readable.from(lines()));
  return { index, ...result };
}
