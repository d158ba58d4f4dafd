import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { progressTo, SILENT } from '../backup/progress.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from '../backup/restore.ts';
import { afterRestore } from '../backup/after-restore.ts';
import { auditSecretsIn } from '../backup/secrets.ts';
import { databasePlace } from '../settings/database.ts';
import { verifyChain } from '../modules/audit/chain.ts';
import { openDatabase } from '../platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { openStore } from '../platform/storage/files.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Call } from './command.ts';
import { ownFolder } from './own-folder.ts';
import { verifyTrusted } from './verify.ts';

/** An empty PostgreSQL: one that a killed trial has left elsewhere (root's, in /var/tmp) is removed first. */
async function startTrialPostgres(own: string): Promise<EmbeddedPostgres> {
  // The trial database is discarded, so it need not survive a power failure.
  const found = await startEmbeddedPostgres(own, { fast: true });
  if (found.folder.startsWith(own)) return found;
  await found.stop();
  rmSync(found.folder, { recursive: true, force: true });
  return startEmbeddedPostgres(own, { fast: true });
}

/**
 * `pimis try-restore PLACE`: restores a backup into a database and a folder that are thrown away, and walks the chain of
 * its audit log. The installation is not touched.
 */
export async function run(call: Call): Promise<void> {
  const chosen = await verifyTrusted(call);
  if (!chosen.contentsRead) throw new Refused('The backup is encrypted: name the file of its key with --key.');
  const { dataDir } = databasePlace(process.env);
  const folder = call.options.folder === undefined ? join(dataDir, 'backup-trial') : String(call.options.folder);
  const own = join(folder, 'pimis-backup-trial');
  ownFolder(own);
  const postgres = await startTrialPostgres(own);
  try {
    const secrets = await secretsOf(chosen);
    const target = {
      config: { dataDir: own },
      databaseUrl: postgres.url,
      files: await openStore('file:', join(own, 'files')),
    };
    await requireEmptyTarget(target, secrets);
    const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
    await restoreBackup(chosen, target, secrets, progress, async (client) => {
      await afterRestore(client, { at: chosen.manifest.at, gap: 1 });
    });
    const db = openDatabase(postgres.url, { max: 2, background: true });
    try {
      const { broken } = await verifyChain(db, { dataDir: own, ...auditSecretsIn(secrets) });
      if (broken !== null) throw new Refused(`The audit log of the restored backup is broken: ${broken}`);
    } finally {
      await db.destroy();
    }
  } finally {
    await postgres.stop();
    rmSync(own, { recursive: true, force: true });
    if (!postgres.folder.startsWith(own)) rmSync(postgres.folder, { recursive: true, force: true });
  }
  process.stdout.write(`The backup ${chosen.manifest.id} was restored on trial, and its audit log is whole.\n`);
}
