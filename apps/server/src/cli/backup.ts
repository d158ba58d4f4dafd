import { readKeep } from '../backup/keep.ts';
import { openPlace } from '../backup/place.ts';
import { megabytes, progressTo, SILENT } from '../backup/progress.ts';
import { prune } from '../backup/prune.ts';
import { type Finished, runBackup } from '../backup/run-backup.ts';
import { loadConfig } from '../config.ts';
import { audit } from '../platform/audit.ts';
import { signAuditWith } from '../platform/audit-signature.ts';
import { keepLastBackup } from '../platform/backup-state.ts';
import { openDatabase } from '../platform/database.ts';
import { openStore } from '../platform/files.ts';
import type { Call } from './command.ts';
import { openCommandDatabase } from './command-context.ts';
import { EXIT, Misused } from './outcome.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `pimis backup PLACE`: makes a backup while people work, and removes those that are not kept. */
export async function run({ words: [address = ''], options }: Call): Promise<number> {
  const keep = options.keep === undefined ? null : readKeep(String(options.keep));
  if (options.keep !== undefined && keep === null) throw new Misused('--keep is as in 14d,8w,12m.');
  const given = options['public-key'] === undefined ? {} : { BACKUP_PUBLIC_KEY: String(options['public-key']) };
  const config = loadConfig({ ...process.env, ...given }, { demo: false });
  signAuditWith(config);
  const place = await openPlace(address);
  const { url, close } = await openCommandDatabase(config);
  try {
    const finished = await runBackup({
      config,
      databaseUrl: url,
      files: await openStore(config.storageUrl, `${config.dataDir}/files`),
      place,
      progress: options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line)),
      now: new Date(),
    });
    await remember(url, finished);
    printReport(finished);
    if (keep) {
      const { backups, objects, left } = await prune(place, keep, finished.signer, new Date());
      say(`${backups.length} backups and ${objects} files were removed, ${left.length} backups are there`);
    }
    return finished.missing.length > 0 ? EXIT.refused : EXIT.done;
  } finally {
    await close();
  }
}

function printReport({ manifest, signer, seconds, bytes, newBytes, missing, unreadable, foreign }: Finished): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Backup ${manifest.id}: ${rows} rows, ${manifest.files.count} files, ${megabytes(bytes)}, ${megabytes(newBytes)} of them new`,
  );
  say(`It took ${seconds.toFixed(1)} s and holds the point ${manifest.at}`);
  say(`Signed by ${signer}; compare it when you restore`);
  if (foreign.length > 0) say(`Not in it, because they are not the product's: ${foreign.join(', ')}`);
  for (const reason of unreadable) process.stderr.write(`An earlier backup of the place cannot be used. ${reason}\n`);
  for (const { key, reason } of missing) process.stderr.write(`Not in it: the file ${key} is ${reason}\n`);
}

/** Keeps what the health panel shows, and the trace that somebody has taken all data. */
async function remember(url: string, { manifest, seconds, bytes, newBytes }: Finished): Promise<void> {
  const db = openDatabase(url, { max: 2, background: true });
  try {
    await keepLastBackup(db, {
      id: manifest.id,
      at: manifest.at,
      seconds: Math.round(seconds),
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      files: manifest.files.count,
      bytes,
      newBytes,
      encrypted: manifest.encryptedFor !== null,
    });
    await audit(db, { user: null }, { operation: 'export.backup', subjectType: 'backup', subjectId: manifest.id });
  } finally {
    await db.destroy();
  }
}
