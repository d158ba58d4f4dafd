import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * What the process that sends the archive knows, in the folder `archive` of DATA_DIR. It is no row of the database: one
 * that changes every few seconds would itself fill the archive.
 */

/** A base of the archive: a copy of the cluster's files. Segments are named as PostgreSQL does. */
export interface ArchiveBase {
  /** The system identifier of its cluster. */
  system: string;
  id: string;
  /** When it was complete (ISO 8601). */
  at: string;
  /** The first and the last segment that it needs. */
  first: string;
  last: string;
}

/** Segments that were given up, because the place was away for too long. */
export interface ArchiveGap {
  first: string;
  last: string;
  at: string;
  reason: string;
}

export interface ArchiveState {
  /** The system identifier of the cluster. */
  system: string;
  /** The newest segment that was sent. */
  segment: string | null;
  /** The newest segment that is missing in the place: only a base after it can be used. */
  broken: string | null;
  base: ArchiveBase | null;
  /** All that was committed until then is off the machine (ISO 8601); null: nothing can be restored yet. */
  until: string | null;
  /** Why the last round failed, and since when rounds have. */
  failure: { since: string; reason: string } | null;
  /** Why the last base was not made. */
  baseFailure: string | null;
  gaps: ArchiveGap[];
  /** The revisions of documents up to this id are in the place; null: unknown. */
  documents: number | null;
  /** The sizes of the newest files of audit heads that were sent. */
  heads: Record<string, number>;
  waiting: { segments: number; bytes: number };
  /** A segment that differs from that of another machine at the place, and its hash. Earlier versions have none. */
  other?: { segment: string; sha256: string } | null;
}

export const archiveStateFolder = (dataDir: string): string => join(dataDir, 'archive');
const STATE = 'state.json';
const BASE = 'base.json';

async function read(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    // A lost state costs a new base.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function keep(dataDir: string, name: string, value: unknown): Promise<void> {
  const folder = archiveStateFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The state of the archive of a data folder; null if none was kept, or it is damaged. */
export const readArchiveState = async (dataDir: string) =>
  (await read(join(archiveStateFolder(dataDir), STATE))) as ArchiveState | null;

export const keepArchiveState = (dataDir: string, state: ArchiveState) => keep(dataDir, STATE, state);

/** The newest base, which another process has made; null if there is none. */
export const readBase = async (dataDir: string) =>
  (await read(join(archiveStateFolder(dataDir), BASE))) as ArchiveBase | null;

export const keepBase = (dataDir: string, base: ArchiveBase) => keep(dataDir, BASE, base);
