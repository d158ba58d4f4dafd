import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { headSizes, headStream } from '../backup/heads.ts';
import { signedManifest } from '../backup/manifest.ts';
import { newId } from '../backup/place.ts';
import { type Progress, megabytes } from '../backup/progress.ts';
import { requireRoom } from '../backup/room.ts';
import { writeSecrets } from '../backup/secrets.ts';
import { signerOf, signersOf } from '../backup/signature.ts';
import { connect } from '../backup/tables.ts';
import type { Config } from '../config.ts';
import { Refused } from '../platform/process/refused.ts';
import { VERSION } from '../platform/process/version.ts';
import { type ArchiveBase, keepBase, readArchiveState } from '../platform/storage/archive-state.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { OtherSender, requireNewest, sendSegmentsOf } from './alone.ts';
import { BASE_FORMAT, type BaseManifest, packKey, THIS_MACHINE, writeBaseManifest } from './base-manifest.ts';
import { clusterFiles } from './cluster-files.ts';
import { writePacks } from './packs.ts';
import { putSealed } from './sealed-object.ts';
import { baseKey, basesFolder, nameOf, requireSegment, segmentBefore } from './segments.ts';
import { counted } from '../platform/process/counted.ts';

/** Any constant: one base of a database at a time. */
export const BASE_LOCK = 7_136_483;
/** The size of a base as a share of its files. */
const COMPRESSED = 0.5;
const FIRST_SEGMENT = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m;

interface Work {
  config: Config;
  url: string;
  /** The folder of the embedded PostgreSQL. */
  folder: string;
  place: FileStore;
  progress: Progress;
  now: Date;
}

interface Begun {
  system: string;
  timeline: number;
  begunAt: Date;
  postgres: number;
  /** Of the whole cluster. */
  bytes: number;
}

const BEGUN = `
  select (select system_identifier::text from pg_control_system()) as system,
    (select timeline_id from pg_control_checkpoint()) as timeline, clock_timestamp() as "begunAt",
    current_setting('server_version_num')::integer / 10000 as postgres,
    (select coalesce(sum(pg_database_size(oid)), 0)::float8 from pg_database) as bytes`;

/**
 * Copies the files of the running cluster to the place, with the manifest last, and records the base for the process
 * that sends the archive. Errors: Refused while another base is made, without the archive, or without room; those of
 * files, database and place.
 */
export async function makeBase(work: Work): Promise<BaseManifest> {
  const client = await connect(work.url);
  try {
    const { rows } = await client.query<{ locked: boolean; archives: boolean }>(
      `select pg_try_advisory_lock($1) as locked, current_setting('archive_mode') <> 'off' as archives`,
      [BASE_LOCK],
    );
    if (rows[0]?.locked !== true) throw new Refused('Another base of this database is being made.');
    if (!rows[0].archives) {
      throw new Refused(
        'The database keeps no segments: it has ARCHIVE=on only from its next start. Restart all servers.',
      );
    }
    await work.place.check();
    const { rows: found } = await client.query<Begun>(BEGUN);
    const [begun] = found;
    if (!begun) throw new Error('The cluster says nothing about itself.');
    await requireNewest(work.place, begun.system, begun.timeline);
    const state = await readArchiveState(work.config.dataDir);
    if (state?.other) throw new OtherSender(`it has another ${state.other.segment}`);
    await removeUnfinishedBases(work.place, begun.system);
    await requireRoom(work.place, begun.bytes * COMPRESSED, undefined);
    const id = newId(work.now);
    try {
      const manifest = await write(work, client, id, begun);
      const { system, at, first, last } = manifest;
      await keepBase(work.config.dataDir, { system, id, at, first, last } satisfies ArchiveBase);
      return manifest;
    } catch (error) {
      await removeBase(work.place, begun.system, id).catch((failure: unknown) => {
        work.progress.step(`What the base ${id} has stored could not be removed: ${String(failure)}`);
      });
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** Removes a base, its manifest first. */
export async function removeBase(place: FileStore, system: string, id: string): Promise<void> {
  await place.remove(baseKey(system, id, 'manifest'));
  for await (const page of place.pages(`${basesFolder(system)}${id}/`))
    for (const { key } of page) await place.remove(key);
  await place.removeFolder(`${basesFolder(system)}${id}`);
}

/** Later than any time, so that all parts are removed: whoever has the lock knows that no living process stores one. */
export const ALWAYS = new Date(8_640_000_000_000_000);

/** Removes what killed processes have left: while the caller has the lock, no other makes a base of this database. */
export async function removeUnfinishedBases(place: FileStore, system: string): Promise<void> {
  await place.removePartial(ALWAYS, basesFolder(system));
  const [complete, all] = [new Set<string>(), new Set<string>()];
  for await (const page of place.pages(basesFolder(system))) {
    for (const { key } of page) {
      const [id = '', part] = key.slice(basesFolder(system).length).split('/');
      all.add(id);
      if (part === 'manifest') complete.add(id);
    }
  }
  for (const id of all) if (!complete.has(id)) await removeBase(place, system, id);
}

async function write(
  { config, folder, place, progress }: Work,
  client: Awaited<ReturnType<typeof connect>>,
  id: string,
  { system, begunAt, postgres }: Begun,
): Promise<BaseManifest> {
  const recipient = config.backupPublicKey ?? null;
  progress.step(`Base ${id}: the files of the cluster`);
  // The end has to be on this connection.
  await client.query(`select pg_backup_start($1, fast => true)`, [`pimis ${id}`]);
  const packed = await writePacks(place, clusterFiles(join(folder, 'cluster')), {
    recipient,
    keyOf: (index) => packKey(system, id, index),
  });
  const { rows } = await client.query<{ stop: string; label: string; tablespaces: string | null; at: Date }>(
    `select lsn::text as stop, labelfile as label, spcmapfile as tablespaces, clock_timestamp() as at
     from pg_backup_stop(wait_for_archive => false)`,
  );
  const [ended] = rows;
  const first = FIRST_SEGMENT.exec(ended?.label ?? '')?.[1];
  if (!ended || first === undefined || ended.tablespaces) throw new Error('The base has no label, or has tablespaces.');
  const { timeline } = requireSegment(first);
  const at = ended.at.toISOString();
  const sealing = { auditSecret: config.auditSecret, recipient };
  const put = (name: string, content: Buffer) =>
    putSealed(
      place,
      baseKey(system, id, name),
      { system, name: `${id}/${name}`, at, open: () => Readable.from([content]) },
      sealing,
    );
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  await put('keys', Buffer.from(JSON.stringify({ secrets: writeSecrets(config), password })));
  await put('heads', await buffer(headStream(config.dataDir, await headSizes(config.dataDir))));
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  );
  const last = nameOf(segmentBefore(timeline, ended.stop));
  await sendSegmentsOf(client, place, { system, first, last, folder }, { sealing, signers: signersOf(config) });
  const manifest: BaseManifest = {
    product: 'pimis',
    kind: 'base',
    format: BASE_FORMAT,
    version: VERSION,
    id,
    system,
    timeline,
    first,
    last,
    begunAt: begunAt.toISOString(),
    at,
    postgres,
    machine: THIS_MACHINE,
    encryptedFor: recipient,
    migrations,
    bucket: config.storageUrl.startsWith('s3:'),
    label: ended.label,
    ...packed,
  };
  await writeBaseManifest(
    place,
    system,
    id,
    signedManifest(manifest, config.auditSecret, signerOf(config.auditSecret)),
  );
  progress.step(`Base ${id}: complete, ${counted(packed.files, 'file')} with ${megabytes(packed.bytes)}`);
  return manifest;
}
