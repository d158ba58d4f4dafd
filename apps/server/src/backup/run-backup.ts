import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { pendingMigrations } from '../platform/database/migrate.ts';
import { Refused } from '../platform/process/refused.ts';
import { VERSION } from '../platform/process/version.ts';
import { bothOf, copyContents, keepContents, readObject, type StoredObject } from './contents.ts';
import { headSizes, headStream } from './heads.ts';
import { FORMAT, type Manifest, signedManifest } from './manifest.ts';
import { linesOf, partProblem, readPart, writePart } from './parts.ts';
import { LAST_PART, newId, surveyBackups, timeOfId, writeManifestText } from './place.ts';
import { manifestOrReason } from './stored-manifest.ts';
import { megabytes, type Progress } from './progress.ts';
import { rereadOf } from './reread.ts';
import { expectedBytes, requireRoom, takenBytes } from './room.ts';
import { removeStaleScratch } from './scratch.ts';
import { writeSecrets } from './secrets.ts';
import { nameSalt, signerOf, signersOf } from './signature.ts';
import {
  connect,
  openSnapshot,
  readAuditHead,
  readMigrations,
  readRoutines,
  readSequences,
  writeTables,
} from './tables.ts';
import { requireOwnTurn, takeTurn } from './turn.ts';
import { removeBackup } from './unfinished.ts';
import { counted } from '../platform/process/counted.ts';

/** Any constant: one backup of a database at a time. */
const LOCK_KEY = 7_136_403;

export interface Finished {
  manifest: Manifest;
  signer: string;
  seconds: number;
  bytes: number;
  newBytes: number;
  missing: { key: string; reason: string }[];
  /** Objects that the place had lost or changed, with the reason; their contents were copied again. */
  damaged: { name: string; reason: string }[];
  /** Earlier backups of the place whose manifests cannot be read, with the reason. */
  unreadable: string[];
  /** Tables of other people that are not in it. */
  foreign: string[];
}

interface Work {
  config: Pick<
    Config,
    | 'auditSecret'
    | 'tokenSecret'
    | 'formerAuditSecrets'
    | 'formerTokenSecrets'
    | 'dataDir'
    | 'backupPublicKey'
    | 'backupRereadDays'
  >;
  databaseUrl: string;
  files: FileStore;
  place: FileStore;
  progress: Progress;
  now: Date;
  /** Also makes a backup of a database that this version would migrate. */
  beforeUpgrade?: boolean;
  /** Takes the place as it is, although another machine seems to write to it. */
  acceptPlace?: boolean;
  /** Objects that were stored since the last backup by other means, by name. */
  stored?: readonly StoredObject[];
  /** Removes expired backups; called if the place has too little space. */
  makeRoom?: (() => Promise<void>) | undefined;
}

/**
 * Makes a backup while people work (docs/decisions/0181-backup.md). The manifest is written last: a process that ends
 * earlier leaves no backup, and after a failure the stored objects are removed. Errors: Refused when another backup
 * runs, the database is of another version, or the place belongs to another installation, has backups of a second
 * machine or no room; those of database, store and place.
 */
export async function runBackup(work: Work): Promise<Finished> {
  const pending = await pendingMigrations(work.databaseUrl);
  if (pending.length > 0 && work.beforeUpgrade !== true) {
    throw new Refused(
      `The database is of another version: ${pending.join(', ')} would run. Use the pimis of its version.`,
    );
  }
  const lock = await connect(work.databaseUrl);
  try {
    const { rows } = await lock.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY]);
    if (rows[0]?.locked !== true) throw new Refused('Another backup of this database is running.');
    return await make(work, lock);
  } finally {
    await lock.end();
  }
}

async function make(work: Work, client: pg.Client): Promise<Finished> {
  const { config, databaseUrl, place, now, makeRoom } = work;
  await place.check();
  await removeStaleScratch(now);
  const signers = signersOf(config);
  const recipient = config.backupPublicKey ?? null;
  let earlier = await earlierBackup(place, signers, recipient);
  // Checked before expired backups are removed: they may be those of another machine.
  const accepted = { isAccepted: work.acceptPlace === true };
  await requireOwnTurn(client, place, accepted);
  const needed = expectedBytes(await takenBytes(databaseUrl), earlier.manifest);
  // Making room may have removed the earlier backup itself.
  if (await requireRoom(place, needed, makeRoom)) earlier = await earlierBackup(place, signers, recipient);
  await takeTurn(client, place, accepted);
  const id = newId(now);
  try {
    return await write(work, { id, signer: signerOf(config.auditSecret), recipient, earlier });
  } catch (error) {
    await removeBackup(place, id).catch((failure: unknown) => {
      work.progress.step(`What the backup ${id} has stored could not be removed: ${String(failure)}`);
    });
    throw error;
  }
}

interface Target {
  id: string;
  signer: string;
  recipient: string | null;
  earlier: Earlier;
}

