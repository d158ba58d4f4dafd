import { sentObjects } from '../archive/documents.ts';
import { pruneArchive } from '../archive/prune-archive.ts';
import { type Keep, readKeep } from '../platform/storage/backup-keep.ts';
import { openPlace } from '../backup/place.ts';
import { megabytes, progressTo, SILENT } from '../backup/progress.ts';
import { prune } from '../backup/prune.ts';
import { type Finished, runBackup } from '../backup/run-backup.ts';
import { signersOf } from '../backup/signature.ts';
import { type Config, loadConfig } from '../config.ts';
import { audit } from '../platform/audit/audit.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import { keepLastBackup } from '../platform/storage/backup-state.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { openStore } from '../platform/storage/files.ts';
import { pendingMigrations } from '../platform/database/migrate.ts';
import { copiedAt } from '../platform/process/installation-copy.ts';
import { Refused } from '../platform/process/refused.ts';
import { requireOwnSecrets } from '../platform/audit/secret-marks.ts';
import { requireOwnStore } from '../platform/storage/store-mark.ts';
import type { Call } from './command.ts';
import { openExistingDatabase } from './command-context.ts';
import { EXIT, Misused } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `pimis backup PLACE`: makes a backup while people work, and removes those that are not kept. */
export async function run({ words: [address = ''], options }: Call): Promise<number> {
  const keep = options.keep === undefined ? null : readKeep(String(options.keep));
  if (options.keep !== undefined && keep === null) throw new Misused('--keep is as in 14d,8w,12m.');
  const given = options['public-key'] === undefined ? {} : { BACKUP_PUBLIC_KEY: String(options['public-key']) };
  const config = loadConfig({ ...process.env, ...given }, { demo: false, existing: true });
  signAuditWith(config);
  const place = await openPlace(address);
  const { url, close } = await openExistingDatabase(config);
  const removeOthers = async (rule: Keep) => {
    const signers = signersOf(config);
    const { backups, objects, left } = await prune(place, rule, signers, new Date(), config.archive?.keepMs);
    say(
      `${counted(backups.length, 'backup')} and ${counted(objects, 'file')} were removed, ${counted(left.length, 'backup is', 'backups are')} there`,
    );
    if (config.archive === undefined) return;
    const archive = await pruneArchive(place, config.archive.keepMs, signers, new Date());
    say(`${counted(archive.bases, 'base')} and ${counted(archive.segments, 'segment')} of the archive were removed`);
  };
  try {
    const files = await openStore(config.storageUrl, `${config.dataDir}/files`);
    const isOlder = (await pendingMigrations(url)).length > 0;
    // A database of an older version may have no marks of the installation yet, or others.
    if (!isOlder) await requireInstallation(url, config, files);
    const beforeUpgrade = options['before-upgrade'] === true;
    const finished = await runBackup({
      config,
      databaseUrl: url,
      files,
      place,
      progress: options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line)),
      now: new Date(),
      beforeUpgrade,
      acceptPlace: options['accept-place'] === true,
      stored: await sentObjects(config.dataDir),
      makeRoom: keep ? () => removeOthers(keep) : undefined,
    });
    if (!isOlder) await remember(url, finished);
    printReport(finished);
    if (keep) await removeOthers(keep);
    // Postponing the upgrade would not bring back files that are already gone.
    return finished.missing.length > 0 && !beforeUpgrade ? EXIT.refused : EXIT.done;
  } finally {
    await close();
  }
}

function printReport({ manifest, signer, seconds, bytes, newBytes, missing, foreign, ...finished }: Finished): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Backup ${manifest.id}: ${counted(rows, 'row')}, ${counted(manifest.files.count, 'file')}, ${megabytes(bytes)}, ${megabytes(newBytes)} of them new`,
  );
  say(`It took ${seconds.toFixed(1)} s and holds the point ${manifest.at}`);
  say(`Signed by ${signer}; compare it when you restore`);
  if (foreign.length > 0) say(`Not in it, because they are not the product's: ${foreign.join(', ')}`);
  for (const trouble of troublesOf(finished)) process.stderr.write(`${trouble}\n`);
  for (const { key, reason } of missing) process.stderr.write(`Not in it: the file ${key} is ${reason}\n`);
}

const SHOWN = 20;

/** Problems of the place, one sentence each. */
function troublesOf({ damaged, unreadable }: Pick<Finished, 'damaged' | 'unreadable'>): string[] {
  const named = damaged.slice(0, SHOWN).map(({ name, reason }) => `file ${name}: ${reason}`);
  const more = damaged.length > SHOWN ? ['and others'] : [];
  return [
    ...unreadable.map((reason) => `An earlier backup of the place cannot be used. ${reason}`),
    ...(damaged.length === 0
      ? []
      : [
          `The place has spoiled ${counted(damaged.length, 'file, which was', 'files, which were')} copied again; earlier backups lack them: ${[...named, ...more].join('; ')}`,
        ]),
  ];
}

/** Error: Refused if secrets or store are not those of the installation, because the backup would be useless. */
async function requireInstallation(url: string, config: Config, files: FileStore): Promise<void> {
  const db = openDatabase(url, { max: 1, background: true });
  try {
    if ((await copiedAt(db)) !== null)
      throw new Refused('This installation is a copy for trials: it makes no backups.');
    await requireOwnSecrets(db, config);
    await requireOwnStore(db, files);
  } finally {
    await db.destroy();
  }
}

/** Stores the figures for the health panel, and an audit row about the copy of all data. */
async function remember(url: string, finished: Finished): Promise<void> {
  const { manifest, seconds, bytes, newBytes } = finished;
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
      troubles: troublesOf(finished),
    });
    await audit(db, { user: null }, { operation: 'export.backup', subjectType: 'backup', subjectId: manifest.id });
  } finally {
    await db.destroy();
  }
}
