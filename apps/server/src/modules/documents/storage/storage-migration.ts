import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { messageOf } from '../../../platform/process/part-failed.ts';
import { FileMissing, type FileStore } from '../../../platform/storage/file-store.ts';

const PAGE = 500;

/** The result: files copied and compared, already complete, or not readable. */
export interface MigrationResult {
  moved: number;
  there: number;
  failed: { id: number; reason: string }[];
}

/** The hash of a file in a store; null if it does not exist. */
async function hashIn(store: FileStore, key: string): Promise<string | null> {
  const hash = createHash('sha256');
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done();
    },
  });
  try {
    await pipeline(await store.get(key), into);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
  return hash.digest('hex');
}

/**
 * Copies the content of every revision, also of deleted ones, into another store and reads each copy back to compare
 * it.
 */
export async function migrateStorage(context: Pick<Context, 'db' | 'files'>, to: FileStore): Promise<MigrationResult> {
  const result: MigrationResult = { moved: 0, there: 0, failed: [] };
  let after = 0;
  for (;;) {
    const rows = await context.db
      .selectFrom('document_revisions')
      .select(['id', 'storage_key as key', 'hash', 'size'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return result;
    after = last.id;
    for (const row of rows) {
      try {
        if ((await hashIn(to, row.key)) === row.hash) {
          result.there += 1;
          continue;
        }
        const { hash } = await to.put(row.key, await context.files.get(row.key), Number(row.size));
        const movedHash = hash === row.hash ? await hashIn(to, row.key) : hash;
        if (movedHash === row.hash) result.moved += 1;
        else result.failed.push({ id: row.id, reason: `its hash is ${movedHash}, not ${row.hash}` });
      } catch (error) {
        const cause = error instanceof ApiError ? (error.cause ?? error) : error;
        result.failed.push({ id: row.id, reason: messageOf(cause) });
      }
    }
  }
}
