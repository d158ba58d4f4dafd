import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
import { guarded } from '../streams.ts';

/** Facts of the content as it was stored. */
interface Stored {
  storageKey: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** Within this time after a verification, a part of a file is sent without reading the whole again. */
const KNOWN_MS = 10 * 60_000;
const MOST_KNOWN = 1_000;
const known = new Map<string, number>();

function remember(key: string): void {
  known.delete(key);
  known.set(key, performance.now());
  const oldest = known.keys().next();
  if (known.size > MOST_KNOWN && !oldest.done) known.delete(oldest.value);
}

/** True when this process has read the whole content a short while ago, and it was what had been stored. */
export const isRecentlyVerified = (key: string) =>
  performance.now() - (known.get(key) ?? Number.NEGATIVE_INFINITY) < KNOWN_MS;

/**
 * Passes on a whole file, or a range of it. It holds the last piece back until the whole file is verified, so a reader
 * gets everything or an error. Error: DocumentContentDamaged.
 */
export function verified(content: Readable, stored: Stored, range = { start: 0, end: stored.size - 1 }): Readable {
  guarded(content);
  const passed = guarded(Readable.from(pieces(content, stored, range), { objectMode: false }));
  // If the reader leaves before the first piece, the generator has not begun and would not close the content.
  passed.once('close', () => content.destroy());
  return passed;
}

async function* pieces(content: Readable, { storageKey, size, hash }: Stored, range: { start: number; end: number }) {
  const measure = createHash('sha256');
  let at = 0;
  let held: Buffer | null = null;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    measure.update(chunk);
    const piece = chunk.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at));
    at += chunk.length;
    if (piece.length === 0) continue;
    if (held) yield held;
    held = piece;
  }
  if (at !== size || measure.digest('hex') !== hash) {
    known.delete(storageKey);
    throw new ApiError('DocumentContentDamaged', { cause: new Error(`The store has changed ${storageKey}`) });
  }
  remember(storageKey);
  if (held) yield held;
}
