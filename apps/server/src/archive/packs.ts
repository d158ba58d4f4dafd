import { chownSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { decrypted, encrypted } from '../backup/encryption.ts';
import type { Account } from '../platform/database/postgres-binaries.ts';
import { Refused } from '../platform/process/refused.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { guarded, joined } from '../platform/streams.ts';
import type { clusterFiles, Entry } from './cluster-files.ts';

/*
 * The files of a base are stored in packs: a line of JSON for each file, and its bytes. Thousands of separate objects
 * would cost one call each.
 */

/** A pack ends with the file that exceeds it. */
const PACK_BYTES = 256 * 1024 * 1024;
const LEVEL = 3;
const LINE_FEED = 10;
/** No path of a cluster is longer. */
const LONGEST_LINE = 1_000;
const PATH = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9_.\-/]+$/;

interface Packed {
  files: number;
  bytes: number;
  packs: { size: number; sha256: string }[];
}

/** Stores files in packs, whose keys are made from their numbers. Errors: those of the files and of the place. */
export async function writePacks(
  place: FileStore,
  files: ReturnType<typeof clusterFiles>,
  {
    recipient,
    keyOf,
    packBytes = PACK_BYTES,
  }: { recipient: string | null; keyOf: (index: number) => string; packBytes?: number },
): Promise<Packed> {
  const done: Packed = { files: 0, bytes: 0, packs: [] };
  let next = await files.next();
  async function* pack(): AsyncGenerator<Buffer> {
    for (let bytes = 0; next.done !== true && bytes < packBytes; next = await files.next()) {
      const { entry, content } = next.value;
      yield Buffer.from(`${JSON.stringify(entry)}\n`);
      if (entry.size === null || content === null) continue;
      yield* content;
      bytes += entry.size;
      done.bytes += entry.size;
      done.files += 1;
    }
  }
  try {
    while (next.done !== true) {
      const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
      const plain = joined(Readable.from(pack(), { objectMode: false }), compressed);
      const stored = guarded(await encrypted(plain, recipient));
      const { size, hash } = await place.put(keyOf(done.packs.length), stored, Number.POSITIVE_INFINITY);
      done.packs.push({ size, sha256: hash });
    }
  } finally {
    // Closes the file under way.
    await files.return(undefined);
  }
  return done;
}

/** Reads lines and pieces of so many bytes from a stream. */
class Pieces {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }

  /** The next line; null at the end. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(LINE_FEED);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('utf8');
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (this.#rest.length > LONGEST_LINE) throw new Refused('A pack of the base is damaged.');
      if (await this.#more()) continue;
      if (this.#rest.length === 0) return null;
      throw new Refused('A pack of the base is cut.');
    }
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new Refused('A pack of the base is cut.');
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}

function entryOf(line: string): Entry {
  const { path, size } = JSON.parse(line) as Partial<Entry>;
  const isSize = size === null || (Number.isSafeInteger(size) && Number(size) >= 0);
  if (typeof path !== 'string' || !PATH.test(path) || !isSize)
    throw new Refused('A pack of the base names a strange file.');
  return { path, size: size ?? null };
}

/**
 * Writes the files of a pack into a folder, owned by an account. Returns how many there were. They are not synced:
 * PostgreSQL does that before it replays a cluster that was not shut down cleanly.
 */
export async function readPack(
  stored: Readable,
  root: string,
  { identity, account }: { identity: string | null; account: Account | undefined },
): Promise<number> {
  const pieces = new Pieces(joined(await decrypted(stored, identity), createZstdDecompress()) as AsyncIterable<Buffer>);
  let files = 0;
  for (let line = await pieces.line(); line !== null; line = await pieces.line()) {
    const { path, size } = entryOf(line);
    const target = join(root, path);
    await mkdir(size === null ? target : dirname(target), { recursive: true, mode: 0o700 });
    if (size === null) {
      if (account) chownSync(target, account.uid, account.gid);
      continue;
    }
    const file = await open(target, 'wx', 0o600);
    try {
      for await (const piece of pieces.bytes(size)) await file.write(piece);
      if (account) await file.chown(account.uid, account.gid);
    } finally {
      await file.close();
    }
    files += 1;
  }
  return files;
}
