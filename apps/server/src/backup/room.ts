import type { FileStore } from '../platform/storage/file-store.ts';
import { Refused } from '../platform/process/refused.ts';
import { type Manifest, partsOf } from './manifest.ts';
import { megabytes } from './progress.ts';
import { connect } from './tables.ts';

/** Space that must stay free, so that a database on the same disk can go on writing. */
export const RESERVE_BYTES = 512 * 1024 * 1024;
/** Tables grow between two backups. */
const GROWTH = 1.25;
/** The size of tables in a backup (compressed, without indexes) as a share of their size in the database. */
const COMPRESSED = 0.5;

/** Estimates the bytes that a backup writes, from the previous one in the place. */
export function expectedBytes(
  { database, contents }: { database: number; contents: number },
  earlier: Manifest | null,
): number {
  if (earlier === null) return database * COMPRESSED + contents;
  const parts = partsOf(earlier).reduce((sum, { part }) => sum + part.size, 0);
  return parts * GROWTH + Math.max(0, contents - earlier.files.bytes);
}

/** The sizes of the database and of the contents of its documents. */
export async function takenBytes(databaseUrl: string): Promise<{ database: number; contents: number }> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ database: number; contents: number }>(
      `select pg_database_size(current_database())::float8 as database,
         (select coalesce(sum(size), 0)::float8 from (select distinct hash, size from document_revisions) one) as contents`,
    );
    return rows[0] ?? { database: 0, contents: 0 };
  } finally {
    await client.end();
  }
}

/**
 * Checks that a place has enough space; if it does not, makes room first. Returns whether room was made. Error:
 * Refused.
 */
export async function requireRoom(
  place: FileStore,
  needed: number,
  makeRoom: (() => Promise<void>) | undefined,
): Promise<boolean> {
  const isShort = (free: number | null): free is number => free !== null && free < needed + RESERVE_BYTES;
  if (!isShort((await place.room())?.free ?? null)) return false;
  await makeRoom?.();
  const free = (await place.room())?.free ?? null;
  if (isShort(free)) {
    throw new Refused(
      `There is no room for a backup: it needs about ${megabytes(needed)} beside ${megabytes(RESERVE_BYTES)} that stay free, and ${megabytes(free)} are free.`,
    );
  }
  return makeRoom !== undefined;
}
