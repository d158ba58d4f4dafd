import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { Refused } from '../platform/process/refused.ts';
import { hasMark, STORE_MARK } from '../platform/storage/store-mark.ts';
import { readContent, type StoredObject } from './contents.ts';
import { decrypted } from './encryption.ts';
import { headFiles, writeHead } from './heads.ts';
import type { Manifest } from './manifest.ts';
import { linesOf, readPart } from './parts.ts';
import { objectKey } from './place.ts';
import { megabytes, type Progress } from './progress.ts';
import { requireEmptyDatabase, restoreDatabase } from './restore-database.ts';
import { objectsOf } from './run-backup.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { counted } from '../platform/process/counted.ts';

const AT_ONCE = 4;

/** A verified backup and how it is read. */
export interface Chosen {
  place: FileStore;
  manifest: Manifest;
  identity: string | null;
  /** Names of contents that are left out, because they are damaged or missing in the place. */
  without?: ReadonlySet<string>;
}

export interface Target {
  config: Pick<Config, 'dataDir'>;
  databaseUrl: string;
  files: FileStore;
  /** Called after a failure, when everything that was written is removed. */
  undone?: () => void;
}

/** The secrets of a backup. */
export async function secretsOf({ place, manifest, identity }: Chosen): Promise<Secrets> {
  return readSecrets(await text(await readPart(place, manifest.keys, identity)));
}

/** Folders of the store that the product uses. */
const FOLDERS = ['documents/', 'uploads/', 'archives/', 'imports/', 'open-data/'];

async function requireEmptyStore(files: FileStore): Promise<void> {
  for (const folder of FOLDERS) {
    for await (const page of files.pages(folder)) {
      if (page[0]) throw new Refused(`The store is not empty: it has ${page[0].key}. Restore into an empty one.`);
    }
  }
  // It may be the store of an installation that has no documents yet.
  if (await hasMark(files))
    throw new Refused(`The store is not empty: it has ${STORE_MARK}. Restore into an empty one.`);
}

/** Error: Refused when the database, the store or DATA_DIR has anything that a restore would mix with. */
export async function requireEmptyTarget({ config, databaseUrl, files }: Target, secrets: Secrets): Promise<void> {
  await requireEmptyDatabase(databaseUrl);
  await requireEmptyFolders({ config, files }, secrets);
}

/**
 * The same without the database; `keepsStore` if the store may have documents: it is a bucket of the installation,
 * which stays, or that of an interrupted restore.
 */
