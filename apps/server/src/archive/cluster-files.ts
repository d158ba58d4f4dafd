import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Refused } from '../platform/process/refused.ts';

/*
 * The files of a running cluster, as PostgreSQL's manual says that a base backup copies them ("Making a Base Backup
 * Using the Low Level API"): some may vanish, grow or shrink meanwhile, which the log repairs.
 */

/** Folders of which only the folder itself is copied. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Files of the running server, of temporary tables, and those that are made anew. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label(?:\.old)?|tablespace_map(?:\.old)?|current_logfiles(?:\.tmp)?|(?:recovery|standby)\.signal|t\d+_\d+(?:_[a-z]+)?(?:\.\d+)?)$/;
const LAST = 'global/pg_control';
const CHUNK_BYTES = 256 * 1024;

/** A folder, or a file of so many bytes, which follow. */
export interface Entry {
  path: string;
  /** null: a folder. */
  size: number | null;
}

async function* pathsBelow(root: string, inside: string): AsyncGenerator<Entry> {
  const entries = await readdir(join(root, inside), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // A database was dropped meanwhile.
    if (error.code === 'ENOENT' && inside !== '') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || path === LAST) continue;
    if (entry.isSymbolicLink())
      throw new Refused(`The cluster has a tablespace or link: ${path}. A base cannot have it.`);
    if (!entry.isDirectory()) yield { path, size: 0 };
    else {
      yield { path, size: null };
      if (!EMPTY.has(path)) yield* pathsBelow(root, path);
    }
  }
}

async function opened(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The bytes of a file, at the length that it had when opened: a part that was cut off meanwhile is read as zeros. */
async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, left));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, size - left);
    if (bytesRead === 0) {
      yield chunk;
      left -= chunk.length;
    } else {
      yield chunk.subarray(0, bytesRead);
      left -= bytesRead;
    }
  }
}

/** All folders and files of a cluster, files with their contents, one by one; the control file comes last. */
export async function* clusterFiles(
  root: string,
): AsyncGenerator<{ entry: Entry; content: AsyncIterable<Buffer> | null }> {
  async function* paths() {
    yield* pathsBelow(root, '');
    yield { path: LAST, size: 0 };
  }
  for await (const { path, size } of paths()) {
    if (size === null) {
      yield { entry: { path, size }, content: null };
      continue;
    }
    const file = await opened(join(root, path));
    if (file === null) continue;
    try {
      const { size: found } = await file.stat();
      yield { entry: { path, size: found }, content: contentOf(file, found) };
    } finally {
      await file.close();
    }
  }
}
