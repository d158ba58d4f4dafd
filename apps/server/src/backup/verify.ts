import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { FileMissing, type FileStore } from '../platform/storage/file-store.ts';
import { hashAndLimit } from '../platform/storage/hashing-stream.ts';
import { NEWEST_QUEUE_MIGRATION } from '../platform/jobs/jobs.ts';
import { refuseUnknownMigrations } from '../platform/database/migrate.ts';
import { Refused } from '../platform/process/refused.ts';
import { joined } from '../platform/streams.ts';
import { readContent, type StoredObject } from './contents.ts';
import { decrypted, recipientOf } from './encryption.ts';
import { type Manifest, partsOf, readManifest } from './manifest.ts';
import { linesOf, partProblem, readPart } from './parts.ts';
import { objectKey, readManifestText, surveyBackups } from './place.ts';
import { megabytes, type Progress } from './progress.ts';
import { objectsOf } from './run-backup.ts';
import { readSecrets } from './secrets.ts';
import { signerOf } from './signature.ts';
import { counted } from '../platform/process/counted.ts';

/** No more problems are looked for: a wrong key, for example, makes each object one. */
const MOST_PROBLEMS = 20;
const LINE_FEED = 10;

export interface Verified {
  manifest: Manifest;
  signer: string;
  /** false: the backup is encrypted and no key was given, so only hashes of stored objects were compared. */
  contentsRead: boolean;
  /** Contents that are damaged or missing in the place; only if the caller continues without them. */
  damaged: { name: string; problem: string }[];
}

export interface Expectations {
  /** The key of an encrypted backup. */
  identity: string | null;
  /** One of them must have signed it; null: any signer is accepted. */
  signers: readonly string[] | null;
  /** Damaged contents of files are reported instead of refused. */
  withoutDamaged?: boolean;
}

/**
 * The id of the newest backup of a place, or of the requested one. Error: Refused, also if a newer one has lost its
 * manifest, because nobody should restore an older day unknowingly.
 */
export async function chooseBackup(place: FileStore, named: string | undefined): Promise<string> {
  const { complete, lost } = await surveyBackups(place);
  const id = named ?? complete.at(-1);
  const newer = lost.at(-1);
  if (named === undefined && newer !== undefined && newer > (id ?? '')) {
    const other = id === undefined ? 'no other is complete' : `--backup ${id} names the newest complete one`;
    throw new Refused(`The newest backup ${newer} has lost its manifest; ${other}.`);
  }
  if (id === undefined) throw new Refused('There is no complete backup in this place.');
  if (!complete.includes(id)) throw new Refused(`There is no complete backup ${id}.`);
  return id;
}

/** Reads a manifest and checks that this version, signer and key can use it. Error: Refused. */
async function admitted(
  place: FileStore,
  id: string,
  expected: Expectations,
): Promise<{ manifest: Manifest; signer: string }> {
  const read = readManifest(id, await readManifestText(place, id));
  const { manifest, signer } = read;
  if (expected.signers !== null && !expected.signers.includes(signer)) {
    throw new Refused(`The backup was signed by another installation: ${signer}.`);
  }
  if (expected.identity !== null && manifest.encryptedFor === null)
    throw new Refused('The backup is not encrypted: name no key for it.');
  if (expected.identity !== null && manifest.encryptedFor !== (await recipientOf(expected.identity))) {
    throw new Refused(`The backup is encrypted for another key: ${manifest.encryptedFor}.`);
  }
  if (manifest.queueMigration > NEWEST_QUEUE_MIGRATION) {
    throw new Refused('The backup was made by a newer version: its job queue is newer.');
  }
  try {
    refuseUnknownMigrations(new Map(manifest.migrations.map(({ name, hash }) => [name, hash])));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(`The backup does not fit this version. ${error.message}`, { cause: error });
  }
  return read;
}

/**
 * Reads everything that a backup consists of and compares it with its manifest. Nothing is written. Error: Refused with
 * the names of damaged parts, one per line.
 */