export async function requireEmptyFolders(
  { config, files }: Pick<Target, 'config' | 'files'>,
  secrets: Secrets,
  keepsStore = false,
): Promise<void> {
  await files.check();
  if (!keepsStore) await requireEmptyStore(files);
  const [head] = await headFiles(config.dataDir);
  if (head) throw new Refused(`DATA_DIR is not empty: it has audit-heads/${head}. Restore into an empty one.`);
  for (const [name, secret] of Object.entries(secretFiles(secrets))) {
    const there = await readFile(join(config.dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (there !== null && there.trim() !== secret) throw new Refused(`DATA_DIR has another ${name}. Remove it first.`);
  }
}

/** The files of secrets that a restore may write. */
export const SECRET_FILES = ['token-secret', 'audit-secret', 'token-secret-former', 'audit-secret-former'] as const;

function secretFiles(secrets: Secrets): Partial<Record<(typeof SECRET_FILES)[number], string>> {
  const { tokenSecret, auditSecret, formerTokenSecrets = [], formerAuditSecrets = [] } = secrets;
  return {
    'token-secret': tokenSecret,
    ...(auditSecret === tokenSecret ? {} : { 'audit-secret': auditSecret }),
    ...(formerTokenSecrets.length === 0 ? {} : { 'token-secret-former': formerTokenSecrets.join(',') }),
    ...(formerAuditSecrets.length === 0 ? {} : { 'audit-secret-former': formerAuditSecrets.join(',') }),
  };
}

/**
 * Restores a verified backup into an empty database, an empty store and a DATA_DIR without secrets. Files and secrets
 * are written first and the database is committed last, so that an interrupted restore leaves no system that could
 * start with half of its data. Everything written before a failure is removed. Returns the keys of files that were left
 * out as damaged. Errors: those of database, store and place.
 */
export async function restoreBackup(
  chosen: Chosen,
  target: Target,
  secrets: Secrets,
  progress: Progress,
  /** Changes to the restored rows before they are committed. */
  change: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const undo: (() => Promise<void>)[] = [];
  let leftOut: string[] = [];
  const begun = recordedKeys();
  undo.push(async () => {
    for await (const key of begun.read()) await target.files.remove(key);
  });
  try {
    progress.step(`Restoring ${chosen.manifest.id}: ${counted(chosen.manifest.tables.length, 'table')}`);
    await restoreDatabase(target.databaseUrl, chosen, progress, async (client) => {
      progress.step(`Restoring ${chosen.manifest.id}: ${counted(chosen.manifest.files.count, 'file')}`);
      leftOut = await restoreFiles(chosen, target.files, progress, begun);
      await restoreFolder(chosen, target.config.dataDir, secrets, undo);
      await change(client);
    });
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    target.undone?.();
    throw error;
  } finally {
    begun.drop();
  }
  return leftOut;
}

/**
 * Writes secrets into DATA_DIR, and adds to `undo` how they are removed. Error: Refused if there is another one since.
 */
export async function writeSecretFiles(
  dataDir: string,
  secrets: Secrets,
  undo: (() => Promise<void>)[],
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const [name, secret] of Object.entries(secretFiles(secrets))) {
    const path = join(dataDir, name);
    try {
      await writeFile(path, secret, { mode: 0o600, flag: 'wx' });
      undo.push(() => rm(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // A server that was started meanwhile makes one.
      if ((await readFile(path, 'utf8')).trim() !== secret) throw new Refused(`DATA_DIR has another ${name} since.`);
    }
  }
}

async function restoreFolder(
  { place, manifest, identity }: Chosen,
  dataDir: string,
  secrets: Secrets,
  undo: (() => Promise<void>)[],
): Promise<void> {
  await writeSecretFiles(dataDir, secrets, undo);
  undo.push(() => rm(join(dataDir, 'audit-heads'), { recursive: true, force: true }));
  for await (const line of linesOf((await readPart(place, manifest.heads, identity)) as AsyncIterable<Buffer>)) {
    await writeHead(dataDir, line);
  }
}

/** Returns the keys of files that were left out. */
async function restoreFiles(
  { place, manifest, identity, without }: Chosen,
  files: FileStore,
  progress: Progress,
  begun: RecordedKeys,
): Promise<string[]> {
  const leftOut: string[] = [];
  const objects = objectsOf(place, manifest.files.index);
  let object: StoredObject | undefined;
  let done = 0;
  let bytes = 0;
  const restoreOne = async (from: StoredObject, key: string, hash: string) => {
    begun.add(key);
    const content = await decrypted(await place.get(objectKey(from.name, from.id)), identity);
    const stored = await files.put(key, content, Number.POSITIVE_INFINITY);
    if (stored.hash !== hash) throw new Error(`The file ${key} was damaged while it was restored.`);
    done += 1;
    bytes += stored.size;
    progress.count(() => `${done} of ${counted(manifest.files.count, 'file')}, ${megabytes(bytes)}`);
  };
  let underWay: Promise<void>[] = [];
  const list = (await readPart(place, manifest.files.list, identity)) as AsyncIterable<Buffer>;
  for await (const line of linesOf(list)) {
    const { name, key, hash } = readContent(line);
    while (object === undefined || object.name < name) {
      const next = await objects.next();
      if (next.done === true) break;
      object = next.value;
    }
    // The store did not have it when the backup was made; the manifest counts these.
    if (object?.name !== name) continue;
    if (without?.has(name)) {
      leftOut.push(key);
      continue;
    }
    underWay.push(restoreOne(object, key, hash));
    if (underWay.length < AT_ONCE) continue;
    await settled(underWay);
    underWay = [];
  }
  await settled(underWay);
  return leftOut;
}

interface RecordedKeys {
  add: (key: string) => void;
  /** All that were added, in order. */
  read: () => AsyncGenerator<string>;
  drop: () => void;
}

/** Keys in a temporary file: millions would not fit into memory. */
export function recordedKeys(): RecordedKeys {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-restore-'));
  const path = join(folder, 'keys');
  const file = openSync(path, 'ax+', 0o600);
  // A file without a name: whatever ends the process, the system takes its room back.
  rmSync(folder, { recursive: true });
  return {
    add: (key) => writeSync(file, `${key}\n`),
    read: () => linesOf(createReadStream(path, { fd: file, start: 0, autoClose: false }) as AsyncIterable<Buffer>),
    drop: () => closeSync(file),
  };
}

/** Waits for all, even if one fails: running work must end before anything is removed. */
async function settled(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason as Error;
}
