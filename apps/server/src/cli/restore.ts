import { afterRestore, type Aftermath } from '../backup/after-restore.ts';
import { documentsOf, type LeftOut } from '../backup/left-out.ts';
import { makeCopy, secretsOfCopy } from '../backup/make-copy.ts';
import { requireEmptyFolders, restoreBackup, secretsOf, type Target } from '../backup/restore.ts';
import { requireEmptyDatabase } from '../backup/restore-database.ts';
import { progressTo, SILENT } from '../backup/progress.ts';
import type { Secrets } from '../backup/secrets.ts';
import { removeUnfinished } from '../backup/unfinished-restore.ts';
import { type Config, loadConfig } from '../config.ts';
import { audit } from '../platform/audit/audit.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import { openDatabase } from '../platform/database/database.ts';
import { hasEmbeddedCluster } from '../platform/database/embedded-postgres.ts';
import { openStore } from '../platform/storage/files.ts';
import { Refused } from '../platform/process/refused.ts';
import { markRestore, unmarkRestore } from '../platform/process/unfinished-restore.ts';
import { markFilledStore } from '../platform/storage/store-mark.ts';
import type { Call } from './command.ts';
import { environmentOf, printAftermath, printLeftOut } from './restored-installation.ts';
import { openCommandDatabase } from './command-context.ts';
import { verifyTrusted } from './verify.ts';
import { counted } from '../platform/process/counted.ts';

/** `pimis restore PLACE`: verifies a backup and restores it into an empty installation, or as a copy for trials. */
export async function run(call: Call): Promise<void> {
  const chosen = await verifyTrusted(call);
  if (!chosen.contentsRead) throw new Refused('The backup is encrypted: name the file of its key with --key.');
  const was = await secretsOf(chosen);
  const isCopy = call.options.copy === true;
  const secrets = isCopy ? secretsOfCopy(was, process.env) : was;
  const config = loadConfig(environmentOf(secrets, isCopy), { demo: false, unfinished: true });
  const files = await openStore(config.storageUrl, `${config.dataDir}/files`);
  const left = await removeUnfinished(config);
  await requireEmptyFolders({ config, files }, secrets, left.hasFiles);
  const mark = { embedded: config.databaseUrl === undefined, store: config.storageUrl };
  const undone = () => {
    if (!left.wasThere) unmarkRestore(config.dataDir);
  };
  // The cluster that is made for it is a part of what it writes.
  if (mark.embedded && !hasEmbeddedCluster(config.dataDir)) markRestore(config.dataDir, mark);
  const { url, close } = await openCommandDatabase(config).catch((error: unknown) => {
    undone();
    throw error;
  });
  let restored: Restored;
  try {
    await requireEmptyDatabase(url).catch((error: unknown) => {
      undone();
      throw error;
    });
    markRestore(config.dataDir, mark);
    const target = { config, databaseUrl: url, files, undone };
    restored = await restoreInto(target, { call, chosen, secrets, copyOf: isCopy ? was : null });
    unmarkRestore(config.dataDir);
  } finally {
    await close();
  }
  const { leftOut, aftermath } = restored;
  printLeftOut(leftOut);
  if (aftermath) printAftermath(aftermath);
  if (isCopy) process.stdout.write('It is a copy: it writes to nobody and makes no backups\n');
  const { manifest } = chosen;
  const count = manifest.files.count - manifest.files.missing - leftOut.length;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `Restored ${manifest.id}: ${counted(rows, 'row')}, ${counted(count, 'file')}, as of ${manifest.at}\n`,
  );
}

interface Restored {
  leftOut: LeftOut[];
  aftermath: Aftermath | undefined;
}

interface Work {
  call: Call;
  chosen: Awaited<ReturnType<typeof verifyTrusted>>;
  secrets: Secrets;
  /** The secrets of the installation, if a copy is made. */
  copyOf: Secrets | null;
}

/** Restores rows, documents and secrets, and records it. */
async function restoreInto(
  target: Target & { config: Config },
  { call, chosen, secrets, copyOf }: Work,
): Promise<Restored> {
  const { config, databaseUrl, files } = target;
  const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
  const without = new Set(chosen.damaged.map(({ name }) => name));
  const { id, at, auditHead } = chosen.manifest;
  let aftermath: Aftermath | undefined;
  const keys = await restoreBackup({ ...chosen, without }, target, secrets, progress, async (client) => {
    aftermath = await afterRestore(client, { at, gap: config.restoreGap });
    if (copyOf) await makeCopy(client, { at, was: copyOf, is: secrets });
  });
  const leftOut = await documentsOf(databaseUrl, keys);
  signAuditWith(config);
  const db = openDatabase(databaseUrl, { max: 2, background: true });
  const change = {
    before: null,
    after: {
      backup: id,
      at,
      // Later heads belong to the time that the restore discards.
      seal: auditHead?.seal ?? '0',
      gap: config.restoreGap,
      leftOut: keys.length,
      ...(copyOf ? { copy: true } : {}),
    },
  };
  try {
    await markFilledStore(db, files);
    await audit(
      db,
      { user: null },
      { operation: 'system.restore', subjectType: 'backup', subjectId: id, detail: change },
    );
  } finally {
    await db.destroy();
  }
  return { leftOut, aftermath };
}
