import { migrateStorage } from '../modules/documents/storage/storage-migration.ts';
import { openFileStore } from '../platform/storage/files.ts';
import { partOf } from '../platform/process/part-failed.ts';
import { markFilledStore, requireOwnStore } from '../platform/storage/store-mark.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { EXIT, Misused } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

/**
 * `pimis move-files s3://bucket/prefix`: copies the contents of all documents from STORAGE_URL to another store
 * and compares each with the hash of its row. Complete copies are not sent again, so a second run after the server has
 * stopped copies the rest. Nothing is removed; the operator changes STORAGE_URL afterwards.
 */
export async function run({ words: [target = ''] }: Call): Promise<number> {
  if (!/^(?:file:\/\/\/|s3:\/\/)./.test(target)) throw new Misused('STORE is file:///folder or s3://bucket/prefix.');
  const { context, close } = await openInstallation();
  try {
    await requireOwnStore(context.db, context.files);
    const to = await openFileStore({ ...context.config, storageUrl: target });
    await partOf('STORE', () => to.check());
    const { moved, there, failed } = await migrateStorage(context, to);
    for (const { id, reason } of failed) process.stderr.write(`Revision ${id}: ${reason}\n`);
    if (failed.length === 0) await markFilledStore(context.db, to);
    process.stdout.write(`${counted(moved, 'file')} copied, ${there} there already, ${failed.length} failed\n`);
    return failed.length > 0 ? EXIT.refused : EXIT.done;
  } finally {
    await close();
  }
}