async function write(work: Work, { id, signer, recipient, earlier }: Target): Promise<Finished> {
  const { config, databaseUrl, files, place, progress, now, stored = [] } = work;
  const started = performance.now();
  const salt = recipient === null ? null : nameSalt(config.auditSecret, recipient);
  const target = { id, recipient };
  const before = earlier.manifest === null ? null : timeOfId(earlier.manifest.id);
  const isReread = rereadOf(now, before, config.backupRereadDays);
  // Before the snapshot: a head must not name seals that the backup does not have.
  const heads = await headSizes(config.dataDir);

  const snapshot = await openSnapshot(databaseUrl);
  let listed: Awaited<ReturnType<typeof keepContents>> | undefined;
  try {
    progress.step(`Backup ${target.id}: ${counted(snapshot.tables.length, 'table')}`);
    const tables = await writeTables(place, snapshot, target, progress);
    const sequences = await readSequences(snapshot);
    const { names, queue } = await readMigrations(snapshot);
    const auditHead = await readAuditHead(snapshot);
    const made = (await readRoutines(snapshot)).map((routine) => `${JSON.stringify(routine)}\n`);
    const routines = await writePart(place, { ...target, name: 'routines' }, Readable.from(made));
    listed = await keepContents(snapshot, salt);
    await snapshot.client.end();

    progress.step(`Backup ${target.id}: ${counted(listed.count, 'file')}`);
    const copied = await copyContents(
      { place, files, isReread, ...target },
      listed,
      bothOf(objectsOf(place, earlier.manifest?.files.index ?? null), stored),
      progress,
    );
    const keys = await writePart(place, { ...target, name: 'keys' }, Readable.from([writeSecrets(config)]));
    const headsPart = await writePart(place, { ...target, name: 'heads' }, headStream(config.dataDir, heads));
    const list = await writePart(place, { ...target, name: LAST_PART }, Readable.from(listed.read()));
    const manifest: Manifest = {
      product: 'pimis',
      format: FORMAT,
      version: VERSION,
      id: target.id,
      at: snapshot.at,
      encryptedFor: recipient,
      migrations: names,
      queueMigration: queue,
      tables,
      sequences,
      auditHead,
      keys,
      heads: headsPart,
      routines,
      files: {
        list,
        index: copied.index,
        count: listed.count,
        objects: copied.objects,
        bytes: copied.bytes,
        missing: copied.missing.length,
      },
    };
    await writeManifestText(place, target.id, signedManifest(manifest, config.auditSecret, signer));
    const own = [...tables.map(({ part }) => part), keys, headsPart, routines, list, copied.index];
    const partBytes = own.reduce((sum, { size }) => sum + size, 0);
    progress.step(`Backup ${target.id}: complete, ${megabytes(partBytes + copied.newBytes)} written`);
    return {
      manifest,
      signer,
      seconds: (performance.now() - started) / 1000,
      bytes: partBytes + copied.bytes,
      newBytes: partBytes + copied.newBytes,
      missing: copied.missing,
      damaged: copied.damaged,
      unreadable: earlier.unreadable,
      foreign: snapshot.foreign,
    };
  } finally {
    await snapshot.client.end();
    await listed?.close();
  }
}

/** Data of this installation in a place before a backup. */
interface Earlier {
  /** The newest backup with the same key: its objects are used again. */
  manifest: Manifest | null;
  unreadable: string[];
}

/** Error: Refused when the place has backups of another installation. */
async function earlierBackup(place: FileStore, signers: readonly string[], recipient: string | null): Promise<Earlier> {
  const { complete, lost } = await surveyBackups(place);
  const unreadable = lost.map((id) => `${id}: The manifest is lost.`);
  for (const id of complete.toReversed()) {
    const read = await manifestOrReason(place, id);
    // A damaged backup must not prevent the next one.
    if (typeof read === 'string') {
      unreadable.push(`${id}: ${read}`);
      continue;
    }
    if (!signers.includes(read.signer)) {
      throw new Refused(
        `The place has the backup ${id} of another installation, or from before AUDIT_SECRET was changed: name the former one in AUDIT_SECRET_FORMER.`,
      );
    }
    const { encryptedFor, files } = read.manifest;
    if (encryptedFor !== recipient) continue;
    // A damaged index is not used: the contents are copied again.
    const problem = await partProblem(place, { name: 'index of files', part: files.index });
    if (problem === null) return { manifest: read.manifest, unreadable };
    unreadable.push(`${id}: ${problem}`);
  }
  return { manifest: null, unreadable };
}

/** The objects of an index, in its order. */
export async function* objectsOf(
  place: FileStore,
  index: Manifest['files']['index'] | null,
): AsyncGenerator<StoredObject> {
  if (index === null) return;
  for await (const line of linesOf((await readPart(place, index, null)) as AsyncIterable<Buffer>))
    yield readObject(line);
}
