import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { hashAndLimit } from '../platform/storage/hashing-stream.ts';
import { joined } from '../platform/streams.ts';
import { encrypted } from './encryption.ts';
import { linesOf, storedHash, writePart } from './parts.ts';
import type { Part } from './manifest.ts';
import { filesFolder, objectKey } from './place.ts';
import { megabytes, type Progress } from './progress.ts';
import { type ScratchFile, scratchFile } from './scratch.ts';
import { type Content, readContents, type Snapshot } from './tables.ts';
import { counted } from '../platform/process/counted.ts';

/** How many files are copied at once. */
const AT_ONCE = 4;

/** A stored object with the content of a file: the backup that wrote it, its stored size and hash. */
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
export async function keepContents(snapshot: Snapshot, salt: string | null): Promise<ScratchFile & { count: number }> {
  const scratch = scratchFile();
  let count = 0;
  async function* lines() {
    for await (const page of readContents(snapshot, salt)) {
      count += page.length;
      yield `${page.map(writeContent).join('\n')}\n`;
    }
  }
  try {
    await pipeline(Readable.from(lines()), scratch.write());
    return { ...scratch, count };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

/** The result of copying the contents of files. */
export interface CopiedContents {
  index: Part;
  objects: number;
  /** Sizes of all objects, and of those that this backup has written. */
  bytes: number;
  newBytes: number;
  newObjects: number;
  /** Keys of files that are missing in the store, or have another content there. */
  missing: { key: string; reason: string }[];
  /** Objects of earlier backups that the place has lost or changed; their contents were copied again. */
  damaged: { name: string; reason: string }[];
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

/** Merges two sorted sequences; of two items with the same name, that of the first sequence comes first. */
export async function* bothOf(
  first: AsyncIterable<StoredObject>,
  second: Iterable<StoredObject>,
): AsyncGenerator<StoredObject> {
  const others = second[Symbol.iterator]();
  let other = others.next();
  for await (const object of first) {
    for (; other.done !== true && other.value.name < object.name; other = others.next()) yield other.value;
    yield object;
  }
  for (; other.done !== true; other = others.next()) yield other.value;
}

async function sizesIn(place: FileStore, prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const page of place.pages(filesFolder(prefix))) for (const { key, size } of page) sizes.set(key, size);
  return sizes;
}

interface Copying {
  place: FileStore;
  files: FileStore;
  id: string;
  recipient: string | null;
  /** Whether the stored object of a content is read and compared with its hash this time. */
  isReread: (name: string) => boolean;
}

/** Copies one content. Returns the reason when the store does not have it. Errors: those of store and place. */
export async function copyOne(
  { place, files, id, recipient }: Copying,
  content: Content,
): Promise<StoredObject | string> {
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

/** The difference between an object in the place and the one stored by an earlier backup; null if there is none. */
async function objectDamage(
  { place, isReread }: Copying,
  object: StoredObject,
  size: number | undefined,
): Promise<string | null> {
  if (size === undefined) return 'it is missing';
  if (size !== object.size) return `it has ${size} bytes, not ${object.size}`;
  if (!isReread(object.name)) return null;
  const found = await storedHash(place, objectKey(object.name, object.id));
  return found?.sha256 === object.sha256 ? null : 'it is damaged';
}

/**
 * Copies every content of the list that no earlier backup has, and writes the index of objects. `earlier` are the
 * objects of an earlier backup of this place, sorted by name.
 */
export async function copyContents(
  copying: Copying,
  listed: ScratchFile,
  earlier: AsyncIterator<StoredObject>,
  progress: Progress,
): Promise<CopiedContents> {
  const result = {
    objects: 0,
    bytes: 0,
    newBytes: 0,
    newObjects: 0,
    missing: [] as CopiedContents['missing'],
    damaged: [] as CopiedContents['damaged'],
  };
  const known = new Sorted(earlier);
  // Wrapped in an object, because an async generator awaits a promise that it yields.
  async function* copied(): AsyncGenerator<{ object: Promise<StoredObject | null> }> {
    let prefix = '';
    let sizes = new Map<string, number>();
    let before = '';
    for await (const line of linesOf(listed.read())) {
      const content = readContent(line);
      if (content.name === before) continue;
      before = content.name;
      if (content.name.slice(0, 2) !== prefix) {
        prefix = content.name.slice(0, 2);
        sizes = await sizesIn(copying.place, prefix);
      }
      const stored = await known.find(content.name);
      const size = stored === null ? undefined : sizes.get(objectKey(stored.name, stored.id));
      yield { object: stored === null ? copy(content) : reuse(stored, size, content) };
    }
  }
  const reuse = async (stored: StoredObject, size: number | undefined, content: Content) => {
    const reason = await objectDamage(copying, stored, size);
    if (reason === null) return stored;
    result.damaged.push({ name: stored.name, reason });
    return copy(content);
  };
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
        () =>
          `${counted(result.objects, 'file')}, ${megabytes(result.bytes)}, ${megabytes(result.newBytes)} of them new`,
      );
      return `${writeObject(object)}\n`;
    };
    for await (const { object } of copied()) {
      // The caller that waits for the object receives the error.
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
