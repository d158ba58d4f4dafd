import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chosenFor, keysOf } from '../archive/chosen.ts';
import type { Aim } from '../archive/plan.ts';
import { moveCluster, recover, type Source } from '../archive/recover.ts';
import { restoreDocuments } from '../archive/restored-documents.ts';
import { restoreHeads } from '../archive/restored-heads.ts';
import { settleRows } from '../archive/settle.ts';
import { documentsOf } from '../backup/left-out.ts';
import { secretsOfCopy } from '../backup/make-copy.ts';
import { openPlace } from '../backup/place.ts';
import { type Progress, progressTo, SILENT } from '../backup/progress.ts';
import { removeUnfinished } from '../backup/unfinished-restore.ts';
import { recordedKeys, requireEmptyFolders, writeSecretFiles } from '../backup/restore.ts';
import type { Secrets } from '../backup/secrets.ts';
import { nameSalt } from '../backup/signature.ts';
import { type Config, loadConfig } from '../config.ts';
import { signAuditWith } from '../platform/audit/audit-signature.ts';
import { openDatabase } from '../platform/database/database.ts';
import { embeddedFolder, endLeftPostgres, hasEmbeddedCluster } from '../platform/database/embedded-postgres.ts';
import { openStore } from '../platform/storage/files.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { markFilledStore } from '../platform/storage/store-mark.ts';
import { Refused } from '../platform/process/refused.ts';
import { markRestore, unmarkRestore } from '../platform/process/unfinished-restore.ts';
import { ownFolder, refuseSecond } from './own-folder.ts';
import type { Call } from './command.ts';
import { Misused } from './outcome.ts';
import { environmentOf, printAftermath, printLeftOut } from './restored-installation.ts';
import { printSigner, trustedExpectations } from './verify.ts';
import { counted } from '../platform/process/counted.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The moment of --to. Error: Misused. */
export function aimOf(to: unknown): Aim {
  if (to === 'latest') return to;
  if (typeof to !== 'string' || !INSTANT.test(to) || Number.isNaN(Date.parse(to))) {
    throw new Misused('--to is latest, or a moment such as 2026-11-29T14:05:00+01:00.');
  }
  return new Date(to);
}

/**
 * `pimis restore PLACE --to latest|TIME`: restores the archive into an empty installation with the embedded database.
 */
export async function run(call: Call): Promise<void> {
  const to = aimOf(call.options.to);
  if (process.env.DATABASE_URL) throw new Refused('--to restores the embedded database: unset DATABASE_URL.');
  const expected = await trustedExpectations(call);
  const named = call.options.backup === undefined ? undefined : String(call.options.backup);
  const source = await chosenFor(await openPlace(call.words[0] ?? ''), to, expected, named);
  printSigner(source.plan.base.id, source.plan.signer, expected);
  const { secrets: was, password } = await keysOf(source);
  const isCopy = call.options.copy === true;
  const secrets = isCopy ? secretsOfCopy(was, process.env) : was;
  const config = loadConfig({ ...environmentOf(secrets, isCopy), ARCHIVE: 'off' }, { demo: false, unfinished: true });
  signAuditWith(config);
  const files = await openStore(config.storageUrl, join(config.dataDir, 'files'));
  const keepsStore = source.plan.base.bucket && config.storageUrl.startsWith('s3:');
  if (isCopy && keepsStore) throw new Refused('A copy must not have the STORAGE_URL of the installation.');
  const left = await removeUnfinished(config);
  if (hasEmbeddedCluster(config.dataDir)) {
    throw new Refused('DATA_DIR is not empty: it has a database. Restore into an empty one.');
  }
  await requireEmptyFolders({ config, files }, secrets, keepsStore || left.hasFiles);
  const progress = call.options.quiet === true ? SILENT : progressTo((line) => process.stderr.write(line));
  const { wasThere } = left;
  await restore({
    source,
    config,
    files,
    keepsStore,
    progress,
    to,
    password,
    secrets,
    was: isCopy ? was : null,
    wasThere,
  });
}

interface Work {
  source: Source;
  config: Config;
  files: FileStore;
  keepsStore: boolean;
  progress: Progress;
  to: Aim;
  password: string;
  secrets: Secrets;
  /** The secrets of the installation, if a copy is made. */
  was: Secrets | null;
  /** An interrupted restore has left documents here. */
  wasThere: boolean;
}

/**
 * Everything is prepared aside; the database gets its place with the last step. Whatever fails leaves what was there
 * before.
 */
async function restore(work: Work): Promise<void> {
  const { source, config, progress, to, password, secrets, was, wasThere } = work;
  const path = join(config.dataDir, 'restoring');
  refuseSecond(path);
  await endLeftPostgres(path);
  const aside = ownFolder(path);
  const folder = embeddedFolder(aside.path);
  await rm(folder, { recursive: true, force: true });
  const undo: (() => Promise<void>)[] = [];
  if (!wasThere) undo.push(async () => unmarkRestore(config.dataDir));
  markRestore(config.dataDir, { embedded: true, store: config.storageUrl });
  const { base } = source.plan;
  try {
    const { postgres, reached } = await recover(source, { dataDir: aside.path, password }, to, progress);
    try {
      const copy = was === null ? undefined : { was, is: secrets };
      const aftermath = await settleRows(postgres.url, { base: base.id, at: reached, gap: config.restoreGap, copy });
      const { count, missing } = await documentsInto(work, postgres.url, undo);
      printLeftOut(await documentsOf(postgres.url, missing));
      await writeSecretFiles(config.dataDir, secrets, undo);
      undo.push(() => rm(join(config.dataDir, 'audit-heads'), { recursive: true, force: true }));
      await restoreHeads(source, config.dataDir);
      printAftermath(aftermath);
      const documents = work.keepsStore
        ? 'documents stay in their bucket'
        : `${counted(count, 'document')}, ${missing.length} missing`;
      process.stdout.write(`Restored ${base.id} with what follows it: ${documents}, as of ${reached}\n`);
    } finally {
      await postgres.stop();
    }
    await moveCluster(aside.path, config.dataDir);
    unmarkRestore(config.dataDir);
    if (was !== null) process.stdout.write('It is a copy: it writes to nobody and makes no backups\n');
    else process.stdout.write('With ARCHIVE=on the next start makes a new base\n');
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    aside.remove();
  }
}

async function documentsInto(
  { source, files, keepsStore, progress, secrets, was }: Work,
  url: string,
  undo: (() => Promise<void>)[],
): Promise<{ count: number; missing: string[] }> {
  const db = openDatabase(url, { max: 2, background: true });
  const begun = recordedKeys();
  try {
    if (keepsStore) return { count: 0, missing: [] };
    const { base } = source.plan;
    const auditSecret = new TextEncoder().encode((was ?? secrets).auditSecret);
    const salt = base.encryptedFor === null ? null : nameSalt(auditSecret, base.encryptedFor);
    undo.push(async () => {
      for await (const key of begun.read()) await files.remove(key);
      begun.drop();
    });
    progress.step('Documents');
    const { place, identity } = source;
    const done = await restoreDocuments({ url, place, files, identity, salt, progress, begun: begun.add });
    await markFilledStore(db, files);
    return done;
  } finally {
    await db.destroy();
  }
}
