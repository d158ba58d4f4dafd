import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { embeddedFolder, endLeftPostgres } from '../platform/database/embedded-postgres.ts';
import { markRestore, refuseRunning, restoreMark } from '../platform/process/unfinished-restore.ts';
import { SECRET_FILES } from './restore.ts';

/**
 * Removes what an interrupted restore has left in a data folder that was empty before it. Documents stay in their store
 * for the next restore; those that it does not need are removed as files of no document. Returns whether there was such
 * a restore, and whether it was filling this store. Error: Refused while it runs.
 */
export async function removeUnfinished({
  dataDir,
  storageUrl,
}: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<{ wasThere: boolean; hasFiles: boolean }> {
  const mark = restoreMark(dataDir);
  if (mark === null) return { wasThere: false, hasFiles: false };
  refuseRunning(dataDir, mark);
  markRestore(dataDir, mark);
  if (mark.embedded) {
    await endLeftPostgres(dataDir);
    await rm(embeddedFolder(dataDir), { recursive: true, force: true });
  }
  for (const name of ['audit-heads', ...SECRET_FILES]) await rm(join(dataDir, name), { recursive: true, force: true });
  return { wasThere: true, hasFiles: mark.store === storageUrl };
}
