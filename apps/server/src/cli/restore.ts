import { afterRestore, type Aftermath } from '../backup/after-restore.ts';
import { documentsOf, type LeftOut } from '../backup/left-out.ts';
import { makeCopy, secretsOfCopy } from '../backup/make-copy.ts';
import { requireEmptyTarget, restoreBackup, secretsOf } from '../backup/restore.ts';
import { progressTo, SILENT } from '../backup/progress.ts';
import { loadConfig } from '../config.ts';
import { audit } from '../platform/audit/audit.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import { openDatabase } from '../platform/database/database.ts';
import { openStore } from '../platform/storage/files.ts';
import { Refused } from '../platform/process/refused.ts';
import { markFilledStore } from '../platform/storage/store-mark.ts';
import type { Call } from './command.ts';
import { environmentOf, printAftermath, printLeftOut } from './restored-installation.ts';
import { openCommandDatabase } from './command-context.ts';
import { verifyTrusted } from './verify.ts';

/** `pimis restore PLACE`: verifies a backup and restores it into an empty installation, or as a copy for trials. */
export async function run(call: Call): Promise<void> {
  const chosen = await verifyTrusted(call);
  if (!chosen.contentsRead) throw new Refused('The backup is encrypted: name the file of its key with --key.');
  const was = await secretsOf(chosen);
  const isCopy = call.options.copy === true;
  const secrets = isCopy ? secretsOfCopy(was, process.env) : was;
  const env = environmentOf(secrets, isCopy);
  const config = loadConfig(env, { demo: false });
  const { url, close } = await openCommandDatabase(config);
  let leftOut: LeftOut[] = [];
  let aftermath: Aftermath | undefined;
  try {
    const target = { config, databaseUrl: url, files: await openStore(config.storageUrl, `${config.dataDir}/files`) };
    await requireEmptyTarget(target, secrets);
    const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
    const without = new Set(chosen.damaged.map(({ name }) => name));
    const { at, auditHead } = chosen.manifest;
    const keys = await restoreBackup({ ...chosen, without }, target, secrets, progress, async (client) => {
      aftermath = await afterRestore(client, { at, gap: config.restoreGap });
      if (isCopy) await makeCopy(client, { at, was, is: secrets });
    });
    leftOut = await documentsOf(url, keys);
    signAuditWith(config);
    const db = openDatabase(url, { max: 2, background: true });
    const change = {
      before: null,
      after: {
        backup: chosen.manifest.id,
        at,
        // Heads beyond it are of the time that the restore gave up.
        seal: auditHead?.seal ?? '0',
        gap: config.restoreGap,
        leftOut: keys.length,
        ...(isCopy ? { copy: true } : {}),
      },
    };
    try {
      await markFilledStore(db, target.files);
      await audit(
        db,
        { user: null },
        { operation: 'system.restore', subjectType: 'backup', subjectId: chosen.manifest.id, detail: change },
      );
    } finally {
      await db.destroy();
    }
  } finally {
    await close();
  }
  printLeftOut(leftOut);
  if (aftermath) printAftermath(aftermath);
  if (isCopy) process.stdout.write('It is a copy: it writes to nobody and makes no backups\n');
  const files = chosen.manifest.files.count - chosen.manifest.files.missing - leftOut.length;
  const rows = chosen.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`Restored ${chosen.manifest.id}: ${rows} rows, ${files} files, as of ${chosen.manifest.at}\n`);
}
