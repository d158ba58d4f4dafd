import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type pg from 'pg';
import { archivedFolder } from '../platform/database/embedded-archive.ts';
import type { ArchiveState } from '../platform/storage/archive-state.ts';
import { FileExists, type FileStore } from '../platform/storage/file-store.ts';
import { measured, putSealed, readSealed, type Sealed, type Sealing } from './sealed-object.ts';
import { historyKey, nameOf, requireSegment, type Segment, segmentKey } from './segments.ts';
import type { Waiting } from './waiting.ts';

/*
 * Only one machine sends the archive of a database to a place. A copied machine has the same system identifier, and so
 * has a machine restored from the archive: segments of two machines must not be mixed.
 */

const ADVICE = 'One of the two needs another BACKUP_URL, or has to be restored from the place.';

/** Another machine sends an archive of the same database to the place. */
export class OtherSender extends Error {
  constructor(found: string) {
    super(`A second machine sends an archive of this database to the place: ${found}. ${ADVICE}`);
    this.name = 'OtherSender';
  }
}

interface Content {
  system: string;
  name: string;
  at: string;
  open: () => Readable;
}

const isSame = async (stored: Sealed, open: () => Readable, signers: readonly string[]) =>
  signers.includes(stored.signer) && (await measured(open())).sha256 === stored.description.sha256;

/**
 * Stores a content, unless a killed process has already stored it. Errors: OtherSender if the place has a different
 * one, which it keeps; those of source and place.
 */
export async function putOnce(
  place: FileStore,
  key: string,
  content: Content,
  { sealing, signers }: { sealing: Sealing; signers: readonly string[] },
): Promise<void> {
  if ((await readSealed(place, key)) === null) {
    try {
      await putSealed(place, key, content, sealing, { isNew: true });
      return;
    } catch (error) {
      // Another machine was faster, or the place's answer to this machine was lost.
      if (!(error instanceof FileExists)) throw error;
    }
  }
  const stored = await readSealed(place, key);
  if (stored !== null && !(await isSame(stored, content.open, signers))) {
    throw new OtherSender(`it has another ${content.name}`);
  }
}

/** Any constant: only one process of a machine stores a segment at a time. */
export const SEGMENT_LOCK = 7_136_484;

/**
 * Like `putOnce`, but locked against other processes of this machine: the one that makes a base also sends segments,
 * between the rounds. Errors: also those of the database.
 */
export async function putSegment(
  client: pg.Client,
  place: FileStore,
  segment: Segment,
  content: Content,
  sealed: Parameters<typeof putOnce>[3],
): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [SEGMENT_LOCK]);
  try {
    await putOnce(place, segmentKey(content.system, segment), content, sealed);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [SEGMENT_LOCK]);
  }
}

/** The file of a segment that this machine still has. */
const fileOf = (folder: string, name: string) =>
  [join(folder, 'cluster', 'pg_wal', name), join(archivedFolder(folder), name)].find((path) => existsSync(path));

/** Error: OtherSender if the place has the next timeline: the database was restored elsewhere and continues there. */
export async function requireNewest(place: FileStore, system: string, timeline: number): Promise<void> {
  if ((await readSealed(place, historyKey(system, timeline + 1))) !== null) {
    throw new OtherSender(`it was restored elsewhere, as timeline ${timeline + 1}`);
  }
}

/** The newest segment of this machine on a timeline; null where there is none yet. */
function newestOf({ segment }: ArchiveState, waiting: readonly Waiting[], timeline: number): Segment | null {
  const sent = segment === null ? [] : [requireSegment(segment)];
  const own = [...sent, ...waiting.flatMap((file) => file.segment ?? [])].filter((one) => one.timeline === timeline);
  return own.reduce<Segment | null>((newest, one) => (newest && newest.number > one.number ? newest : one), null);
}

/**
 * Asks the place, before anything is stored, whether another machine sends to it. A segment that differs from that of
 * the place is kept in the state: even if it is given up, because too many wait, later segments must not follow those
 * of the other machine. Errors: OtherSender; those of the place.
 */
export async function requireAlone(
  place: FileStore,
  state: ArchiveState,
  { folder, waiting, timeline }: { folder: string; waiting: readonly Waiting[]; timeline: number },
  signers: readonly string[],
): Promise<void> {
  const { system } = state;
  await requireNewest(place, system, timeline);
  if (state.other && isGivenUp(state, state.other.segment)) {
    const stored = await readSealed(place, segmentKey(system, requireSegment(state.other.segment)));
    if (stored !== null && stored.description.sha256 !== state.other.sha256) throw foundIn(state.other);
  }
  state.other = null;
  const [first] = waiting.filter(({ segment }) => segment !== null);
  if (first?.segment) {
    const stored = await readSealed(place, segmentKey(system, first.segment));
    const open = () => createReadStream(first.path);
    if (stored !== null && !(await isSame(stored, open, signers))) {
      state.other = { segment: first.name, sha256: (await measured(open())).sha256 };
      throw foundIn(state.other);
    }
  }
  const newest = newestOf(state, waiting, timeline);
  if (newest === null) return;
  const next = { timeline, number: newest.number + 1 };
  const stored = await readSealed(place, segmentKey(system, next));
  // A base may have sent it before PostgreSQL has put it into the folder.
  const path = fileOf(folder, nameOf(next));
  const isOwn =
    stored === null || (path !== undefined && (await isSame(stored, () => createReadStream(path), signers)));
  if (!isOwn) throw new OtherSender(`it has ${nameOf(next)}, which this one has not sent`);
}

/** Whether a segment was given up because too many waited. */
function isGivenUp({ broken }: ArchiveState, name: string): boolean {
  const [segment, missing] = [requireSegment(name), broken === null ? null : requireSegment(broken)];
  return missing !== null && missing.timeline === segment.timeline && missing.number >= segment.number;
}

const foundIn = ({ segment }: { segment: string }) => new OtherSender(`it has another ${segment}`);

/**
 * Stores the segments that a base needs before the base itself, as far as this machine still has them: a base with
 * segments of another machine could not be restored. Errors: OtherSender; those of place and disk.
 */
export async function sendSegmentsOf(
  client: pg.Client,
  place: FileStore,
  { system, first, last, folder }: { system: string; first: string; last: string; folder: string },
  sealed: { sealing: Sealing; signers: readonly string[] },
): Promise<void> {
  const { timeline, number: from } = requireSegment(first);
  for (let number = from; number <= requireSegment(last).number; number += 1) {
    const name = nameOf({ timeline, number });
    const path = fileOf(folder, name);
    // It was sent, and PostgreSQL has removed it.
    if (path === undefined) continue;
    const at = (await stat(path)).mtime.toISOString();
    const content = { system, name, at, open: () => createReadStream(path) };
    await putSegment(client, place, { timeline, number }, content, sealed);
  }
}
