import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';

/**
 * Reads ZIP archives of users with yauzl. yauzl trusts the directory until a content is unpacked and streams the
 * contents. This module adds what yauzl leaves to its caller: limits on the number of files and bytes, and checksums.
 */

const MAX_ENTRIES = 10_000;

export class ArchiveError extends Error {}

/** The entries of an archive by path, and access to their contents. */
export interface Archive {
  entries: ReadonlyMap<string, { uncompressedSize: number }>;
  /** Streams the content of a file. Error: when it does not match the directory. */
  unpack: (path: string, maxBytes: number) => AsyncGenerator<Buffer>;
}

/** Reads the directory of an archive. Error: ArchiveError, or an error of yauzl for a file that is not an archive. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const file = await fromBufferPromise(bytes);
  if (file.entryCount > MAX_ENTRIES) throw new ArchiveError('too many files');
  const entries = new Map<string, Entry>();
  for await (const entry of file.eachEntry()) {
    if (entry.isEncrypted()) throw new ArchiveError('encrypted');
    entries.set(entry.fileName, entry);
  }
  async function* unpack(path: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = entries.get(path);
    if (!entry) throw new ArchiveError(`no file ${path}`);
    if (entry.uncompressedSize > maxBytes) throw new ArchiveError('unpacks to too much');
    let checksum = 0;
    for await (const chunk of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32) throw new ArchiveError('damaged');
  }
  return { entries, unpack };
}
