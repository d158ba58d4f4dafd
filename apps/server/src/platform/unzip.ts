import { crc32, createInflateRaw } from 'node:zlib';

/**
 * Reading of ZIP archives that strangers send: what the directory says is believed only until the content is
 * unpacked, nothing is unpacked beyond it, and no part is ever held whole.
 */

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 10_000;
const CHUNK = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

export class ArchiveError extends Error {}

/** A file of an archive; `size` is what the directory says it unpacks to. */
export interface ArchiveEntry {
  size: number;
  packedSize: number;
  checksum: number;
  method: number;
  offset: number;
}

function endOfDirectory(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END_MARK) return at;
  throw new ArchiveError('no directory');
}

/** The directory of an archive, by the path of each file. Error: ArchiveError. */
export function readArchive(bytes: Buffer): Map<string, ArchiveEntry> {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new ArchiveError('too many files');
  const entries = new Map<string, ArchiveEntry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_MARK) throw new ArchiveError('broken directory');
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw new ArchiveError('encrypted');
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
    entries.set(bytes.toString('utf8', at + ENTRY_BYTES, nameEnd), {
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The content of one file, piece by piece. Error: ArchiveError when it is not what the directory says. */
export async function* unpack(bytes: Buffer, entry: ArchiveEntry, maxBytes: number): AsyncGenerator<Buffer> {
  if (entry.size > maxBytes) throw new ArchiveError('unpacks to too much');
  const { offset } = entry;
  if (offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_MARK) {
    throw new ArchiveError('broken file');
  }
  const start = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + entry.packedSize);
  let total = 0;
  let checksum = 0;
  for await (const chunk of entry.method === DEFLATED ? inflate(packed) : stored(packed, entry.method)) {
    total += chunk.length;
    checksum = crc32(chunk, checksum);
    if (total > entry.size) throw new ArchiveError('unpacks to more than it says');
    yield chunk;
  }
  if (total !== entry.size) throw new ArchiveError('unpacks to less than it says');
  if (checksum !== entry.checksum) throw new ArchiveError('damaged');
}

function inflate(packed: Buffer): AsyncIterable<Buffer> {
  const stream = createInflateRaw({ chunkSize: CHUNK });
  stream.end(packed);
  return stream;
}

function* stored(packed: Buffer, method: number): Generator<Buffer> {
  if (method !== STORED) throw new ArchiveError('unknown packing');
  for (let at = 0; at < packed.length; at += CHUNK) yield packed.subarray(at, at + CHUNK);
}
