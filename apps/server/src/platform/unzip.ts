import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';

/**
 * ZIP archives that strangers send, read by yauzl: it believes what the directory says only until the content is
 * unpacked, and holds no part whole. What it leaves to its caller stands here: how many files, how many bytes, checksums.
 */

const MAX_ENTRIES = 10_000;

export class ArchiveError extends Error {}

/** An archive's directory, by the path of each file, and the way to their contents. */
export interface Archive {
  entries: ReadonlyMap<string, { uncompressedSize: number }>;
  /** The content of one file, piece by piece. Error when it is not what the directory says. */
  unpack: (path: string, maxBytes: number) => AsyncGenerator<Buffer>;
}

/** Reads the directory of an archive. Error: ArchiveError, or yauzl's for what is no archive. */
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
