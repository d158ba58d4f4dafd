import { documentsOf, type LeftOut } from '../backup/left-out.ts';
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
import { openCommandDatabase } from './command-context.ts';
import { verifyTrusted } from './verify.ts';

/** `pimis restore PLACE`: verifies a backup and restores it into an empty installation. */
export async function run(call: Call): Promise<void> {
  const chosen = await verifyTrusted(call);
  if (!chosen.contentsRead) throw new Refused('The backup is encrypted: name the file of its key with --key.');
  const secrets = await secretsOf(chosen);
  for (const [name, secret] of [
    ['TOKEN_SECRET', secrets.tokenSecret],
    ['AUDIT_SECRET', secrets.auditSecret],
  ] as const) {
    if (process.env[name] && process.env[name] !== secret) {
      throw new Refused(`${name} is not that of the backup: unset it, or set it to what it was.`);
    }
  }
  // Otherwise reading the settings would make a new secret.
  const env = { ...process.env, TOKEN_SECRET: secrets.tokenSecret, AUDIT_SECRET: secrets.auditSecret };
  const config = loadConfig(env, { demo: false });
  const { url, close } = await openCommandDatabase(config);
  let leftOut: LeftOut[] = [];
  try {
    const target = { config, databaseUrl: url, files: await openStore(config.storageUrl, `${config.dataDir}/files`) };
    await requireEmptyTarget(target, secrets);
    const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
    const without = new Set(chosen.damaged.map(({ name }) => name));
    const keys = await restoreBackup({ ...chosen, without }, target, secrets, progress);
    leftOut = await documentsOf(url, keys);
    signAuditWith(config);
    const db = openDatabase(url, { max: 2, background: true });
    const change = {
      before: null,
      after: { backup: chosen.manifest.id, at: chosen.manifest.at, leftOut: keys.length },
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
  for (const { key, project, name, revision } of leftOut) {
    process.stderr.write(`Without its content: ${project}, ${name}, revision ${revision} (${key})\n`);
  }
  const files = chosen.manifest.files.count - chosen.manifest.files.missing - leftOut.length;
  const rows = chosen.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`Restored ${chosen.manifest.id}: ${rows} rows, ${files} files, as of ${chosen.manifest.at}\n`);
}
