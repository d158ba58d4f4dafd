import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { progressTo, SILENT } from '../backup/progress.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from '../backup/restore.ts';
import { loadConfig } from '../config.ts';
import { verifyChain } from '../modules/audit/chain.ts';
import { openDatabase } from '../platform/database.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openStore } from '../platform/files.ts';
import { Refused } from '../platform/refused.ts';
import type { Call } from './command.ts';
import { verifyCalled } from './verify.ts';

/**
 * `pimis try-restore PLACE`: restores a backup into a database and a folder that are thrown away, and walks the chain of
 * its audit log. The installation is not touched.
 */
export async function run(call: Call): Promise<void> {
  const chosen = await verifyCalled(call);
  if (!chosen.contentsRead) throw new Refused('The backup is encrypted: name the file of its key with --key.');
  const { dataDir } = loadConfig(process.env, { demo: false });
  const folder = call.options.folder === undefined ? join(dataDir, 'backup-trial') : String(call.options.folder);
  const own = join(folder, 'pimis-backup-trial');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true, mode: 0o711 });
  // What is thrown away need not survive a loss of power.
  const postgres = await startEmbeddedPostgres(own, { fast: true });
  try {
    const secrets = await secretsOf(chosen);
    const target = {
      config: { dataDir: own },
      databaseUrl: postgres.url,
      files: await openStore('file:', join(own, 'files')),
    };
    await requireEmptyTarget(target, secrets);
    const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
    await restoreBackup(chosen, target, secrets, progress);
    const db = openDatabase(postgres.url, { max: 2, patient: true });
    try {
      const auditSecret = new TextEncoder().encode(secrets.auditSecret);
      const { broken } = await verifyChain(db, { dataDir: own, auditSecret });
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