export async function verifyBackup(
  place: FileStore,
  id: string,
  expected: Expectations,
  progress: Progress,
): Promise<Verified> {
  const { manifest, signer } = await admitted(place, id, expected);
  const contentsRead = manifest.encryptedFor === null || expected.identity !== null;
  const problems: string[] = [];
  progress.step(
    `Verifying ${id}: ${counted(manifest.tables.length, 'table')}, ${counted(manifest.files.objects, 'file')}`,
  );
  for (const named of partsOf(manifest)) {
    progress.count(() => named.name);
    const problem = await partProblem(place, named);
    if (problem !== null) problems.push(problem);
  }
  if (problems.length === 0 && contentsRead)
    problems.push(...(await contentProblems(place, manifest, signer, expected.identity)));
  let damaged: Verified['damaged'] = [];
  if (problems.length === 0) {
    const read = { contentsRead, identity: expected.identity, all: expected.withoutDamaged === true };
    const found = await fileProblems(place, manifest, read, progress);
    problems.push(...found.others);
    if (expected.withoutDamaged === true) damaged = found.objects;
    else problems.push(...found.objects.map(({ name, problem }) => `file ${name}: ${problem}`));
  }
  if (problems.length > 0) {
    const more = problems.length > MOST_PROBLEMS ? ['and others'] : [];
    throw new Refused(`The backup ${id} is damaged: ${[...problems.slice(0, MOST_PROBLEMS), ...more].join('; ')}`);
  }
  return { manifest, signer, contentsRead, damaged };
}

/** Whether tables have their rows, and keys fit the signature. Hashes have been compared before. */
async function contentProblems(
  place: FileStore,
  manifest: Manifest,
  signer: string,
  identity: string | null,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, rows, part } of manifest.tables) {
    let lines = 0;
    for await (const chunk of (await readPart(place, part, identity)) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    }
    if (lines !== rows) problems.push(`table ${name}: it has ${counted(lines, 'row')}, not ${rows}`);
  }
  const { auditSecret } = readSecrets(await text(await readPart(place, manifest.keys, identity)));
  if (signerOf(new TextEncoder().encode(auditSecret)) !== signer)
    problems.push('keys: they are not those of the signer');
  return problems;
}

/** Compares every object of the index, and the list with it. */
async function fileProblems(
  place: FileStore,
  manifest: Manifest,
  { contentsRead, identity, all }: { contentsRead: boolean; identity: string | null; all: boolean },
  progress: Progress,
): Promise<{ objects: Verified['damaged']; others: string[] }> {
  const problems: Verified['damaged'] = [];
  let objects = 0;
  let bytes = 0;
  const hashes = contentsRead ? namesWithHashes(place, manifest, identity) : null;
  for await (const object of objectsOf(place, manifest.files.index)) {
    progress.count(() => `${counted(objects, 'file')}, ${megabytes(bytes)}`);
    objects += 1;
    bytes += object.size;
    const hash = hashes === null ? null : await hashOfName(hashes, object.name);
    const problem = await objectProblem(place, object, hash, identity);
    if (problem !== null) problems.push({ name: object.name, problem });
    if (!all && problems.length > MOST_PROBLEMS) return { objects: problems, others: [] };
  }
  const isWhole = objects === manifest.files.objects;
  return { objects: problems, others: isWhole ? [] : [`index of files: it names ${counted(objects, 'object')}`] };
}

async function* namesWithHashes(place: FileStore, manifest: Manifest, identity: string | null) {
  const content = (await readPart(place, manifest.files.list, identity)) as AsyncIterable<Buffer>;
  for await (const line of linesOf(content)) {
    const { name, hash } = readContent(line);
    yield { name, hash };
  }
}

/** The hash of a name; both sequences are sorted. Error: Refused when the list does not have it. */
async function hashOfName(hashes: AsyncGenerator<{ name: string; hash: string }>, name: string): Promise<string> {
  for (;;) {
    const next = await hashes.next();
    if (next.done === true || next.value.name > name) throw new Refused('The list of files is not that of its index.');
    if (next.value.name === name) return next.value.hash;
  }
}

/** The problem of an object; `hash` is that of its content, null if it cannot be read. */
async function objectProblem(
  place: FileStore,
  object: StoredObject,
  hash: string | null,
  identity: string | null,
): Promise<string | null> {
  const stored = hashAndLimit(Number.POSITIVE_INFINITY);
  const plain = createHash('sha256');
  try {
    const source = await place.get(objectKey(object.name, object.id));
    for await (const chunk of (await decrypted(joined(source, stored.stream), identity)) as AsyncIterable<Buffer>)
      plain.update(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return 'it is missing';
    return `it cannot be read (${(error as Error).message})`;
  }
  if (stored.result().hash !== object.sha256) return 'it is damaged';
  return hash !== null && plain.digest('hex') !== hash ? 'it is another content' : null;
}
