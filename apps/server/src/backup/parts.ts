import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { joined } from '../platform/streams.ts';
import { decrypted, encrypted } from './encryption.ts';
import { type Part, partsOf } from './manifest.ts';
import { partKey } from './place.ts';

/** Data are compressed while the database reads them: a higher level would make the snapshot last longer. */
const LEVEL = 3;

/** Writes a part, compressed and, for a recipient, encrypted. */
export async function writePart(
  place: FileStore,
  { id, name, recipient }: { id: string; name: string; recipient: string | null },
  content: Readable,
): Promise<Part> {
  const stored = await encrypted(joined(content, createGzip({ level: LEVEL })), recipient);
  const { key, size, hash } = await place.put(partKey(id, name), stored, Number.POSITIVE_INFINITY);
  return { key, size, sha256: hash };
}

/** The content of a part, decrypted and decompressed. The stream fails where the part is damaged. */
export async function readPart(place: FileStore, part: Part, identity: string | null): Promise<Readable> {
  return joined(await decrypted(await place.get(part.key), identity), createGunzip());
}

/** Lines of a part, without their ends. */
export async function* linesOf(content: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of content) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Stored size and hash of an object; null if it is missing. */
export async function storedHash(place: FileStore, key: string): Promise<{ size: number; sha256: string } | null> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of (await place.get(key)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** How a part differs from the manifest; null if it does not. */
export async function partProblem(
  place: FileStore,
  { name, part }: ReturnType<typeof partsOf>[number],
): Promise<string | null> {
  const found = await storedHash(place, part.key);
  if (found === null) return `${name}: the part is missing`;
  if (found.size !== part.size) return `${name}: the part has ${found.size} bytes, not ${part.size}`;
  return found.sha256 === part.sha256 ? null : `${name}: the part is damaged`;
}
