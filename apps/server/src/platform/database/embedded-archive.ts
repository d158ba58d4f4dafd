import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './postgres-binaries.ts';

/*
 * Segments of the embedded PostgreSQL are copied by its module basic_archive into a folder beside the cluster, from
 * which they are sent off the machine. The file `archive` records this: every command that starts the cluster has to
 * archive, or the segments would have a hole.
 */

const MARK = 'archive';
const FOLDER = 'archived';
/** A copy under way; one of a server that was killed stays. */
const UNFINISHED = 'archtemp.';

/** The folder of segments that wait to be sent. */
export const archivedFolder = (folder: string): string => join(folder, FOLDER);

/** Turns the archive on, with the seconds after which a segment is ended, or off; for the next start of the cluster. */
export function setArchive(folder: string, seconds: number | null): void {
  if (seconds === null) rmSync(join(folder, MARK), { force: true });
  else writeFileSync(join(folder, MARK), String(seconds));
}

/** Prepares the folder, and returns the settings of a start: none where the archive is off. */
export function archiveSettings(folder: string, account: Account | undefined): string[] {
  const mark = join(folder, MARK);
  if (!existsSync(mark)) return [];
  const archived = archivedFolder(folder);
  mkdirSync(archived, { recursive: true, mode: 0o700 });
  if (account) chownSync(archived, account.uid, account.gid);
  for (const name of readdirSync(archived)) if (name.startsWith(UNFINISHED)) rmSync(join(archived, name));
  return [
    'archive_mode=on',
    `archive_timeout=${Number(readFileSync(mark, 'utf8'))}`,
    'archive_library=basic_archive',
    `basic_archive.archive_directory=${archived}`,
  ];
}
